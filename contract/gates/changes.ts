/**
 * Gate: the version of the document must reflect its changes since the last version: a breaking change needs a new major
 * version, an addition a new minor version, any other change a new patch. CHANGELOG.md names each addition. If all is
 * right, the gate copies the document to api-spec/released/, so that no later one has the same version.
 */
import { copyFileSync, readFileSync } from 'node:fs'
import { compare, unnamedIn } from './diff.ts'

const released = 'api-spec/released/openapi.yaml'
const current = 'api-spec/openapi.yaml'
const comparison = compare(released, current)
const { changes, bump, versions, problem } = comparison
const unnamed = unnamedIn(readFileSync('api-spec/CHANGELOG.md', 'utf8'), comparison)
// Not if only the changelog is wrong: its line would follow some hundred others.
if (problem !== null || unnamed.length === 0)
  for (const { impact, message } of changes) console.log(`  ${impact}: ${message}`)
const needed = bump === 'none' ? 'no new version' : `a ${bump} version`
console.log(
  `changes since ${versions.base}: ${changes.length}, which need ${needed}${problem === null ? `; ${versions.revision} is enough` : ''}`,
)
if (unnamed.length > 0) console.error(`  api-spec/CHANGELOG.md does not name ${unnamed.join(', ')}`)
if (problem !== null) console.error(`  ${problem}`)
if (problem !== null || unnamed.length > 0) process.exitCode = 1
else if (readFileSync(released, 'utf8') !== readFileSync(current, 'utf8')) {
  copyFileSync(current, released)
  console.error(
    `  ${released} was version ${versions.base} and has been rewritten: commit it with ${versions.revision}.`,
  )
  process.exitCode = 1
}
