/** Those of the rules in `contract/rules/` which a recording can show, because its requests happen to be their steps. */
import { isDeepStrictEqual } from 'node:util'
import { valueAt } from '../../form-model/pointer.ts'
import { allowedFileUrl } from '../../src/issued-files/file-url.ts'
import { checkedPaymentUrl } from '../../src/payment/payment-url.ts'
import { draftRules } from '../rules/draft-rules.ts'
import { fileRules } from '../rules/file-rules.ts'
import { listRules, lists } from '../rules/list-rules.ts'
import { hasKey, refusesOtherBody, repeatsItsAnswer } from '../rules/operation-rules.ts'
import { paymentRules } from '../rules/payment-rules.ts'
import type { Rule } from '../rules/rule.ts'
import { submissionRules } from '../rules/submission-rules.ts'
import type { Operation } from '../openapi/document.ts'
import type { Recorded, Recording } from './recording.ts'

/** A place in the recording where a rule could be seen, and the violation, without values. */
export type Case = { at: Recorded; reason: string | null }

export type RecordedRule = {
  rule: Pick<Rule, 'name' | 'harm'> & { operation: string }
  cases: (session: readonly Recorded[], recording: Pick<Recording, 'hosts'>) => Case[]
}

const all: readonly Rule[] = [...submissionRules, ...paymentRules, ...draftRules, ...listRules, ...fileRules]

function shown(operation: string, name: string, cases: RecordedRule['cases']): RecordedRule {
  const rule = all.find((one) => one.operations.includes(operation) && one.name === name)
  if (rule === undefined) throw new Error(`There is no rule "${name}" of ${operation}`)
  return { rule: { name, harm: rule.harm, operation }, cases }
}

export function recordedRules(operations: readonly Operation[]): RecordedRule[] {
  return [...operations.filter(hasKey).flatMap(({ operationId }) => ofKeys(operationId)), ...ofSeveral]
}

/** What is sent twice with one key; what was not recorded counts as the same. */
function ofKeys(operation: string): RecordedRule[] {
  const verdicts = (reason: string, valueOf: (one: Recorded) => unknown) => (session: readonly Recorded[]) =>
    repeated(done(session, operation))
      // A key is free again once the outcome of an accepted request is known.
      .filter(([first]) => first.status !== 202)
      .map(([first, again]) => verdict(again, same(valueOf(first), valueOf(again)), reason))
  return [
    {
      rule: { ...repeatsItsAnswer, operation },
      cases: verdicts('it is not the answer to the first request', ({ answer }) => answer?.body),
    },
    {
      rule: { ...refusesOtherBody, operation },
      cases: verdicts('a key was accepted with two bodies', ({ sent }) => sent),
    },
  ]
}

const ofSeveral: readonly RecordedRule[] = [
  shown('submitOrder', 'an application becomes one order, whatever its keys are', (session) =>
    pairs(done(session, 'submitOrder')).flatMap(([first, again]) => {
      const application = valueAt(first.sent, '/applicationId')
      if (application === undefined || valueAt(again.sent, '/applicationId') !== application) return []
      return [verdict(again, same(idIn(first, '/orderId'), idIn(again, '/orderId')), '/orderId is another one')]
    }),
  ),
  shown('getOrder', 'an order is stored as it was sent', (session) =>
    done(session, 'submitOrder').flatMap((sent) =>
      lostAfter(session, sent, 'getOrder', { orderId: idIn(sent, '/orderId') }),
    ),
  ),
  shown('getCharge', 'the charge of an order is the amount that was agreed to', (session) =>
    done(session, 'submitOrder').flatMap((sent) => {
      const path = { chargeId: idIn(sent, '/charge/chargeId') }
      return [
        ...lostAfter(session, sent, 'getCharge', path),
        ...later(session, sent, 'getCharge', path)
          .filter((read) => idIn(read, '/carriedOver') === undefined)
          .map((read) => {
            const agreed = valueAt(sent.sent, '/expectedTotal')
            return verdict(read, same(agreed, idIn(read, '/amount/total')), '/amount/total is not the agreed one')
          }),
      ]
    }),
  ),
  shown('getAttachment', 'a key stores one file, which is kept', (session) =>
    done(session, 'uploadAttachment').flatMap((sent) => {
      const path = { attachmentId: idIn(sent, '/attachmentId') }
      const deleted = later(session, sent, 'deleteAttachment', path)
      return lostAfter(session, sent, 'getAttachment', path).filter(
        ({ at }) => !deleted.some((one) => follows(at, one)),
      )
    }),
  ),
  shown('getDraft', 'a key makes one draft of a returned application', (session) =>
    done(session, 'reapplyOrder').flatMap((made) => lostDraft(session, made)),
  ),
  shown('getSubmission', 'the outcome of a submission is found by its key', (session) =>
    done(session, 'submitOrder').flatMap((sent) =>
      answered(session, 'getSubmission')
        .filter((read) => follows(read, sent) && read.path.idempotencyKey === keyOf(sent))
        .map((read) =>
          verdict(
            read,
            read.status !== 404 && same(idIn(sent, '/orderId'), idIn(read, '/order/orderId')),
            'the submission is not found as that order',
          ),
        ),
    ),
  ),
  shown('getDraft', 'a submitted draft is gone', (session) =>
    done(session, 'submitOrder').flatMap((sent) => goneAfter(session, sent, valueAt(sent.sent, '/applicationId'))),
  ),
  shown('getDraft', 'a draft that is deleted on any device is gone', (session) =>
    done(session, 'deleteDraft').flatMap((sent) =>
      goneAfter(session, sent, sent.url.searchParams.get('applicationId') ?? undefined),
    ),
  ),
  shown('getDraft', 'a saved draft is kept', (session) =>
    done(session, 'saveDraft').flatMap((saved) => [
      ...lostDraft(session, saved),
      ...later(session, saved, 'getDraft', saved.path)
        .filter((read) => hasBody(read) && tagOf(read) !== null && tagOf(read) === tagOf(saved))
        .map((read) => {
          const wrong = Object.entries(Object(saved.sent) as object).find(
            ([name, value]) => !isDeepStrictEqual(idIn(read, `/${name}`), value),
          )
          return verdict(read, wrong === undefined, 'the draft is not as it was saved')
        }),
    ]),
  ),
  ...[
    { operation: 'saveDraft', name: 'a save changes the tag, and one with the old tag is refused' },
    { operation: 'updateProfile', name: 'a changed profile is kept, and a change without its present tag is refused' },
    { operation: 'submitOrder', name: 'an application with an old tag of its draft is refused' },
    { operation: 'deleteDraft', name: 'a deletion with an old tag, or without one, deletes nothing' },
  ].map(({ operation, name }) =>
    shown(operation, name, (session) => [...changedTags(session, operation), ...wrongTags(session, operation)]),
  ),
  shown('saveDraft', 'a first save does not replace a draft', (session) =>
    done(session, 'saveDraft')
      .filter(({ sentHeaders }) => sentHeaders !== null && !sentHeaders.has('If-Match'))
      .flatMap((save) => {
        const stored = storedTag(session, save)
        return stored === undefined ? [] : [verdict(save, stored === null, 'a draft was replaced without If-Match')]
      }),
  ),
  shown('proceedCharge', 'a second payment is refused while one is open', (session) =>
    pairs(done(session, 'proceedCharge')).flatMap(([first, second]) => {
      if (first.path.chargeId !== second.path.chargeId || keyOf(first) === keyOf(second)) return []
      const isOver = second.endedAt >= Date.parse(String(idIn(first, '/expiresAt'))) || hasEnded(session, first, second)
      return isOver ? [] : [verdict(second, false, 'a second payment was started')]
    }),
  ),
  shown('proceedCharge', 'the payment page is on a host of the configuration', (session, { hosts }) =>
    hosts === null
      ? []
      : done(session, 'proceedCharge')
          .filter(hasBody)
          .map((paid) => {
            const { path } = session.findLast((one) => one.order < paid.order && 'tenantId' in one.path) ?? paid
            const isAllowed = checkedPaymentUrl(String(idIn(paid, '/url')), hosts.paymentHosts(path.tenantId)) !== null
            return verdict(paid, isAllowed, '/url is not https on a host of paymentHosts')
          }),
  ),
  shown('getCharge', 'a declined charge stays declined and cannot be paid', (session) =>
    done(session, 'declineCharge').flatMap((declined) => cancelledAfter(session, declined, declined.path.chargeId)),
  ),
  shown('getOrder', 'a withdrawn application stays withdrawn and cannot be paid', (session) =>
    done(session, 'withdrawOrder').flatMap((withdrawn) => [
      ...later(session, withdrawn, 'getOrder', withdrawn.path).map((read) =>
        verdict(read, same(idIn(read, '/status'), 'CANCELLED_BY_USER'), '/status is not CANCELLED_BY_USER'),
      ),
      ...cancelledAfter(session, withdrawn, idIn(withdrawn, '/charge/chargeId')),
    ]),
  ),
  shown('getAttachment', 'a deleted file is gone', (session) =>
    done(session, 'deleteAttachment').flatMap((deleted) =>
      answered(session, 'getAttachment')
        .filter((read) => follows(read, deleted) && read.path.attachmentId === deleted.path.attachmentId)
        .map((read) => verdict(read, read.status !== 200, 'it is still there')),
    ),
  ),
  ...['createAttachmentLink', 'createFileLink'].map((operation) =>
    shown(operation, 'a link is on an origin of the configuration', (session, { hosts }) =>
      hosts === null
        ? []
        : done(session, operation)
            .filter(hasBody)
            .map((made) => {
              const isAllowed = allowedFileUrl(String(idIn(made, '/url')), made.url, hosts.fileOrigins) !== null
              return verdict(made, isAllowed, '/url is neither on the origin of the API nor on filesOrigin')
            }),
    ),
  ),
  shown('downloadFile', 'a link is of one tenant, serves one download, and ends soon', (session) =>
    pairs(done(session, 'downloadFile')).flatMap(([first, again]) =>
      first.path.linkId === again.path.linkId ? [verdict(again, false, 'the link was used a second time')] : [],
    ),
  ),
  ...lists.map(({ operation, id, time }) =>
    shown(operation, 'every item is on one page, the newest first', (session) =>
      done(session, operation).flatMap((page) => pageCases(session, page, id, time)),
    ),
  ),
]

function verdict(at: Recorded, isKept: boolean, reason: string): Case {
  return { at, reason: isKept ? null : reason }
}

/** Equal, or one of them was not recorded. */
function same(one: unknown, other: unknown): boolean {
  return one === undefined || other === undefined || isDeepStrictEqual(one, other)
}

function answered(session: readonly Recorded[], operation: string): Recorded[] {
  return session.filter((one) => one.operation.operationId === operation && one.answer !== null)
}

/** The requests that succeeded. */
function done(session: readonly Recorded[], operation: string): Recorded[] {
  return answered(session, operation).filter(({ status }) => status >= 200 && status < 300)
}

function pairs(list: readonly Recorded[]): [Recorded, Recorded][] {
  return list.slice(1).flatMap((again, index) => {
    const first = list[index]
    return first === undefined ? [] : [[first, again] satisfies [Recorded, Recorded]]
  })
}

function repeated(list: readonly Recorded[]): [Recorded, Recorded][] {
  return pairs(list.toSorted((one, other) => String(keyOf(one)).localeCompare(String(keyOf(other))))).filter(
    ([first, again]) => keyOf(first) !== null && keyOf(first) === keyOf(again),
  )
}

/** A repeated request gets the answer of the first one, whatever is stored now. */
function isRepeated(session: readonly Recorded[], one: Recorded): boolean {
  return keyOf(one) !== null && session.some((first) => first.order < one.order && keyOf(first) === keyOf(one))
}

function keyOf({ sentHeaders }: Recorded): string | null {
  return sentHeaders?.get('Idempotency-Key') ?? null
}

function tagOf({ headers }: Recorded): string | null {
  return headers.get('ETag')
}

function idIn({ answer }: Recorded, pointer: string): unknown {
  return valueAt(answer?.body, pointer)
}

function hasBody({ answer }: Recorded): boolean {
  return answer?.body !== undefined
}

function follows(later: Recorded, earlier: Recorded): boolean {
  return later.order > earlier.order && later.startedAt >= earlier.endedAt
}

/** The later successful requests of an operation for the same thing. */
function later(session: readonly Recorded[], first: Recorded, operation: string, path: object): Recorded[] {
  return done(session, operation).filter((one) => follows(one, first) && isAt(one, path))
}

function isAt({ path }: Recorded, wanted: object): boolean {
  return Object.entries(wanted).every(([name, value]) => path[name] === value)
}

function goneAfter(session: readonly Recorded[], sent: Recorded, applicationId: unknown): Case[] {
  return answered(session, 'getDraft')
    .filter((read) => follows(read, sent) && applicationId !== undefined)
    .map((read) => verdict(read, idIn(read, '/applicationId') !== applicationId, 'the draft is still there'))
}

function cancelledAfter(session: readonly Recorded[], ended: Recorded, chargeId: unknown): Case[] {
  if (chargeId === undefined) return []
  return [
    ...later(session, ended, 'getCharge', { chargeId }).map((read) =>
      verdict(read, same(idIn(read, '/status'), 'CANCELLED'), '/status is not CANCELLED'),
    ),
    ...later(session, ended, 'proceedCharge', { chargeId }).map((paid) =>
      verdict(paid, false, 'a payment of it was started'),
    ),
  ]
}

/** What was created cannot be read. */
function lostAfter(session: readonly Recorded[], created: Recorded, operation: string, path: object): Case[] {
  return answered(session, operation)
    .filter((read) => follows(read, created) && isAt(read, path))
    .map((read) => verdict(read, read.status !== 404, 'it does not exist, although it was created'))
}

/** The next read of a stored draft, unless it was deleted or sent in the meantime. */
function lostDraft(session: readonly Recorded[], stored: Recorded): Case[] {
  if (draftOf(stored) === null) return []
  const after = session.filter((one) => follows(one, stored) && isOfDraft(one, stored))
  const [next] = after.filter(({ status }) => status === 404 || (status >= 200 && status < 300))
  if (next?.operation.operationId !== 'getDraft' || next.answer === null) return []
  return [verdict(next, next.status !== 404, 'it does not exist, although it was stored')]
}

/** Two saves of different content have different tags. */
function changedTags(session: readonly Recorded[], operation: string): Case[] {
  return pairs(done(session, operation)).flatMap(([first, second]) =>
    isDeepStrictEqual(first.path, second.path) &&
    !same(first.sent, second.sent) &&
    tagOf(first) !== null &&
    tagOf(second) !== null
      ? [verdict(second, tagOf(first) !== tagOf(second), 'the header ETag did not change')]
      : [],
  )
}

/** A change that was accepted with another tag than the answers before it had. */
function wrongTags(session: readonly Recorded[], operation: string): Case[] {
  return done(session, operation).flatMap((change) => {
    const stored = storedTag(session, change)
    if (stored === undefined || change.sentHeaders === null || isRepeated(session, change)) return []
    const given = change.sentHeaders.get('If-Match')
    if (given === null && operation === 'saveDraft') return []
    return [verdict(change, given === stored, 'it was accepted with another tag than that of the stored copy')]
  })
}

/** The draft that a request reads, changes, ends or makes; null if its body was not recorded. */
function draftOf(one: Recorded): object | null {
  const { operationId } = one.operation
  const body =
    operationId === 'submitOrder' ? one.sent : operationId === 'reapplyOrder' ? one.answer?.body : { ...one.path }
  const [serviceId, type] = [valueAt(body, '/serviceId'), valueAt(body, '/type')]
  return serviceId === undefined || type === undefined ? null : { serviceId, type }
}

const ofDrafts: ReadonlySet<string> = new Set(['getDraft', 'saveDraft', 'deleteDraft', 'submitOrder', 'reapplyOrder'])
const ofProfile: ReadonlySet<string> = new Set(['getProfile', 'updateProfile'])
const ending: ReadonlySet<string> = new Set(['deleteDraft', 'submitOrder'])

function isOfDraft(one: Recorded, other: Recorded): boolean {
  const [draft, wanted] = [draftOf(one), draftOf(other)]
  return ofDrafts.has(one.operation.operationId) && (draft === null || isDeepStrictEqual(draft, wanted))
}

/**
 * The tag of the copy that a change finds, by the last answer about it before the change was sent: null if there was no
 * copy, undefined if the recording does not say. After a refused change only the next read says it.
 */
function storedTag(session: readonly Recorded[], change: Recorded): string | null | undefined {
  const isOfProfile = ofProfile.has(change.operation.operationId)
  if (!isOfProfile && draftOf(change) === null) return undefined
  const about = session.filter(
    (one) =>
      one !== change &&
      one.startedAt < change.endedAt &&
      (isOfProfile ? ofProfile.has(one.operation.operationId) : isOfDraft(one, change)),
  )
  const last = about.findLast((one) => one.answer !== null && follows(change, one))
  if (last === undefined || (!isOfProfile && draftOf(last) === null)) return undefined
  // Changes at the same time, or without an answer.
  if (about.some((one) => one !== last && one.method !== 'GET' && !follows(last, one))) return undefined
  if (last.status === 404) return null
  if (last.status !== 200 && last.status !== 201 && last.status !== 204) return undefined
  return ending.has(last.operation.operationId) ? null : (tagOf(last) ?? undefined)
}

/** Whether the portal has learned between two payments that the first one has ended. */
function hasEnded(session: readonly Recorded[], first: Recorded, second: Recorded): boolean {
  return session.some(
    (one) =>
      follows(one, first) &&
      follows(second, one) &&
      one.path.chargeId === first.path.chargeId &&
      idIn(one, '/lastAttempt/state') !== undefined &&
      !['STARTED', 'PROCESSING'].includes(String(idIn(one, '/lastAttempt/state'))),
  )
}

const defaultLimit = 20

function pageCases(session: readonly Recorded[], page: Recorded, id: readonly string[], time: string): Case[] {
  const items = itemsOf(page)
  const limit = Number(page.url.searchParams.get('limit') ?? defaultLimit)
  const times = items.map((item) => Date.parse(String(valueAt(item, `/${time}`))))
  const cursor = page.url.searchParams.get('cursor')
  const before = session.filter((one) => cursor !== null && idIn(one, '/nextCursor') === cursor).flatMap(itemsOf)
  const known = new Set(before.map((item) => idOf(item, id)))
  return [
    verdict(page, items.length <= limit, '/items has more items than limit'),
    verdict(
      page,
      times.every((at, index) => index === 0 || at <= (times[index - 1] ?? at)),
      `/items are not in the order of ${time}`,
    ),
    verdict(page, !items.some((item) => known.has(idOf(item, id))), '/items has items of the page before'),
  ]
}

function itemsOf(page: Recorded): unknown[] {
  const items = idIn(page, '/items')
  return Array.isArray(items) ? (items as unknown[]) : []
}

function idOf(item: unknown, members: readonly string[]): string {
  return members.map((name) => String(valueAt(item, `/${name}`))).join('/')
}
