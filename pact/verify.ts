/** Verifies that a provider answers every interaction of the pact. */
import { only, operationOf, readPact } from '../contract/pact/pact-file.ts'

import { optionsOf, refuse } from '../scripts/options.ts'
import { reasonForNoAnswer } from '../contract/pact/reachable.ts'
import { startVerifier } from '../contract/pact/verification.ts'
import type { Target } from '../contract/pact/verification.ts'

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
  const { interactions, failures, unset } = await verifier.verify(pact, target)
  if (values.verbose) console.log(verifier.output())
  const notSet = new Map(unset)
  for (const operation of operationsIn(pact)) {
    const mine = pact.interactions.filter((interaction) => operationOf(interaction) === operation)
    const failed = failures.filter(({ description }) =>
      mine.some((interaction) => interaction.description === description),
    )
    console.log(`${failed.length === 0 ? 'ok  ' : 'FAIL'} ${operation} ${mine.length - failed.length}/${mine.length}`)
    for (const { description, state, lines } of failed) {
      console.log(`       ${description} (given ${state})`)
      const reasons = notSet.has(state) ? ['its state could not be set'] : lines
      for (const reason of reasons) console.log(`         ${reason}`)
    }
  }
  for (const { description, lines } of failures.filter(({ state }) => state === ''))
    console.log(`FAIL ${description}: ${lines.join(' ')}`)
  for (const [state, reason] of unset) console.log(`The state "${state}" could not be set: ${reason}`)
  console.log(`${interactions - failures.length} of ${interactions} interactions pass at ${url}`)
  if (failures.length > 0 || unset.length > 0) process.exitCode = 1
} finally {
  verifier.stop()
  await sandbox?.stop()
}

function operationsIn({ interactions }: typeof all): string[] {
  return [...new Set(interactions.map(operationOf))].toSorted()
}
