import { ProblemError } from '../../../lib/problem.ts'
import { isEmpty } from '../../../form-engine/answers/answers-at.ts'
import type { ApplicationPorts, ApplicationStore, FormRules } from './application-state.ts'
import { createStore } from './application-store.ts'
import { resumePlan } from '../draft/draft-content.ts'
import type { ApplicationKey, DraftContent, LocalDraft, ServerAnswer } from '../draft/draft-content.ts'
import type { SavedBase } from '../draft/draft-saver.ts'
import type { SubmissionStart } from '../submission/submission.ts'
import { phaseAfterReload } from '../submission/submission-state.ts'

type OpenOptions = {
  /** Without asking whether to continue what was found, e.g. after a reload of a step. */
  quietly?: boolean
  /** The provider's copy, if it was asked for already. */
  read?: Promise<ServerAnswer> | null
}

/**
 * Reads both copies, decides what to continue with and carries it over to `current`. Without a network the browser's copy
 * is enough.
 * @throws ProblemError where there is no copy here and the provider does not say whether it has one
 */
export async function openApplication(
  key: ApplicationKey,
  current: FormRules,
  ports: ApplicationPorts,
  { quietly = false, read = null }: OpenOptions = {},
): Promise<ApplicationStore> {
  const [stored, answer] = await Promise.all([ports.local.read(key), read ?? ports.server.read()])
  const local = withAnswers(stored)
  const plan = resumePlan(local, answer, ports.now())
  const fresh: DraftContent = {
    formVersion: current.definition.formVersion,
    answers: {},
    step: null,
    shippingAddress: null,
    reapplyOf: null,
  }
  const emptyBase: SavedBase = { etag: null, savedAt: null, saveIds: [], unsaved: false }
  const submission: SubmissionStart = { key: ports.newId(), phase: 'editing', body: null }

  switch (plan.kind) {
    case 'unknown':
      throw new ProblemError(plan.problem)
    case 'new':
    case 'expired': {
      if (local !== null) await ports.local.remove(key)
      return createStore(key, current, ports, {
        content: fresh,
        base: emptyBase,
        submission,
        expired: plan.kind === 'expired',
      })
    }
    case 'server': {
      const { content, etag, savedAt } = plan.server
      const store = createStore(key, current, ports, {
        content,
        base: { etag, savedAt, saveIds: plan.local?.saveIds ?? [], unsaved: false },
        submission: plan.local === null ? submission : startOf(plan.local),
        changedAt: savedAt,
        resumedFrom: quietly || content.reapplyOf !== null ? null : savedAt,
      })
      await store.adoptForm(current)
      return store
    }
    case 'local':
    case 'conflict': {
      const { local: mine } = plan
      const store = createStore(key, current, ports, {
        content: mine.content,
        base: {
          etag: plan.kind === 'local' ? plan.etag : mine.etag,
          savedAt: mine.savedAt,
          saveIds: mine.saveIds,
          unsaved: plan.kind === 'local' ? plan.unsaved : true,
        },
        submission: startOf(mine),
        changedAt: mine.changedAt,
        resumedFrom: quietly || mine.content.reapplyOf !== null ? null : mine.changedAt,
        conflict: plan.kind === 'conflict' ? plan.server : null,
      })
      await store.adoptForm(current)
      return store
    }
  }
}

function withAnswers(local: LocalDraft | null): LocalDraft | null {
  if (local === null || local.submission.phase !== 'editing') return local
  return isEmpty(local.content.answers) && local.etag === null ? null : local
}

function startOf({ idempotencyKey, submission }: LocalDraft): SubmissionStart {
  return { key: idempotencyKey, phase: phaseAfterReload(submission.phase), body: submission.body }
}
