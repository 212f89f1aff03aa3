/**
 * The rules at the sandbox: in any order, defects of operations that the small provider has not, and which things they
 * compare.
 */
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { isRecord } from '../../form-model/record.ts'
import { createConformance } from '../openapi/conformance.ts'
import { operationsOf, readDocument, resolved } from '../openapi/document.ts'
import { readPact } from '../pact/pact-file.ts'
import { startSandbox } from '../pact/sandbox.ts'
import type { RunningSandbox, Tampering } from '../pact/sandbox.ts'
import { json, status, withBody, without } from '../testing/tampering.ts'
import { Play } from './play.ts'
import type { Answer } from './answer.ts'
import type { Provider } from './play.ts'
import { allRules, runRules } from './run.ts'
import { sameThingRules } from './same-thing-rules.ts'
import { factsBy, kindOf, kinds } from './things.ts'

const document = readDocument()
const conformance = createConformance(document)
const operations = new Map(operationsOf(document).map((operation) => [operation.operationId, operation]))
const factsOf = factsBy(document)
const whole: Tampering = (request, answer) => answer(request)
const current: { operation: string; tamper: Tampering } = { operation: '', tamper: whole }
let sandbox: RunningSandbox
let provider: Provider

beforeAll(async () => {
  sandbox = await startSandbox((request, answer) => {
    const { pathname } = new URL(request.url)
    const isBroken = conformance.operationAt(request.method, pathname)?.operationId === current.operation
    return (isBroken ? current.tamper : whole)(request, answer)
  })
  const target = { url: sandbox.url, statesUrl: `${sandbox.url}/_sandbox/states` }
  provider = { target, hosts: null, operations, interactions: readPact().interactions, factsOf }
})
afterAll(() => sandbox.stop())

const usesConfirmation = 'a confirmation is of one tenant, is used once, and shows that it was'
const price = 'the price that is shown is the one that is charged'
const password = 'a user signs in with the password that was set last'

type Defect = [operation: string, tamper: Tampering, rule: string]

const defects: Record<string, Defect> = {
  'another price is shown': ['quoteOrder', json((body) => ({ ...body, lines: [] })), price],
  'the charge has other lines': ['getCharge', json((body) => ({ ...body, lines: [] })), price],
  'the address of the profile is not used': [
    'getOrder',
    json((body) => without(body, 'shippingAddress')),
    'without a delivery address, that of the profile counts',
  ],
  'the reason of a withdrawal is lost': [
    'getOrder',
    json((body) => ({ ...body, timeline: (body.timeline as object[]).map((entry) => without({ ...entry }, 'note')) })),
    'a withdrawn application stays withdrawn and cannot be paid',
  ],
  'another user signs in than the registered one': [
    'login',
    json((body) => ({ ...body, userId: 'user-of-another' })),
    'a registered user signs in with address and password',
  ],
  'users of all tenants sign in': ['login', ofOneTenant, 'a registered user signs in with address and password'],
  'the new password is not stored': [
    'resetPassword',
    () => Promise.resolve(new Response(null, { status: 204 })),
    password,
  ],
  'a session continues after a password reset': ['getProfile', status(401, 200), 'a password reset ends every session'],
  'any password signs in': ['login', status(401, 200), password],
  'the profile has the old address': [
    'getProfile',
    json((body) => ({ ...body, email: 'old@example.jp' })),
    'a confirmed address is that of the profile',
  ],
  'a confirmation is used again': ['completeRegistration', status(409, 201), usesConfirmation],
  'a used confirmation shows as valid': [
    'getConfirmation',
    json((body) => ({ ...body, status: 'VALID' })),
    usesConfirmation,
  ],
  'a confirmation is one of every tenant': ['resetPassword', ofOneTenant, usesConfirmation],
  'a profile is changed with any tag': [
    'updateProfile',
    async (request, answer) => {
      const read = await answer(new Request(request.url, { headers: request.headers }))
      const changed = withBody(request, (await request.json()) as Record<string, unknown>)
      changed.headers.set('If-Match', read.headers.get('ETag') ?? '')
      return answer(changed)
    },
    'a changed profile is kept, and a change without its present tag is refused',
  ],
  'a changed profile is answered with the old one': [
    'updateProfile',
    json((body) => ({ ...body, locale: 'en' })),
    'every answer shows a thing as it was sent, and as the others do',
  ],
}

/** As if there were one tenant. */
async function ofOneTenant(request: Request, answer: (request: Request) => Promise<Response>): Promise<Response> {
  const { url, method, headers } = request
  const body = await request.text()
  return answer(new Request(url.replace('aozora-water', 'minato-city'), { method, headers, body }))
}

describe('a defect of the sandbox', () => {
  afterEach(() => void Object.assign(current, { operation: '', tamper: whole }))

  it.each(Object.entries(defects))('fails the rule of: %s', async (_, [operation, tamper, rule]) => {
    Object.assign(current, { operation, tamper })
    const rules = allRules(provider).filter((one) => one.operations.includes(operation))
    const checks = await runRules(rules, provider, conformance)
    expect(checks.filter(({ result }) => result === 'failed').map(({ name }) => name)).toContain(rule)
  })
})

/** Those whose data is of no user who is set up again for each rule. */
const ofAddresses: ReadonlySet<string> = new Set(['login', 'registration', 'email-change', 'profile'])

it('keeps the rules of addresses and passwords in any order', async () => {
  const all = allRules(provider).filter((rule) =>
    rule.operations.some((name) => ofAddresses.has(operations.get(name)?.tag ?? '')),
  )
  const [rules = []] = fc.sample(fc.shuffledSubarray(all, { minLength: all.length }), { numRuns: 1, seed: 1 })
  const checks = await runRules(rules, provider, conformance)
  expect(checks.filter(({ result }) => result === 'failed')).toEqual([])
})

/** No state has a value of these. */
const neverShown = new Set(['charge totalLimit', 'draft reapplyOf', 'draft step'])

type Schema = { $ref?: string; properties?: Record<string, Schema> }

/** The members of things that the answer of a reading operation can have, by the names of the document. */
function membersShownBy(operation: string): Set<string> {
  const found = new Set<string>()
  const visit = (schema: unknown): void => {
    if (!isRecord(schema)) return
    const { $ref = '' } = schema as Schema
    const name = $ref.split('/').at(-1) ?? ''
    const target = resolved<Schema>(document, schema as Schema)
    const [kind, ...ids] = kinds[name] ?? []
    const members = Object.keys(target.properties ?? {}).filter((member) => !ids.includes(member) && member !== 'scan')
    if (kind !== undefined) for (const member of members) found.add(`${kind} ${member}`)
    for (const inner of Object.values(target)) visitAll(inner)
  }
  const visitAll = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit)
    else if (isRecord(value)) [value, ...Object.values(value)].forEach(visit)
  }
  const { method, responses } = operations.get(operation) ?? { method: '', responses: new Map<number, never>() }
  if (method === 'GET' && operation !== 'getSubmission')
    visit(responses.get(200)?.content?.['application/json']?.schema ?? {})
  return found
}

/** Each member that at least two reading operations show, with each of them. */
function comparable(): string[] {
  const shown = [...operations.keys()].flatMap((operation) =>
    [...membersShownBy(operation)].map((member) => ({ operation, member })),
  )
  const isShownTwice = (member: string) => shown.filter((one) => one.member === member).length > 1
  return shown
    .filter(({ member }) => isShownTwice(member) && !neverShown.has(member))
    .map(({ operation, member }) => `${operation} ${member}`)
}

describe('what two operations show', () => {
  it('shows each member by a rule that compares it', async () => {
    const compared = new Set<string>()
    for (const rule of sameThingRules) {
      const answers: Answer[] = []
      await rule.steps(new Play(provider, (answer) => void answers.push(answer)))
      for (const [, facts] of Map.groupBy(
        answers.flatMap((answer) => factsOf(answer).map((fact) => ({ ...fact, by: answer.operation }))),
        ({ thing, member }) => `${thing} ${member}`,
      ))
        if (new Set(facts.map(({ by }) => by)).size > 1)
          for (const { thing, member, by, value } of facts)
            if (value !== undefined) compared.add(`${by} ${kindOf(thing)} ${member}`)
    }
    expect(comparable().length).toBeGreaterThan(60)
    expect(comparable().filter((one) => !compared.has(one))).toEqual([])
    for (const operation of ['listOrders', 'getOrder', 'listDrafts', 'listServices'])
      expect([...compared]).toContain(`${operation} service name`)
  })

  it('names schemas of the document only', () => {
    expect(Object.keys(kinds).filter((name) => !(name in document.components.schemas))).toEqual([])
  })
})
