import type { OrderSubmission } from '../../../api/generated/api.schemas.ts'
import { toAnswers } from '../../../../form-model/answers.ts'
import { canonicalJson } from '../../../../form-model/canonical.ts'
import { isBlank } from '../draft/draft.ts'
import { withoutSecrets } from '../draft/without-secrets.ts'
import type { ApplicationKey, SaveAnswer } from '../draft/draft.ts'
import type { SubmissionAnswer } from '../submission/submission-server.ts'
import type { ApplicationDeps } from './application-deps.ts'
import type { Application, Beside, Effect, Event, Request, SaveOutcome } from './application-types.ts'
import { withTimeLimit } from '../../../lib/clock.ts'
import { readVersions } from './form-versions.ts'
import { reduce, safe } from './state.ts'

export const localDelayMs = 250
/** How long a submission, or the end of an application, waits for a pending save (milliseconds). */
export const saveWaitMs = 2_000

type Timer = 'record' | (Effect & { type: 'timer' })['event']

/** Keeps the state and executes the effects. Every decision is in `state.ts`. */
export function runApplication(key: ApplicationKey, start: Application, deps: ApplicationDeps, change: () => void) {
  let state = start
  const timers = new Map<Timer, ReturnType<typeof setTimeout>>()
  let waiting: { condition: (state: Application) => boolean; resolve: () => void }[] = []

  function dispatch(event: Event): void {
    const result = reduce(state, event, { newId: deps.newId, now: new Date(deps.now()).toISOString() })
    state = result.state
    change()
    result.effects.forEach(carryOut)
    if (state.isClosed || state.submission.phase === 'done') timers.forEach((_timer, name) => stopTimer(name))
    const over = waiting.filter(({ condition }) => condition(state))
    waiting = waiting.filter((one) => !over.includes(one))
    for (const { resolve } of over) resolve()
  }

  function carryOut(effect: Effect): void {
    switch (effect.type) {
      case 'write-record':
        if (effect.when === 'now' || (effect.when === 'if-due' && timers.has('record'))) writeRecord()
        // Not again for each keystroke: a long text is written several times while it is typed.
        else if (effect.when === 'soon' && !timers.has('record')) startTimer('record', localDelayMs, writeRecord)
        return
      case 'remove-record':
        stopTimer('record')
        return deps.local.remove(key)
      case 'timer':
        return startTimer(effect.event, effect.ms, () => dispatch({ type: effect.event }))
      case 'save':
        return void save(effect.request)
      case 'save-on-leave': {
        // The draft of an application without answers is deleted, by the next save.
        const content = safe(state)
        const { applicationId, base } = state
        if (!isBlank(content)) deps.server.sendOnLeave(content, { applicationId, etag: base.etag })
        return
      }
      case 'send-order':
        return void sendOrder(effect)
      case 'ask-order':
        return void hear(effect.key, deps.submit.ask(effect.key))
      case 'announce-submitted':
        return deps.submitted(effect.order)
    }
  }

  function startTimer(timer: Timer, ms: number, then: () => void): void {
    stopTimer(timer)
    const run = () => {
      timers.delete(timer)
      then()
    }
    timers.set(timer, setTimeout(run, ms))
  }

  function stopTimer(timer: Timer): void {
    clearTimeout(timers.get(timer))
    timers.delete(timer)
  }

  function writeRecord(): void {
    stopTimer('record')
    const { applicationId, base, changedAt, submission } = state
    const isWritten = deps.local.write({
      ...key,
      ...base,
      applicationId,
      content: safe(state),
      changedAt,
      submission: {
        key: submission.key,
        phase: submission.phase === 'done' ? 'waiting' : submission.phase,
        body: bodyToKeep(state),
        ...(submission.order !== null && { orderId: submission.order.orderId }),
      },
    })
    if (isWritten === state.localRefused) dispatch({ type: isWritten ? 'record-written' : 'record-refused' })
  }

  async function beside(): Promise<Beside> {
    const theirs = await deps.server.read()
    const copies = theirs.kind === 'found' ? [theirs.draft.content] : []
    const { rules, base } = state
    const versions = await readVersions(rules, copies, base.baseContent, deps)
    // The page may have taken a later version meanwhile: it never goes back to an earlier one.
    return state.rules === rules ? { theirs, versions } : beside()
  }

  async function save(request: Request): Promise<void> {
    const { content, silent, base } = request
    const on = { applicationId: state.applicationId, etag: base.etag }
    const isOffline = await deps.isOffline()
    if (state.request !== request) return
    const answered = (answer: SaveOutcome) => dispatch({ type: 'save-answered', request, answer })
    if (isOffline) return answered({ kind: 'offline' })
    const answer = await sendSave()
    if (answer.kind === 'conflict') return answered({ kind: 'compared', ...(await beside()) })
    if (answer.kind !== 'submitted') return answered(answer)
    const read = await deps.submit.read(answer.orderId)
    answered(read.kind === 'received' ? read : { kind: 'failed', problem: read.problem })

    async function sendSave(): Promise<SaveAnswer> {
      if (!isBlank(content)) return deps.server.save(content, on, silent)
      // A save with a lost response may have created a draft.
      return on.etag === null ? { kind: 'conflict' } : deps.server.remove({ ...on, etag: on.etag })
    }
  }

  /** Names the draft, so that the API refuses if another device has a newer one: a submission deletes it. */
  async function sendOrder({ key: submitted, body }: Effect & { type: 'send-order' }): Promise<void> {
    const [isOffline] = await Promise.all([deps.isOffline(), saved()])
    if (state.isClosed || state.submission.phase !== 'sending') return
    // Parsed from the stored text, so that a retry sends the same bytes.
    const send = () => deps.submit.send(JSON.parse(body) as OrderSubmission, submitted, state.base.etag)
    await hear(submitted, isOffline ? Promise.resolve(notSent) : send())
  }

  async function hear(submitted: string, answer: Promise<SubmissionAnswer>): Promise<void> {
    const heard = await answer
    const outcome = heard.kind === 'outdated' ? { kind: 'compared' as const, ...(await beside()) } : heard
    dispatch({ type: 'submission-answered', key: submitted, answer: outcome })
  }

  function until(condition: (state: Application) => boolean): Promise<void> {
    if (condition(state)) return Promise.resolve()
    return new Promise((resolve) => {
      waiting.push({ condition, resolve })
    })
  }

  async function saved(limitMs = saveWaitMs): Promise<void> {
    await withTimeLimit(
      until(({ request }) => request === null),
      limitMs,
    ).catch(() => undefined)
  }

  return { state: () => state, dispatch, until, saved, beside }
}

const notSent: SubmissionAnswer = { kind: 'refused', refusal: 'offline', problem: { kind: 'offline', fields: [] } }

/** Null if it has answers that a record must not have: then a reload only asks for the outcome. */
function bodyToKeep({ submission: { body }, rules }: Application): string | null {
  if (body === null) return null
  const answers = toAnswers((JSON.parse(body) as OrderSubmission).answers)
  return canonicalJson(withoutSecrets(answers, rules.definition)) === canonicalJson(answers) ? body : null
}
