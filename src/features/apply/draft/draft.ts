import type { Answers } from '../../../../form-model/definition.ts'
import { canonicalJson } from '../../../../form-model/canonical.ts'
import { isRecord } from '../../../../form-model/record.ts'
import type {
  Draft,
  DraftContent as WireDraft,
  DraftShippingAddress,
  UnplacedAnswer,
} from '../../../api/generated/api.schemas.ts'
import { toUnplaced } from '../../../form-engine/answers/unplaced.ts'
import type { Problem } from '../../../lib/problem.ts'
import { isAccountDeleted, ProblemError, problemIn, problemOf } from '../../../lib/problem.ts'
import { isBoolean, isNumber, isString, nullable, oneOf, optional, shape } from '../../../lib/shape.ts'
import type { Guarded } from '../../../lib/shape.ts'
import { isEmpty, toAnswers, withSafeTexts } from '../../../../form-model/answers.ts'
import { deleteDraft, getDraft, getGetDraftQueryKey, saveDraft } from '../../../api/generated/drafts/drafts.ts'
import { silentCall } from '../../../api/http.ts'
import type { Call } from '../../../api/http.ts'
import { sendOnLeave } from '../../../api/send-on-leave.ts'

/** The form's version is no part of the key. */
export type ApplicationKey = { tenantId: string; userId: string; serviceId: string; type: string }

export function applicationName({ tenantId, userId, serviceId, type }: ApplicationKey): string {
  return [tenantId, userId, serviceId, type].join('/')
}

export type DraftContent = {
  formVersion: string
  answers: Answers
  step: string | null
  /** An address other than the profile's, as typed, also while the profile's is chosen. */
  shippingAddress: DraftShippingAddress | null
  /** Answers that the form has no place for, until the user dismisses them. */
  unplaced: readonly UnplacedAnswer[]
  /** JSON Pointers of the answers that were filled in from the profile and that the user has not changed. */
  registered: readonly string[]
  /** The returned order that this one replaces. */
  reapplyOf: string | null
}

/** The server's copy, according to its last response. `baseContent`: what both sides have in common; null without one. */
export type SavedBase = {
  etag: string | null
  savedAt: string | null
  /** Whether the server has not confirmed the last change. */
  unsaved: boolean
  baseContent: DraftContent | null
}

export const nothingSaved: SavedBase = { etag: null, savedAt: null, unsaved: false, baseContent: null }

function isContent(value: unknown): value is DraftContent {
  return isRecord(value) && isString(value.formVersion)
}

/** The record of an application. One that was changed by hand, or cut off, is ignored. */
export const isLocalRecord = shape({
  tenantId: isString,
  userId: isString,
  serviceId: isString,
  type: isString,
  applicationId: isString,
  changedAt: isString,
  content: isContent,
  baseContent: nullable(isContent),
  etag: nullable(isString),
  savedAt: nullable(isString),
  unsaved: isBoolean,
  /** What another page load needs of a submission. `orderId`: what it has become, until a page has shown that. */
  submission: shape({
    key: isString,
    phase: oneOf(['editing', 'sending', 'waiting', 'not-arrived']),
    body: nullable(isString),
    orderId: optional(isString),
  }),
  /** Counts the writes, by whichever tab. */
  write: isNumber,
})

/** As the browser stores it. */
export type LocalRecord = Guarded<typeof isLocalRecord>
export type LocalDraft = Omit<LocalRecord, 'write'>
export type SubmissionStart = LocalDraft['submission']

export type DraftVersion = { applicationId: string; etag: string }

export type ServerDraft = DraftVersion & { content: DraftContent; savedAt: string }

export type ServerAnswer =
  | { kind: 'found'; draft: ServerDraft }
  | { kind: 'none' | 'expired' }
  | { kind: 'unreachable'; problem: Problem }

/** A draft is deleted one week after its last save, like at the API (docs/deviations.md). */
export const draftLifetimeMs = 7 * 24 * 60 * 60 * 1000

/** An unreadable time of the last change keeps the draft. */
export function isExpired(changedAt: string, now: number): boolean {
  return now - Date.parse(changedAt) >= draftLifetimeMs
}

/**
 * Decides between the browser's and the server's copy. Changes of only one side are never dropped without asking.
 * @param submitting a submission is pending, or its outcome is unknown: the answers do not change
 * @throws ProblemError if the browser has no copy and the API has not responded: an empty form would hide its copy
 */
export function resumePlan(local: LocalDraft | null, answer: ServerAnswer, now: number, submitting = false) {
  // Not the server's tag: a draft of another device is compared when this one is sent or saved again.
  if (local !== null && submitting) return continued(local, local)
  const isOld = local !== null && isExpired(local.changedAt, now)
  if (local === null || isOld || (!local.unsaved && answer.kind !== 'unreachable')) {
    if (answer.kind === 'found')
      return continued({ ...answer.draft, changedAt: answer.draft.savedAt }, seen(answer.draft))
    if (isOld || answer.kind === 'expired') return { kind: 'expired' as const }
    if (answer.kind === 'unreachable') throw new ProblemError(answer.problem)
    return { kind: 'new' as const }
  }
  const verdict = compare(local, answer)
  // One that is gone was submitted or deleted. The next save finds out which, and the user decides.
  if (verdict.kind !== 'ours') return continued(local, local, verdict.kind === 'theirs' ? verdict.draft : null)
  // One that was emptied has nothing to delete any more.
  const isNothing = verdict.base.etag === null && isBlank(local.content)
  return isNothing ? { kind: 'new' as const } : continued(local, verdict.base)
}

/** `theirs`: the copy of another device, if both have changes of their own. */
function continued(
  { content, changedAt }: Pick<LocalDraft, 'content' | 'changedAt'>,
  { etag, savedAt, unsaved, baseContent }: SavedBase,
  theirs: ServerDraft | null = null,
) {
  return { kind: 'continue' as const, content, changedAt, base: { etag, savedAt, unsaved, baseContent }, theirs }
}

export function seen({ etag, savedAt, content }: Pick<ServerDraft, 'etag' | 'savedAt' | 'content'>): SavedBase {
  return { etag, savedAt, unsaved: false, baseContent: content }
}

/** The address of a draft in which the user has chosen it; null: the profile's. */
export function chosenAddress(inDraft: DraftShippingAddress | null): DraftShippingAddress | null {
  return inDraft?.unused === true ? null : inDraft
}

export function isBlank({ answers, shippingAddress, unplaced, reapplyOf }: DraftContent): boolean {
  return isEmpty(answers) && shippingAddress === null && unplaced.length === 0 && reapplyOf === null
}

/** Content read from storage or from a response: what it lacks is empty, and what has another shape is dropped. */
export function toContent(draft: DraftContent | WireDraft): DraftContent {
  const { formVersion, answers, step, shippingAddress, unplaced, registered, reapplyOf } = draft
  return {
    formVersion,
    answers: toAnswers(answers),
    step: isString(step) ? step : null,
    shippingAddress: isRecord(shippingAddress) ? shippingAddress : null,
    unplaced: toUnplaced(unplaced),
    registered: Array.isArray(registered) ? registered.filter(isString) : [],
    reapplyOf: isString(reapplyOf) ? reapplyOf : null,
  }
}

/** Whether two copies are equal; the user's last page and what fills in the answers do not count. */
export function sameContent(one: DraftContent, other: DraftContent): boolean {
  const relevant = (content: DraftContent) => canonicalJson({ ...content, step: null, registered: [] })
  return relevant(one) === relevant(other)
}

export type Verdict = ReturnType<typeof compare>

/** The one comparison with the API's copy. `mine`: without secrets, as it is saved. */
export function compare(mine: SavedBase & Pick<LocalDraft, 'applicationId' | 'content'>, theirs: ServerAnswer) {
  const { content, etag, baseContent } = mine
  /** The API has what this application continues, or nothing. `unsaved`: it lacks some of this. */
  const ours = (base: SavedBase) => ({ kind: 'ours' as const, base })
  const none = ours({ ...nothingSaved, unsaved: !isBlank(content) })
  switch (theirs.kind) {
    case 'unreachable':
      return theirs
    case 'expired':
      return none
    case 'none':
      // It was submitted or deleted.
      return etag === null || isBlank(content) ? none : { kind: 'gone' as const }
    case 'found': {
      const { draft } = theirs
      if (sameContent(content, draft.content)) return ours(seen(draft))
      const isOurs =
        draft.etag === etag ||
        draft.applicationId === mine.applicationId ||
        (baseContent !== null && sameContent(baseContent, draft.content))
      return isOurs ? ours({ ...seen(draft), unsaved: true }) : { kind: 'theirs' as const, draft }
    }
  }
}

export type SaveAnswer =
  | { kind: 'saved'; etag: string; savedAt: string }
  | { kind: 'removed' }
  /** The API has another version (412), or its week is over (410). */
  | { kind: 'conflict' }
  /** The application has become an order (409). */
  | { kind: 'submitted'; orderId: string }
  /** `refused`: the API will never accept this content (too large, unknown form). `failed`: a retry may help. */
  | { kind: 'refused' | 'failed'; problem: Problem }

/** What a save is based on; `etag` is null for the first one. */
export type DraftBase = { applicationId: string; etag: string | null }

export type ServerDrafts = ReturnType<typeof serverDrafts>

type Options = {
  /** How to request the copy; `call`: how to make the other requests. */
  ask?: Call
  call?: Call
  /** Rejects if another user is signed in: one user's answers are never sent, or read, with the token of another. */
  checkOwner?: () => Promise<void>
}

/** The drafts at the API. Reading and saving never throw. */
export function serverDrafts(
  { serviceId, type }: Pick<ApplicationKey, 'serviceId' | 'type'>,
  { ask = silentCall, call = silentCall, checkOwner = async () => undefined }: Options = {},
) {
  return {
    async read(): Promise<ServerAnswer> {
      try {
        await checkOwner()
        const { data, headers } = await ask(() => getDraft(serviceId, type))
        return { kind: 'found', draft: toServerDraft(data, headers.etag ?? '') }
      } catch (error) {
        const problem = problemIn(error)
        if (problem.kind === 'not-found') return { kind: 'none' }
        return problem.kind === 'gone' ? { kind: 'expired' } : { kind: 'unreachable', problem }
      }
    },
    /** @param silent an ended session does not interrupt the typing: the browser's copy is safe */
    async save(content: DraftContent, { applicationId, etag }: DraftBase, silent: boolean): Promise<SaveAnswer> {
      try {
        await checkOwner()
        const ifMatch = etag === null ? undefined : { 'If-Match': etag }
        const save = () => saveDraft(serviceId, type, toWire(content, applicationId), ifMatch)
        const { data, headers } = await (silent
          ? save().catch((error: unknown) => unlessDeleted(error, call))
          : call(save))
        return { kind: 'saved', etag: headers.etag ?? '', savedAt: data.savedAt }
      } catch (error) {
        return toSaveAnswer(problemIn(error))
      }
    },
    sendOnLeave: (content: DraftContent, { applicationId, etag }: DraftBase): boolean =>
      sendOnLeave({
        url: `/${getGetDraftQueryKey(serviceId, type).join('/')}`,
        method: 'PUT',
        body: toWire(content, applicationId),
        ...(etag === null ? {} : { headers: { 'If-Match': etag } }),
      }),
    /** A missing draft is the desired result. */
    async remove({ applicationId, etag }: DraftVersion): Promise<SaveAnswer> {
      try {
        await checkOwner()
        await deleteDraft(serviceId, type, { applicationId }, { 'If-Match': etag })
        return { kind: 'removed' }
      } catch (error) {
        const problem = problemIn(error)
        return problem.kind === 'not-found' || problem.kind === 'gone' ? { kind: 'removed' } : toSaveAnswer(problem)
      }
    },
  }
}

/** A deleted account ends the session wherever it is noticed, also by a silent request: `call` sees to that. */
function unlessDeleted(error: unknown, call: Call): Promise<never> {
  const problem = problemOf(error)
  const isDeleted = problem !== null && isAccountDeleted(problem)
  return isDeleted ? call<never>(() => Promise.reject(error)) : Promise.reject(error)
}

export function toSaveAnswer(problem: Problem): SaveAnswer {
  if (problem.status === 412 || problem.kind === 'gone') return { kind: 'conflict' }
  if (problem.orderId !== undefined) return { kind: 'submitted', orderId: problem.orderId }
  return { kind: [400, 404, 413, 422].includes(problem.status ?? 0) ? 'refused' : 'failed', problem }
}

function toWire(content: DraftContent, applicationId: string): WireDraft {
  const { formVersion, answers, step, shippingAddress, unplaced, registered, reapplyOf } = content
  return withSafeTexts({
    applicationId,
    formVersion,
    answers,
    ...(step !== null && { step }),
    ...(shippingAddress !== null && { shippingAddress }),
    ...(unplaced.length > 0 && { unplaced: [...unplaced] }),
    ...(registered.length > 0 && { registered: [...registered] }),
    ...(reapplyOf !== null && { reapplyOf }),
  })
}

function toServerDraft(draft: Draft, etag: string): ServerDraft {
  const texts: unknown[] = [draft.formVersion, draft.applicationId, draft.savedAt]
  if (texts.some((text) => typeof text !== 'string')) throw new ProblemError({ kind: 'unreadable', fields: [] })
  return { content: toContent(draft), applicationId: draft.applicationId, etag, savedAt: draft.savedAt }
}
