/**
 * Gate: the version of the document must reflect its changes since the release: a breaking change needs a new major
 * version, an addition a new minor version. CHANGELOG.md names each addition. To release, copy openapi.yaml to
 * api-spec/released/.
 */
import { readFileSync } from 'node:fs'
import { compare, unnamedIn } from './diff.ts'

const comparison = compare('api-spec/released/openapi.yaml', 'api-spec/openapi.yaml')
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
