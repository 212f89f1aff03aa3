/** Last step of the build, `node deploy/finish-site.ts dist`: writes `version.json` and the compressed copies. */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { compressFolder } from './compress.ts'

export type Version = {
  /** Version of the package. */
  release: string
  /** Commit that was built; absent outside a Git repository. */
  commit?: string
}

const root = path.join(import.meta.dirname, '..')

export function currentVersion(): Version {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }
  const git = spawnSync('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: root, encoding: 'utf8' })
  return { release: version, ...(git.status === 0 ? { commit: git.stdout.trim() } : {}) }
}

if (import.meta.main) {
  const folder = process.argv[2]
  if (folder === undefined) throw new Error('Usage: node deploy/finish-site.ts FOLDER')
  writeFileSync(path.join(folder, 'version.json'), `${JSON.stringify(currentVersion())}\n`)
  await compressFolder(folder)
}
