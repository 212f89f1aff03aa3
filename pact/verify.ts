/** Verifies that a provider answers every interaction of the pact and keeps the rules of `contract/rules/`. */
import { operationsOf, readDocument } from '../contract/openapi/document.ts'
import { only, readPact } from '../contract/pact/pact-file.ts'
import { startVerifier } from '../contract/pact/verification.ts'
import type { Target } from '../contract/pact/verification.ts'
import type { Check } from '../contract/report/check.ts'
import {
  chosenOf,
  report,
  requireTarget,
  ruleChecks,
  verifyOptions,
  verifyUsage,
} from '../contract/rules/verify-command.ts'
import { optionsOf } from '../scripts/options.ts'

const usage = `npm run pact:verify -- [options]   without --url: the sandbox, started in memory

${verifyUsage(', and "interactions" or "rules" for one of the two kinds')}
  --verbose             the output of pact's verifier`

const { values } = optionsOf(usage, {
  options: { ...verifyOptions, verbose: { type: 'boolean', default: false } },
})

const document = readDocument()
const pact = readPact()
const names = operationsOf(document).map(({ operationId }) => operationId)
const [kinds = [], chosen = []] = chosenOf(values.only, [['interactions', 'rules'], names])
const sandbox = values.url === undefined ? await (await import('../contract/pact/sandbox.ts')).startSandbox() : null
const url = sandbox?.url ?? values.url ?? ''
const target: Target = {
  url,
  statesUrl: values['states-url'] ?? `${url}/_sandbox/states`,
  ...(values.token === undefined ? {} : { token: values.token }),
}
const config = values.config ?? (sandbox === null ? null : `${url}/config.json`)
await requireTarget(target, values)
try {
  const interactions = kinds.includes('interactions') ? await interactionChecks() : []
  const rules = kinds.includes('rules')
    ? await ruleChecks(target, { document, pact, chosen, config })
    : { checks: [], leftOut: 0 }
  report({ ...rules, checks: [...interactions, ...rules.checks] }, names, target, values)
} finally {
  await sandbox?.stop()
}

async function interactionChecks(): Promise<Check[]> {
  const verifier = startVerifier()
  try {
    const checks = await verifier.verify(only(pact, chosen), target)
    if (values.verbose) console.log(verifier.output())
    return checks
  } finally {
    verifier.stop()
  }
}
