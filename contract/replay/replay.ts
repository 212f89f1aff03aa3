/** Holds recorded requests and answers against the document, the pact and the rules. Nothing of what it returns is a value of the recording. */
import { valueAt } from '../../form-model/pointer.ts'
import { contract } from '../../sandbox/contract/contract.ts'
import type { Conformance } from '../openapi/conformance.ts'
import { namesOf, shownPointer } from '../openapi/names.ts'
import { operationsOf } from '../openapi/document.ts'
import type { ApiDocument } from '../openapi/document.ts'
import { unreadable } from '../pact/harm.ts'
import { operationOf } from '../pact/pact-file.ts'
import type { Interaction } from '../pact/pact-file.ts'
import type { Check } from '../report/check.ts'
import { answerRules } from '../rules/answer-rules.ts'
import { decoded } from '../rules/bad-tokens.ts'
import { refusesInvalidTokens } from '../rules/operation-rules.ts'
import type { Answer } from '../rules/answer.ts'
import type { Rule } from '../rules/rule.ts'
import { Shown, factsBy } from '../rules/things.ts'
import type { Facts } from '../rules/things.ts'
import { differencesFromPact } from './pact-shape.ts'
import { recordedRules } from './recorded-rules.ts'
import type { RecordedRule } from './recorded-rules.ts'
import type { Recorded, Recording } from './recording.ts'

type Subject = Pick<Rule, 'name' | 'harm'>
type Finding = { at: Pick<Recorded, 'place' | 'status'>; reason: string }

const asDocumented: Subject = {
  name: 'every request is one of the document',
  harm: 'The API may refuse what the portal sends, and the resident cannot continue.',
}
const asRead: Subject = {
  name: 'every answer has what the portal reads',
  harm: unreadable,
}

const notStored: Subject = {
  name: 'no answer with personal data comes from the cache',
  harm: 'The next user of a shared computer finds personal data in the cache of the browser.',
}
const known: Subject = {
  name: 'every request is of an operation of the document',
  harm: 'The portal asks for something that the API does not have, and the resident cannot continue.',
}
/** Of no operation. */
export const elsewhere = 'outside of the document'

/** The checks of each operation that was recorded. */
export function replay(
  { sessions: recorded, unknown, hosts }: Recording,
  {
    document,
    conformance,
    interactions,
  }: {
    document: ApiDocument
    conformance: Conformance
    interactions: readonly Interaction[]
  },
): Check[] {
  const names = namesOf(document)
  const factsOf = factsBy(document)
  const sessions = recorded.map((session) => compared(session, factsOf))
  const ofAnswers = answerRules(conformance)
  const checks: Check[] = []

  // A sanitized export has no token at all.
  const hasTokens = sessions.flat().some(({ sentHeaders }) => sentHeaders?.has('Authorization') === true)
  for (const [operation, mine] of Map.groupBy(sessions.flat(), (one) => one.operation.operationId)) {
    const answers = mine.flatMap(({ answer, ...at }) => (answer === null ? [] : [{ at, answer }]))
    const add = (subject: Subject, findings: Finding[]) => checks.push(checkOf(operation, subject, findings))
    add(
      asDocumented,
      mine.flatMap((at) => requestFindings(at, names)),
    )
    for (const rule of ofAnswers)
      add(
        rule,
        answers.flatMap(({ at, answer }) =>
          rule.findings(answer).map(({ reason }) => ({ at, reason: withoutStatus(reason) })),
        ),
      )
    add(
      asRead,
      answers.flatMap(({ at, answer }) =>
        differencesFromPact(answer, likeAnswer(interactions, answer)).map((reason) => ({ at, reason })),
      ),
    )

    if (hasTokens && mine.some((one) => one.operation.owned)) add(refusesInvalidTokens, mine.flatMap(tokenFindings))
    const fromCache = mine.filter((one) => one.operation.owned && one.isOfBrowser)
    if (fromCache.length > 0)
      add(
        notStored,
        fromCache.map((at) => ({ at, reason: 'the browser answered it from its cache' })),
      )
  }
  const rules = recordedRules(operationsOf(document))
  for (const { rule, cases } of rules) {
    const seen = sessions.flatMap((session) => cases(session, { hosts }))
    const findings = seen.flatMap(({ at, reason }) => (reason === null ? [] : [{ at, reason }]))
    if (seen.length > 0) checks.push(checkOf(rule.operation, rule, findings))
  }
  const isSeen = checks.some(({ name }) => name === paymentHostRule)
  if (!isSeen && checks.some(({ operation }) => operation === 'proceedCharge'))
    checks.push(
      hostUnknown(rules, hosts === null ? 'the recording has no config.json, and --config names none' : leftAtOnce),
    )
  if (unknown.length > 0)
    checks.push(
      checkOf(
        elsewhere,
        known,
        unknown.map((at) => ({ at, reason: `${at.method} of an unknown path` })),
      ),
    )
  return checks
}

const paymentHostRule = 'the payment page is on a host of the configuration'
const leftAtOnce = 'no answer was recorded with its body, because the page is left at once'

function hostUnknown(rules: readonly RecordedRule[], reason: string): Check {
  const found = rules.find(({ rule }) => rule.name === paymentHostRule)
  if (found === undefined) throw new Error('There is no rule of payment hosts')
  const { name, harm, operation } = found.rule
  return { kind: 'rule', operation, name, harm, result: 'not verified', reasons: [reason] }
}

/** Each reason once, with the places of the recording where it was seen. */
function checkOf(operation: string, { name, harm }: Subject, findings: readonly Finding[]): Check {
  const places = Map.groupBy(findings, ({ at, reason }) => `${at.status}: ${reason}`)
  return {
    kind: 'rule',
    operation,
    name,
    harm,
    result: findings.length === 0 ? 'passed' : 'failed',
    reasons: [...places].map(([reason, found]) => `${reason} (${listed(found.map(({ at }) => at.place))})`),
  }
}

/** With what each answer shows otherwise than it was sent, or than one before it; staff may have changed the rest. */
function compared(session: readonly Recorded[], factsOf: Facts): Recorded[] {
  const shown = new Shown(factsOf)
  const differences = (answer: Answer, sent: unknown) =>
    shown.differences([answer, sent], { reader: '', what: 'lasting' })
  return session.map(({ answer, ...one }) => ({
    ...one,
    answer: answer === null ? null : { ...answer, differences: differences(answer, one.sent) },
  }))
}

const maxPlaces = 5

function listed(places: readonly string[]): string {
  const more = places.length - maxPlaces
  return [...places.slice(0, maxPlaces), ...(more > 0 ? [`and ${more} more`] : [])].join(', ')
}

function requestFindings(at: Recorded, names: ReadonlySet<string>): Finding[] {
  const { operation, path, url, sentHeaders, sentBody, sent } = at
  const described = contract().operations.find(({ id }) => id === operation.operationId)
  if (described === undefined) throw new Error(`The document has no operation ${operation.operationId}`)
  const isUnknown = sentBody === undefined || (sentBody !== '' && sent === undefined)
  const wrong = contract()
    .checkRequest(described, {
      pathParameters: Object.fromEntries(Object.entries(path)),
      query: url.searchParams,
      headers: sentHeaders ?? new Headers(),
      body: sent,
    })
    .filter(({ place }) => (place !== 'header' || sentHeaders !== null) && (place !== 'body' || !isUnknown))
    .map(({ place, pointer, keyword }) => `${shownPointer(pointer, names)} of the ${place} is wrong (${keyword})`)
  const parameters = operation.parameters.map(({ name }) => name)
  if ([...url.searchParams.keys()].some((name) => !parameters.includes(name)))
    wrong.push('the query has an unknown parameter')
  return wrong.map((reason) => ({ at, reason }))
}

/** The API may refuse before it has looked at the token, but do nothing else without a valid one. */
const beforeToken: ReadonlySet<number> = new Set([401, 429, 503])
const toleranceMs = 60_000

function tokenFindings(at: Recorded): Finding[] {
  const { answer, sentHeaders, status } = at
  if (answer === null || sentHeaders === null || beforeToken.has(status)) return []
  const given = sentHeaders.get('Authorization')
  if (given === null) return [{ at, reason: 'a request without a token was answered' }]
  const [, payload = ''] = given.split('.')
  const endsAt = Number(decoded(payload)?.exp) * 1000
  const now = Date.parse(answer.headers.get('Date') ?? '')
  return endsAt + toleranceMs < now ? [{ at, reason: 'a request with an expired token was answered' }] : []
}

/** The status is in front of each reason. */
function withoutStatus(reason: string): string {
  return reason.replace(/^\d+: /, '')
}

function likeAnswer(interactions: readonly Interaction[], { operation, exchange, body }: Answer): Interaction[] {
  const code = valueAt(body, '/code')
  return interactions.filter(
    (one) =>
      operationOf(one) === operation &&
      one.response.status === exchange.status &&
      (code === undefined || valueAt(one.response.body?.content, '/code') === code),
  )
}

/** What the checks do not say: the operations without a request, and what could not be compared. */
export function remarksOf({ sessions }: Recording, operations: readonly string[]): string[] {
  const recorded = sessions.flat()
  const seen = new Set(recorded.map(({ operation }) => operation.operationId))
  const missing = operations.filter((name) => !seen.has(name))
  const count = (fits: (one: Recorded) => boolean, what: string) => {
    const some = recorded.filter(fits).length
    return some === 0 ? [] : [`${some} of ${recorded.length} requests ${what}.`]
  }
  return [
    ...count(({ sentHeaders }) => sentHeaders === null, 'were recorded without their headers'),
    ...count(
      ({ sentBody, operation }) => operation.body !== null && sentBody === undefined,
      'were recorded without their body',
    ),
    ...count(
      ({ answer }) => answer !== null && answer.body === undefined,
      'have an answer whose body was not recorded',
    ),
    ...count(({ status }) => status === 0, 'have no answer'),
    ...count(({ isOfBrowser }) => isOfBrowser, 'were answered by the browser itself, not by the API'),
    ...(missing.length === 0 ? [] : [`Not recorded: ${missing.join(', ')}`]),
  ]
}
