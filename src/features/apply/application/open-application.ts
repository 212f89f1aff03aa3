import { pointerOf } from '../../../../form-model/pointer.ts'
import { isString, readJson, shape } from '../../../lib/shape.ts'
import type { ApplicationStore } from './application-store.ts'
import type { ApplicationDeps, FormRules } from './application-deps.ts'
import { carriedTo, conflictWith, readVersions } from './form-versions.ts'
import { createStore } from './application-store.ts'
import type { Profile } from '../../../api/generated/api.schemas.ts'
import { isPrefilledOnOpening, prefilled } from '../../../form-engine/answers/prefill.ts'
import { emptyContent } from './content-state.ts'
import { isBlank, nothingSaved, resumePlan } from '../draft/draft.ts'
import type { ApplicationKey, DraftContent, LocalDraft, ServerAnswer } from '../draft/draft.ts'

/**
 * Continues with one of both copies, in the published version, which is `current` unless a copy has another one.
 * @param options `silent`: without asking whether to continue. `read`: the API's copy, if it was already requested.
 * @throws ProblemError if the browser has no answers and the API does not respond
 */
export async function openApplication(
  key: ApplicationKey,
  current: FormRules,
  deps: ApplicationDeps,
  { silent = false, read = null }: { silent?: boolean; read?: Promise<ServerAnswer> | null } = {},
): Promise<ApplicationStore> {
  const [stored, answer, profile] = await Promise.all([
    deps.local.claim(key),
    read ?? deps.server.read(),
    current.definition.steps.some(isPrefilledOnOpening) ? deps.profile() : null,
  ])
  const isOver = stored !== null && (await isCorrected(stored, answer, deps))
  const record = isOver ? null : stored
  const submission = submissionIn(record) ?? { key: deps.newId(), phase: 'editing', body: null }
  const submitting = submission.phase !== 'editing'
  const plan = resumePlan(record, answer, deps.now(), submitting)
  if (isOver || (record !== null && plan.kind !== 'continue')) {
    // The next application has a record of its own.
    deps.local.remove(key)
    await deps.local.claim(key)
  }
  if (plan.kind !== 'continue') {
    const expired = plan.kind === 'expired'
    return createStore(key, current, deps, {
      applicationId: deps.newId(),
      content: { ...emptyContent(current.definition.formVersion), ...(profile && registered(profile, current)) },
      base: nothingSaved,
      submission,
      expired,
      lostOrigin: expired ? (record?.content.reapplyOf ?? null) : null,
    })
  }
  const { content, changedAt, base, theirs } = plan
  const start = {
    applicationId: record?.applicationId ?? deps.newId(),
    content,
    base,
    submission,
    changedAt,
    resumedFrom: silent || content.reapplyOf !== null || isBlank(content) ? null : changedAt,
  }
  if (submitting) {
    // What was sent stays in its version.
    const isCurrent = content.formVersion === current.definition.formVersion
    const asSent = isCurrent ? null : await deps.rulesOf(content.formVersion)
    return createStore(key, asSent ?? current, deps, start)
  }
  const copies = theirs === null ? [content] : [content, theirs.content]
  const versions = await readVersions(current, copies, base.baseContent, deps)
  const { draft, differences } = carriedTo(versions, content)
  const question = theirs && conflictWith(theirs, base.baseContent, versions)
  const store = createStore(key, versions.to, deps, { ...start, content: draft, differences, question })
  await store.followProfile()
  return store
}

/** Whether the user has begun to correct what it has become: then the result is known, though no page has shown it. */
async function isCorrected(record: LocalDraft, answer: ServerAnswer, { submit }: ApplicationDeps): Promise<boolean> {
  const returned = answer.kind === 'found' ? answer.draft.content.reapplyOf : null
  if (returned === null || submissionIn(record) === null) return false
  const outcome = await submit.ask(record.submission.key)
  return outcome.kind === 'created' && outcome.order.orderId === returned
}

const isOrder = shape({ formVersion: isString })

/** Null unless it was sent. One whose text is damaged is only polled. */
function submissionIn(record: LocalDraft | null): LocalDraft['submission'] | null {
  if (record === null || record.submission.phase === 'editing') return null
  const { body, ...rest } = record.submission
  return { ...rest, body: readJson(body, isOrder) === null ? null : body }
}

/** With the first step: a filled in step still has to be visited. */
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
