/** Verifies that a provider answers every interaction of the pact and keeps the rules of `contract/rules/`. */
import { writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { createConformance } from '../contract/openapi/conformance.ts'
import { operationsOf, readDocument } from '../contract/openapi/document.ts'
import { only, readPact } from '../contract/pact/pact-file.ts'
import { reasonForNoAnswer } from '../contract/pact/reachable.ts'
import { startVerifier } from '../contract/pact/verification.ts'
import type { Target } from '../contract/pact/verification.ts'
import type { Check } from '../contract/report/check.ts'
import { jsonReport, junitReport } from '../contract/report/files.ts'
import { textReport } from '../contract/report/text.ts'
import { readPaymentHosts } from '../contract/rules/payment-hosts.ts'
import { allRules, runRules } from '../contract/rules/run.ts'
import { numberOf, optionsOf, refuse } from '../scripts/options.ts'

const usage = `npm run pact:verify -- [options]   without --url: the sandbox, started in memory

  --url URL             the provider
  --states-url URL      where its states are set
  --token TOKEN         the ID token of a signed-in user, if the states return none
  --config FILE-OR-URL  the portal's config.json, whose paymentHosts the payment page must have
  --only NAME,…         these operations, and "interactions" or "rules" for one of the two kinds
  --wait SECONDS        for a server that is still starting
  --junit FILE          also as JUnit's XML
  --json FILE           also as JSON
  --allow-unverified    passes although some rules could not run
  --verbose             the output of pact's verifier`

const { values } = optionsOf(usage, {
  options: {
    url: { type: 'string' },
    'states-url': { type: 'string' },
    token: { type: 'string' },
    config: { type: 'string' },
    only: { type: 'string' },
    wait: { type: 'string' },
    junit: { type: 'string' },
    json: { type: 'string' },
    'allow-unverified': { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
})

const kinds = ['interactions', 'rules']
const document = readDocument()
const operations = operationsOf(document)
const names = operations.map(({ operationId }) => operationId)
const chosen = values.only?.split(',') ?? []
const unknown = chosen.filter((name) => ![...names, ...kinds].includes(name))
if (unknown.length > 0) refuse(`Unknown: ${unknown.join(', ')}. --only knows ${[...kinds, ...names].join(', ')}.`)
const [ofKind, ofOperation] = [kinds, names].map((all) => {
  const some = all.filter((name) => chosen.includes(name))
  return some.length > 0 ? some : all
}) as [string[], string[]]

const sandbox = values.url === undefined ? await (await import('../contract/pact/sandbox.ts')).startSandbox() : null
const url = sandbox?.url ?? values.url ?? ''
const target: Target = {
  url,
  statesUrl: values['states-url'] ?? `${url}/_sandbox/states`,
  ...(values.token === undefined ? {} : { token: values.token }),
}
const deadline = Date.now() + (values.wait === undefined ? 0 : numberOf('--wait', values.wait) * 1000)
for (const address of [target.url, target.statesUrl]) {
  let reason = await reasonForNoAnswer(address)
  while (reason !== null && Date.now() < deadline) {
    await sleep(500)
    reason = await reasonForNoAnswer(address)
  }
  if (reason !== null) {
    console.error(`Nothing answers at ${address}: ${reason}.`)
    process.exit(2)
  }
}
try {
  const checks = [
    ...(ofKind.includes('interactions') ? await interactionChecks() : []),
    ...(ofKind.includes('rules') ? await ruleChecks() : []),
  ]
  console.log(textReport(checks, names, url))
  if (values.junit !== undefined) writeFileSync(values.junit, junitReport(checks))
  if (values.json !== undefined) writeFileSync(values.json, jsonReport(checks, url))
  const isBad = ({ result }: Check) => result === 'failed' || (result !== 'passed' && !values['allow-unverified'])
  if (checks.some(isBad)) process.exitCode = 1
} finally {
  await sandbox?.stop()
}

async function interactionChecks(): Promise<Check[]> {
  const verifier = startVerifier()
  try {
    const checks = await verifier.verify(only(readPact(), ofOperation), target)
    if (values.verbose) console.log(verifier.output())
    return checks
  } finally {
    verifier.stop()
  }
}

async function ruleChecks(): Promise<Check[]> {
  const config = values.config ?? (sandbox === null ? null : `${url}/config.json`)
  const provider = {
    target,
    paymentHosts: config === null ? null : await readPaymentHosts(config),
    operations: new Map(operations.map((operation) => [operation.operationId, operation])),
    interactions: readPact().interactions,
  }
  const rules = allRules(provider).filter((rule) => rule.operations.every((name) => ofOperation.includes(name)))
  return runRules(rules, provider, createConformance(document))
}
