import { afterAll, beforeAll, expect, it } from 'vitest'
import { createConformance } from '../openapi/conformance.ts'
import { operationsOf, readDocument } from '../openapi/document.ts'
import { readPact } from '../pact/pact-file.ts'
import { textReport } from '../report/text.ts'
import { defects } from '../testing/defects.ts'
import type { Defect } from '../testing/defects.ts'
import {
  SmallProvider,
  otherPaymentHost,
  smallPaymentHost,
  smallProviderOperations,
} from '../testing/small-provider.ts'
import type { Provider } from './play.ts'
import type { Rule } from './rule.ts'
import { allRules, runRules } from './run.ts'
import { stageHosts } from './stage-hosts.ts'
import { factsBy } from './things.ts'

const document = readDocument()
const conformance = createConformance(document)
const small = new SmallProvider()
let provider: Provider
let rules: Rule[]

beforeAll(async () => {
  provider = {
    target: await small.start(),
    hosts: stageHosts({
      apiBase: '/app/web',
      paymentHosts: [smallPaymentHost],
      tenants: { 'aozora-water': { paymentHosts: [otherPaymentHost] } },
    }),
    operations: new Map(operationsOf(document).map((operation) => [operation.operationId, operation])),
    interactions: readPact().interactions,
    factsOf: factsBy(document),
  }
  rules = allRules(provider).filter((rule) => rule.operations.every((name) => smallProviderOperations.includes(name)))
})
afterAll(() => small.stop())

/** What is not passed by an API with these defects; only this rule runs if there is one. */
async function red(broken: Defect[], rule?: string) {
  small.breakBy(...broken)
  const chosen = rules.filter(({ name }) => rule === undefined || name === rule)
  const checks = await runRules(chosen, provider, conformance)
  return checks.filter(({ result }) => result !== 'passed')
}

it('passes an API that keeps the contract', async () => {
  expect(await red([])).toEqual([])
})

it.each(Object.entries(defects))(
  'finds that %s',
  async (defect, { found, shownBy }: { found: string; shownBy?: string }) => {
    const checks = await red([defect as Defect], shownBy ?? found)
    const failed = checks.filter(({ name, result }) => name === found && result === 'failed')
    // What a resident would suffer, the reason, the request and the answer.
    expect(textReport(failed, [failed[0]?.operation ?? ''], 'the API')).toMatch(
      /^ {9}[A-Z].+\.\n(?: {9}[^ >].+\n)+ {9}> [A-Z]+ \/app\/web\/.+\n {9}< \d{3}/m,
    )
  },
)

it('names a reason once, with the first value that was received', async () => {
  const checks = await red(['the Location is that of another order'])
  expect(checks).toMatchObject([
    { reasons: [expect.stringMatching(/^\/orderId is not that of Location: OR-\d+ instead/)] },
  ])
})

it('names a rule that could not run, and why', async () => {
  small.breakBy()
  const { statesUrl, url } = provider.target
  const withoutHosts = { ...provider, target: { url, statesUrl }, hosts: null }
  const rule = rules.filter(({ name }) => name === 'the payment page is on a host of the configuration')
  const checks = await runRules(rule, withoutHosts, conformance)
  expect(checks[0]).toMatchObject({
    result: 'not verified',
    reasons: ['the allowed payment hosts are unknown without --config'],
  })
})

it('names why a request got no answer, and what was sent', async () => {
  small.breakBy()
  const other = new SmallProvider()
  const { url } = await other.start()
  await other.stop()
  const gone = { ...provider, target: { ...provider.target, url } }
  const rule = rules.filter(({ name }) => name === 'a body that is missing or no JSON object is refused as a field')
  const [check] = await runRules(rule.slice(0, 1), gone, conformance)
  expect(check).toMatchObject({ reasons: ['no answer: ECONNREFUSED'], exchange: { sent: '{"a":' } })
})

it('fails a rule whose state cannot be set', async () => {
  small.breakBy()
  const lost = { ...provider, target: { ...provider.target, statesUrl: `${provider.target.url}/nowhere` } }
  const rule = rules.filter(({ name }) => name === 'a saved draft is kept')
  const [check] = await runRules(rule, lost, conformance)
  expect(check).toMatchObject({ result: 'failed' })
  expect(check?.reasons.join()).toMatch(/^the state "a service without a fee is open" could not be set: 404/)
})
