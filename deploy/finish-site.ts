/**
 * Last step of the build, `node deploy/finish-site.ts dist .local/release`: moves what only an operator needs out of the
 * served folder, then writes `version.json` and the compressed copies.
 */
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { compressFolder, plainFiles } from './compress.ts'
import { billFile } from './third-party.ts'

export type Version = {
  /** Version of the package. */
  release: string
  /** Commit that was built; absent outside a Git repository. */
  commit?: string
  /** Differs between builds with different assets. */
  build: string
  /** SHA-256 of every asset in hexadecimal, by its path on the portal's origin. */
  assets: { [path: string]: string }
}

const root = path.join(import.meta.dirname, '..')

/** The version of the build in a folder. */
export function versionOf(folder: string): Version {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }
  const git = spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: root, encoding: 'utf8' })
  const assets = assetsIn(folder)
  return {
    release: version,
    ...(git.status === 0 ? { commit: git.stdout.trim() } : {}),
    build: sha256(JSON.stringify(assets)).slice(0, 12),
    assets,
  }
}

function assetsIn(folder: string): { [path: string]: string } {
  return Object.fromEntries(
    plainFiles(path.join(folder, 'assets')).map((name) => [
      `/assets/${name}`,
      sha256(readFileSync(path.join(folder, 'assets', name))),
    ]),
  )
}

/** The hash in hexadecimal. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

/** Moves source maps and the bill of materials into a folder of the operator, which has nothing else afterwards. */
export function moveArtefacts(site: string, target: string): void {
  rmSync(target, { recursive: true, force: true })
  for (const name of plainFiles(site).filter((file) => file.endsWith('.map') || file === billFile)) {
    const place = path.join(target, name)
    mkdirSync(path.dirname(place), { recursive: true })
    renameSync(path.join(site, name), place)
  }
}

if (import.meta.main) {
  const [folder, artefacts] = process.argv.slice(2)
  if (folder === undefined || artefacts === undefined)
    throw new Error('Usage: node deploy/finish-site.ts SITE ARTEFACTS')
  moveArtefacts(folder, artefacts)
  writeFileSync(path.join(folder, 'version.json'), `${JSON.stringify(versionOf(folder))}\n`)
  await compressFolder(folder)
}
