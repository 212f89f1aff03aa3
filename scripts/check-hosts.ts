/** Fails if a file of the project names a package registry's host: a lockfile with hosts works on one network only. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

const host = /https?:\/\/[^\s"')]*(registry\.|npmjs|\/npm\/|artifactory|nexus|verdaccio)[^\s"')]*/i
const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  encoding: 'utf8',
})
  .split('\0')
  .filter((file) => file !== '' && /(package(-lock)?\.json|\.npmrc|\.ya?ml|\.[cm]?[jt]sx?|\.sh|\.ci\/run)$/.test(file))

const found = files.flatMap((file) => {
  // The lockfile also contains funding addresses; only the sources of packages matter here.
  const forbidden = file === 'package-lock.json' ? /"resolved":/ : host
  return readText(file)
    .split('\n')
    .flatMap((line, index) => (forbidden.test(line) ? [`${file}:${index + 1} ${line.trim()}`] : []))
})
if (found.length > 0) {
  console.error(
    `The host of a package registry is in:\n${found.slice(0, 10).join('\n')}\nRun npm with the project's .npmrc (omit-lockfile-registry-resolved).`,
  )
  process.exit(1)
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return '' // deleted in the working tree, still in the index
  }
}
