import { deleteDraft, getDraft, getGetDraftQueryKey, saveDraft } from '../../../api/generated/drafts/drafts.ts'
import type { Draft, DraftContent as WireDraft } from '../../../api/generated/api.schemas.ts'
import { ProblemError, problemOf } from '../../../lib/problem.ts'
import type { Problem } from '../../../lib/problem.ts'
import { toAnswers } from '../../../../form-model/answers.ts'
import { silentCall } from '../../../api/http.ts'
import type { Call } from '../../../api/http.ts'
import { sendOnLeave } from '../../../api/send-on-leave.ts'
import type { ApplicationKey, DraftContent, ServerAnswer, ServerDraft } from './draft-content.ts'

export type SaveAnswer =
  | { kind: 'saved'; etag: string; savedAt: string; expiresAt: string }
  /** Another device has saved since (412). */
  | { kind: 'conflict' }
  /** The stored copy is gone (410): it may be created again. */
  | { kind: 'gone' }
  /** The API will never accept this content (too large, unknown form): only the browser keeps it. */
  | { kind: 'refused'; problem: Problem }
  /** No response or a temporary failure: retry. */
  | { kind: 'failed'; problem: Problem }

/** The drafts at the API. Reading and saving never throw. */
export type ServerDrafts = {
  read(): Promise<ServerAnswer>
  /** @param silent an ended session does not interrupt the typing: the browser's copy is safe */
  save(content: DraftContent, saveId: string, etag: string | null, silent: boolean): Promise<SaveAnswer>
  /** Sends a last save while the page is left; false if that is impossible. */
  sendOnLeave(content: DraftContent, saveId: string, etag: string | null): boolean
  remove(): Promise<void>
}

type Options = {
  /** How to request the copy. */
  ask?: Call
  /** How to make the other requests. */
  call?: Call
  /** Rejects if another user is signed in: one user's answers are never sent with the token of another. */
  checkOwner?: () => Promise<void>
}

export function serverDrafts(
  { serviceId, type }: Pick<ApplicationKey, 'serviceId' | 'type'>,
  { ask = silentCall, call = silentCall, checkOwner = async () => undefined }: Options = {},
): ServerDrafts {
  return {
    async read() {
      try {
        const { data, headers } = await ask(() => getDraft(serviceId, type))
        return { kind: 'found', draft: toServerDraft(data, headers.etag ?? '') }
      } catch (error) {
        const problem = problemOf(error)
        if (problem === null) throw error
        if (problem.kind === 'not-found') return { kind: 'none' }
        return problem.kind === 'gone' ? { kind: 'expired' } : { kind: 'unreachable', problem }
      }
    },
    async save(content, saveId, etag, silent) {
      try {
        await checkOwner()
        const ifMatch = etag === null ? undefined : { 'If-Match': etag }
        const save = () => saveDraft(serviceId, type, toWire(content, saveId), ifMatch)
        const { data, headers } = await (silent ? save() : call(save))
        return { kind: 'saved', etag: headers.etag ?? '', savedAt: data.savedAt, expiresAt: data.expiresAt }
      } catch (error) {
        const problem = problemOf(error)
        if (problem === null) throw error
        return toSaveAnswer(problem)
      }
    },
    sendOnLeave: (content, saveId, etag) =>
      sendOnLeave({
        url: `/${getGetDraftQueryKey(serviceId, type).join('/')}`,
        method: 'PUT',
        body: toWire(content, saveId),
        ...(etag === null ? {} : { headers: { 'If-Match': etag } }),
      }),
    async remove() {
      try {
        await deleteDraft(serviceId, type)
      } catch (error) {
        // A missing draft is the desired result.
        if (problemOf(error)?.kind !== 'not-found') throw error
      }
    },
  }
}

export function toSaveAnswer(problem: Problem): SaveAnswer {
  if (problem.status === 412) return { kind: 'conflict' }
  if (problem.kind === 'gone') return { kind: 'gone' }
  const final = problem.status === 404 || problem.status === 413 || problem.status === 422 || problem.status === 400
  return { kind: final ? 'refused' : 'failed', problem }
}

/** The body of a save, also for the one sent while the page is left. */
function toWire(content: DraftContent, saveId: string): WireDraft {
  const { formVersion, answers, step, shippingAddress, reapplyOf } = content
  return {
    formVersion,
    answers,
    saveId,
    ...(step === null ? {} : { step }),
    ...(shippingAddress === null ? {} : { shippingAddress }),
    ...(reapplyOf === null ? {} : { reapplyOf }),
  }
}

function toServerDraft(draft: Draft, etag: string): ServerDraft {
  const texts: unknown[] = [draft.formVersion, draft.saveId, draft.savedAt]
  if (texts.some((text) => typeof text !== 'string')) throw new ProblemError({ kind: 'unreadable', fields: [] })
  return {
    content: {
      formVersion: draft.formVersion,
      answers: toAnswers(draft.answers),
      step: draft.step ?? null,
      shippingAddress: draft.shippingAddress ?? null,
      reapplyOf: draft.reapplyOf ?? null,
    },
    saveId: draft.saveId,
    etag,
    savedAt: draft.savedAt,
    expiresAt: draft.expiresAt,
  }
}
