/**
 * Gate: the version of the document must reflect its changes since the release: a breaking change needs a new major
 * version, an addition a new minor version. To release, copy openapi.yaml to api-spec/released/.
 */
import { compare } from './diff.ts'

const { changes, bump, versions, problem } = compare('api-spec/released/openapi.yaml', 'api-spec/openapi.yaml')
for (const { impact, message } of changes) console.log(`  ${impact}: ${message}`)
console.log(
  `changes since ${versions.base}: ${changes.length}, which need ${bump === 'none' ? 'no new version' : `a ${bump} version`}`,
)
if (problem !== null) {
  console.error(`  ${problem}`)
  process.exitCode = 1
}
