/** Verifies that a provider answers every interaction of the pact. */
import { only, operationOf, readPact } from '../contract/pact/pact-file.ts'

import { optionsOf, refuse } from '../scripts/options.ts'
import { reasonForNoAnswer } from '../contract/pact/reachable.ts'
import { startVerifier } from '../contract/pact/verification.ts'
import type { Target } from '../contract/pact/verification.ts'
import { operationsOf, readDocument } from '../contract/openapi/document.ts'
import { textReport } from '../contract/report/text.ts'

const usage = `npm run pact:verify -- [options]   without --url: the sandbox, started in memory

  --url URL             the provider
  --states-url URL      where its states are set
  --token TOKEN         the access token of a signed-in user
  --only OPERATION,…    these operations
  --verbose             every interaction`

const { values } = optionsOf(usage, {
  options: {
    url: { type: 'string' },
    'states-url': { type: 'string' },
    token: { type: 'string' },
    only: { type: 'string' },
    verbose: { type: 'boolean', default: false },
  },
})

const all = readPact()
const chosen = values.only?.split(',') ?? operationsIn(all)
const unknown = chosen.filter((name) => !operationsIn(all).includes(name))
if (unknown.length > 0)
  refuse(`No operation is called ${unknown.join(', ')}. There are ${operationsIn(all).join(', ')}.`)
const pact = only(all, chosen)

const sandbox = values.url === undefined ? await (await import('../contract/pact/sandbox.ts')).startSandbox() : null
const url = sandbox?.url ?? values.url ?? ''
const target: Target = {
  url,
  statesUrl: values['states-url'] ?? `${url}/_sandbox/states`,
  ...(values.token === undefined ? {} : { token: values.token }),
}
for (const address of [target.url, target.statesUrl]) {
  const reason = await reasonForNoAnswer(address)
  if (reason !== null) {
    console.error(`Nothing answers at ${address}: ${reason}.`)
    process.exit(2)
  }
}
const verifier = startVerifier()
try {
  const checks = await verifier.verify(pact, target)
  if (values.verbose) console.log(verifier.output())
  console.log(
    textReport(
      checks,
      operationsOf(readDocument()).map(({ operationId }) => operationId),
      url,
    ),
  )
  if (checks.some(({ result }) => result !== 'passed')) process.exitCode = 1
} finally {
  verifier.stop()
  await sandbox?.stop()
}

function operationsIn({ interactions }: typeof all): string[] {
  return [...new Set(interactions.map(operationOf))].toSorted()
}
