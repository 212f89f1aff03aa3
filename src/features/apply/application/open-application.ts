import { toAnswers } from '../../../../form-model/answers.ts'
import { pointerOf } from '../../../../form-model/pointer.ts'
import { isRecord } from '../../../../form-model/record.ts'
import { ProblemError } from '../../../lib/problem.ts'
import { isString, readJson } from '../../../lib/shape.ts'
import type { ApplicationStore } from './application-store.ts'
import type { ApplicationDeps, FormRules } from './application-types.ts'
import { createStore } from './application-store.ts'
import type { OrderSubmission, Profile } from '../../../api/generated/api.schemas.ts'
import { isPrefilledOnOpening, prefilled } from '../../../form-engine/answers/prefill.ts'
import { emptyContent } from './content-state.ts'
import { isBlank, resumePlan } from '../draft/draft.ts'
import type { ApplicationKey, DraftContent, LocalDraft, ServerAnswer } from '../draft/draft.ts'
import { mayExistOnServer, nothingSaved } from '../draft/saving-state.ts'
import type { SavedBase } from '../draft/saving-types.ts'
import { phaseAfterReload } from '../submission/submission-state.ts'
import type { SubmissionStart } from '../submission/submission-state.ts'

type OpenOptions = {
  /** Skips the question whether to continue the found draft, e.g. after a reload of a step. */
  silent?: boolean
  /** The API's copy, if it was already requested. */
  read?: Promise<ServerAnswer> | null
}

/**
 * Reads both copies, decides which to continue and converts it to `current`. Without a network the browser's copy is
 * enough.
 * @throws ProblemError if the browser has no answers and the API does not respond
 */
export async function openApplication(
  key: ApplicationKey,
  current: FormRules,
  deps: ApplicationDeps,
  { silent = false, read = null }: OpenOptions = {},
): Promise<ApplicationStore> {
  const [copies, answer, profile] = await Promise.all([
    deps.local.read(key),
    read ?? deps.server.read(),
    current.definition.steps.some(isPrefilledOnOpening) ? deps.profile() : null,
  ])
  const submission: SubmissionStart =
    copies.submission === null || copies.submission.phase === 'editing'
      ? { key: deps.newKey(), phase: 'editing', body: null }
      : { ...copies.submission, phase: phaseAfterReload(copies.submission.phase) }
  const submitting = submission.phase !== 'editing'
  const local = submitting ? filled(copies.draft) : withAnswers(copies.draft)
  const plan = resumePlan(local, answer, deps.clock.now(), submitting)
  const body = submitting ? readJson(submission.body, isOrder) : null
  const sent = sentContent(body)
  const continued = plan.kind === 'new' || plan.kind === 'expired' ? undefined : copies.draft?.applicationId
  const applicationId = body?.applicationId ?? continued ?? deps.newId()
  const { isUnread: localUnread } = copies
  const resumedFrom = (content: DraftContent, at: string) =>
    silent || content.reapplyOf !== null || isBlank(content) ? null : at

  switch (plan.kind) {
    case 'unknown':
    case 'new':
    case 'expired': {
      if (plan.kind === 'unknown' && sent === null) throw new ProblemError(plan.problem)
      if (copies.draft !== null && !submitting) await deps.local.remove(key, [submission.key])
      const content: DraftContent = sent ?? {
        ...emptyContent(current.definition.formVersion),
        ...(profile === null ? {} : registered(profile, current)),
      }
      const base: SavedBase = { ...nothingSaved, unsaved: sent !== null }
      const expired = plan.kind === 'expired' && sent === null
      // An empty form is not newer than what was submitted.
      const { changedAt } = submission
      const lostOrigin = expired ? (copies.draft?.content.reapplyOf ?? null) : null
      return createStore(key, current, deps, {
        applicationId,
        content,
        base,
        submission,
        expired,
        lostOrigin,
        localUnread,
        ...(changedAt ? { changedAt } : {}),
      })
    }
    case 'server': {
      const { content, etag, savedAt } = plan.server
      const store = createStore(key, current, deps, {
        applicationId,
        content,
        base: { etag, savedAt, sent: false, unsaved: false, baseContent: content },
        submission,
        localUnread,
        changedAt: savedAt,
        resumedFrom: resumedFrom(content, savedAt),
      })
      await store.adoptForm(current)
      await store.followProfile()
      return store
    }
    case 'local':
    case 'conflict': {
      const mine = plan.local
      const base: SavedBase = {
        etag: plan.kind === 'local' ? plan.etag : mine.etag,
        savedAt: mine.savedAt,
        sent: mine.sent,
        baseContent: mine.baseContent,
        unsaved: plan.kind === 'local' ? plan.unsaved : true,
      }
      const store = createStore(key, current, deps, {
        applicationId,
        content: mine.content,
        base,
        submission,
        changedAt: mine.changedAt,
        resumedFrom: resumedFrom(mine.content, mine.changedAt),
        question: plan.kind === 'conflict' ? { kind: 'conflict', theirs: plan.server, conflicts: null } : null,
      })
      await store.adoptForm(current)
      await store.followProfile()
      return store
    }
  }
}

/**
 * The profile's answers for the steps that use them, and the first step: a step filled in from the profile still has to
 * be visited.
 */
function registered(
  profile: Profile,
  { definition }: FormRules,
): Pick<DraftContent, 'answers' | 'step' | 'registered'> | null {
  const filled = definition.steps.filter(isPrefilledOnOpening).flatMap(({ id, schema }) => {
    const answers = prefilled(profile, schema, {})
    return answers === null ? [] : [[id, answers] as const]
  })
  if (filled.length === 0) return null
  const pointers = filled.flatMap(([id, answers]) => Object.keys(answers).map((name) => pointerOf([id, name])))
  return { answers: Object.fromEntries(filled), step: definition.steps[0]?.id ?? null, registered: pointers }
}

/**
 * The answers of a submission whose outcome is unknown, else null. They are used if no copy of them is left, e.g. because
 * another tab started over: should the submission not have arrived, the user may return to them.
 */
function sentContent(sent: OrderSubmission | null): DraftContent | null {
  if (sent === null) return null
  const { formVersion, answers, shippingAddress = null, reapplyOf = null } = sent
  const content = {
    formVersion,
    answers: toAnswers(answers),
    step: null,
    shippingAddress,
    unplaced: [],
    registered: [],
    reapplyOf,
  }
  return isBlank(content) ? null : content
}

function isOrder(body: unknown): body is OrderSubmission {
  return isRecord(body) && isString(body.formVersion)
}

/** A draft that was emptied and never sent counts as missing. One that was sent must still be deleted at the API. */
function withAnswers(local: LocalDraft | null): LocalDraft | null {
  return local !== null && mayExistOnServer(local) ? local : filled(local)
}

/** Beside a submission, an emptied copy is of a tab that started over: the answers that were sent are the user's. */
function filled(local: LocalDraft | null): LocalDraft | null {
  return local === null || isBlank(local.content) ? null : local
}
