import { execFile } from 'node:child_process'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify, stripVTControlCharacters } from 'node:util'
import { expect, test } from '../support/journey.ts'

const root = join(import.meta.dirname, '../..')

test('the build contains the portal and no development tool @main', async ({ portal }) => {
  expect(portal.url).toMatch(/^http:\/\/localhost:/)
  const files = readdirSync(join(root, 'dist'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const names = files.map((entry) => join(entry.parentPath, entry.name))
  expect(names.length).toBeGreaterThan(10)
  expect(names.filter((name) => /mockServiceWorker|\.map$|\.ts$/.test(name))).toEqual([])
  const forbidden = [
    /Portal-2026!/,
    /hanako@example\.jp/,
    /\/_sandbox\//,
    /setupWorker|msw\/browser/,
    /faker/i,
    /demo-state|見本です/,
    /createIdentity\b/,
    /sourceMappingURL/,
  ]
  const found = names
    .filter((name) => /\.(js|css|html|json)$/.test(name))
    .flatMap((name) =>
      forbidden.filter((word) => word.test(readFileSync(name, 'utf8'))).map((word) => `${name}: ${String(word)}`),
    )
  expect(found).toEqual([])
})

/** Written by the build for operators, beside the served files. */
const artefacts = join(root, '.local/release')

test('the notices and the bill of materials name exactly the packages whose code is in the bundle', () => {
  const folder = join(artefacts, 'assets')
  const sources = readdirSync(folder).flatMap((name) => {
    const map = JSON.parse(readFileSync(join(folder, name), 'utf8')) as { sources: string[] }
    return map.sources.flatMap((source) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? [])
  })
  const bill = JSON.parse(readFileSync(join(artefacts, 'sbom.json'), 'utf8')) as { components: { name: string }[] }
  const listed = new Set(bill.components.map(({ name }) => name))
  expect(listed.size).toBeGreaterThan(20)
  expect(new Set(sources)).toEqual(listed)
  const notices = readFileSync(join(root, 'dist/third-party-notices.txt'), 'utf8')
  expect([...listed].filter((name) => !notices.includes(`\n${name} `))).toEqual([])
})

test('the documented command finds the source of a place in an error report', async () => {
  const command = /^node -p "(.+)" \S+$/m.exec(readFileSync(join(root, 'docs/operating.md'), 'utf8'))?.[1] ?? ''
  const text = 'portal.requested-email.'
  const source = readFileSync(join(root, 'src/lib/storage-keys.ts'), 'utf8')
  const [place = ''] = readdirSync(join(root, 'dist/assets'))
    .filter((name) => name.endsWith('.js'))
    .flatMap((name) =>
      placesOf(text, readFileSync(join(root, 'dist/assets', name), 'utf8')).map((at) => `${name}:${at}`),
    )
  const { stdout } = await promisify(execFile)(process.execPath, ['-p', command, place], { cwd: root })
  expect(stdout).toContain('/src/lib/storage-keys.ts')
  expect(stripVTControlCharacters(stdout)).toContain(`lineNumber: ${placesOf(text, source)[0]?.split(':')[0]},`)
})

/** Line and column of each occurrence, counted from 1 as in the stack of an error. */
function placesOf(text: string, code: string): string[] {
  return code
    .split('\n')
    .flatMap((line, index) => (line.includes(text) ? [`${index + 1}:${line.indexOf(text) + 1}`] : []))
}
