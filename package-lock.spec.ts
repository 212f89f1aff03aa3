import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

type Locked = {
  version?: string
  license?: string
  hasInstallScript?: boolean
  resolved?: string
  dev?: boolean
  link?: boolean
}
type Manifest = {
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
  allowScripts: Record<string, boolean>
}

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Record<string, Locked> }
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest
const packages = Object.entries(lock.packages)
  .filter(([place]) => place !== '')
  .map(([place, locked]) => ({
    name: place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length),
    ...locked,
  }))

/** Versions below these have known vulnerabilities that affect this portal. */
const minimum: Record<string, string> = {
  'react-router': '7.18.0',
  'react-router-dom': '7.18.0',
  axios: '1.18.0',
  ajv: '8.18.0',
  'aws-amplify': '6.22.0',
}

describe('the dependencies of the portal', () => {
  it('pins every dependency exactly', () => {
    const ranges = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+$/.test(version),
    )
    expect(ranges).toEqual([])
  })

  it.each(Object.entries(minimum))('contain no %s older than %s at run time', (name, least) => {
    const found = packages.filter((each) => each.name === name && each.dev !== true)
    expect(found.length).toBeGreaterThan(0)
    expect(found.filter(({ version = '0' }) => isOlder(version, least)).map(({ version }) => version)).toEqual([])
  })

  it('run no install script that has not been reviewed', () => {
    const unknown = packages.filter(
      ({ name, hasInstallScript }) => hasInstallScript === true && !(name in manifest.allowScripts),
    )
    expect([...new Set(unknown.map(({ name }) => name))]).toEqual([])
  })

  it('name no host in the lockfile, nor in the settings of npm', () => {
    expect(packages.filter(({ resolved }) => resolved !== undefined).map(({ name }) => name)).toEqual([])
    expect(readFileSync('.npmrc', 'utf8')).not.toMatch(/:\/\//)
  })

  it('contains only packages whose licences allow shipping them', () => {
    const allowed =
      /^\(?(MIT|MIT-0|ISC|0BSD|Apache-2\.0|BSD-2-Clause|BSD-3-Clause|Python-2\.0|CC0-1\.0|BlueOak-1\.0\.0|Unlicense|Zlib)( (OR|AND) [A-Za-z0-9.-]+)*\)?$/
    const others = packages.filter(
      ({ dev, license, link }) => dev !== true && link !== true && !allowed.test(license ?? ''),
    )
    expect(others.map(({ name, license }) => `${name}: ${license}`)).toEqual([])
  })
})

function isOlder(version: string, least: string): boolean {
  const [own, other] = [version, least].map((text) => text.split('.').map(Number))
  for (const index of [0, 1, 2]) {
    const difference = (own?.[index] ?? 0) - (other?.[index] ?? 0)
    if (difference !== 0) return difference < 0
  }
  return false
}
