import { after, serverNow, withTimeLimit } from '../../../lib/clock.ts'
import { randomId } from '../../../lib/random-id.ts'
import { greatestOf, worstOf } from '../../../identity/port.ts'
import type { LogOutLoss, LogOutOutcome } from '../../../identity/port.ts'
import { paths } from '../../../paths.ts'
import type { Path } from '../../../paths.ts'
import { applicationName, isBlank, resumePlan, serverDrafts } from '../draft/draft.ts'
import type { LocalDraft } from '../draft/draft.ts'
import { localDrafts } from '../draft/draft-database.ts'
import { announceOutcome, end, isPending, ownership, storeOf } from './application-owner.ts'
import type { ApplicationStore } from './application-store.ts'
import { applicationTabs } from './application-tabs.ts'

export { changeDraft, keptUntil } from './application-owner.ts'

/** How long a log-out waits for a save, for the answers of the other tabs, and for everything (milliseconds). */
const saveWaitMs = 1_000
const answerWaitMs = 1_200
const lossWaitMs = 1_400

/** By application. Null: everything that was typed is in the record of the browser. */
type Losses = Map<string, LogOutLoss | null>

/** The first application that waits for a decision, as the last question before a log-out has found it. */
let undecided: string | null = null

/**
 * Lets every tab save what it edits, sends what else the browser has, and returns what a log-out would still take. It
 * ends no form: the user may decide not to log out.
 */
export async function lossOfLogOut(tenantId: string, userId: string): Promise<LogOutLoss> {
  const startedAt = performance.now()
  const [here, elsewhere] = await Promise.all([lossesHere(tenantId, userId), lossesElsewhere(tenantId, userId)])
  const losses: Losses = new Map([...elsewhere, ...here])
  const waitMs = lossWaitMs - (performance.now() - startedAt)
  const records = await unsentRecords(tenantId, userId, losses)
  const lossOf = async (record: LocalDraft) => {
    losses.set(applicationName(record), await inTime<LogOutLoss>(send(record), waitMs, 'answers'))
  }
  await Promise.all(records.map(lossOf))
  undecided = [...losses].find(([, loss]) => loss === 'undecided')?.[0] ?? null
  return greatestOf([...losses.values()].map((loss) => loss ?? 'nothing'))
}

/** Resolves when what a log-out would take from this tab has changed, or another tab has the outcome of a submission. */
export function lossChange(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stops = ownership.held().map((name) => {
      const store = storeOf(name)
      const before = lossNow(store)
      return store?.subscribe(() => lossNow(store) !== before && resolve())
    })
    const unsubscribe = applicationTabs.subscribe(({ kind }) => (kind === 'result' ? resolve() : undefined))
    signal.addEventListener('abort', () => [...stops, unsubscribe].forEach((stop) => stop?.()))
  })
}

/** Opens the question that the last `lossOfLogOut` has found, and returns the page that shows it. */
export async function openQuestion(): Promise<Path | null> {
  if (undecided === null) return null
  storeOf(undecided)?.reopenQuestion()
  const [tenantId = '', , serviceId = '', type = ''] = undecided.split('/')
  return paths.application(tenantId, serviceId, type)
}

/** Log-out: sends what is unsaved, then removes every copy of this user from the browser. Other tabs do the same. */
export function closeApplications(tenantId: string, userId: string): Promise<LogOutOutcome> {
  applicationTabs.post({ kind: 'logged-out', tenantId, userId })
  return close(tenantId, userId)
}

applicationTabs.subscribe((message) => {
  if (message.kind === 'logged-out') void close(message.tenantId, message.userId)
  if (message.kind === 'logging-out') void answer(message.request, message.tenantId, message.userId)
})

async function answer(request: string, tenantId: string, userId: string): Promise<void> {
  for (const [name, loss] of await lossesHere(tenantId, userId)) {
    applicationTabs.post({ kind: 'loss', request, name, loss })
    if (loss === 'result') announceOutcome(name)
  }
}

function isOf(tenantId: string, userId: string) {
  return (name: string) => name.startsWith(`${tenantId}/${userId}/`)
}

async function lossesHere(tenantId: string, userId: string): Promise<Losses> {
  const names = ownership.held().filter(isOf(tenantId, userId))
  const losses = names.map(async (name) => [name, await lossOfOpen(storeOf(name))] as const)
  return new Map(await Promise.all(losses))
}

async function lossOfOpen(store: ApplicationStore | null): Promise<LogOutLoss | null> {
  const mayBeSaved = store?.hasUnsaved() === true && store.state().question === null && !isPending(store)
  if (mayBeSaved && !store.isOver()) await inTime(store.saveNow(), saveWaitMs, null)
  return lossNow(store)
}

/** Null: a form that is still being opened holds nothing typed, and may have the record of an earlier visit. */
function lossNow(store: ApplicationStore | null): LogOutLoss | null {
  if (store === null) return null
  if (store.isOver()) return 'nothing'
  if (isPending(store)) return 'result'
  if (store.state().question !== null) return 'undecided'
  return store.hasUnsaved() || store.wouldLose() ? 'answers' : 'nothing'
}

/** Waits for the owner of each lock, or without locks as long as an owner may take. A frozen tab does not answer. */
async function lossesElsewhere(tenantId: string, userId: string): Promise<Losses> {
  const owned = (await ownership.heldElsewhere())?.filter(isOf(tenantId, userId)) ?? null
  const losses: Losses = new Map()
  if (owned?.length === 0) return losses
  const request = randomId()
  return new Promise((resolve) => {
    const finish = () => {
      stop()
      unsubscribe()
      resolve(losses)
    }
    const unsubscribe = applicationTabs.subscribe((message) => {
      if (message.kind !== 'loss' || message.request !== request) return
      losses.set(message.name, message.loss)
      if (owned?.every((name) => losses.has(name)) === true) finish()
    })
    const stop = after(answerWaitMs, finish)
    applicationTabs.post({ kind: 'logging-out', request, tenantId, userId })
  })
}

/** `known`: those whose owner has saved them. */
async function unsentRecords(tenantId: string, userId: string, known: Losses): Promise<LocalDraft[]> {
  const records = await localDrafts.listOf(tenantId, userId)
  return records.filter((record) => record.unsaved && (known.get(applicationName(record)) ?? null) === null)
}

/** Sends a record that no tab has saved, if its form would, and returns what the log-out would still take of it. */
async function send(record: LocalDraft): Promise<LogOutLoss> {
  const { content, applicationId, etag } = record
  const server = serverDrafts(record)
  if (isBlank(content)) {
    // The user has deleted everything. A failure takes nothing from the user.
    if (etag !== null) await Promise.allSettled([server.remove({ applicationId, etag })])
    return 'nothing'
  }
  const plan = resumePlan(record, await server.read(), serverNow())
  if (plan.kind !== 'continue') return 'nothing'
  if (plan.theirs !== null) return 'undecided'
  if (!plan.base.unsaved) return 'nothing'
  const { kind } = await server.save(content, { applicationId, etag: plan.base.etag }, true)
  if (kind === 'conflict' || kind === 'submitted') return 'undecided'
  return kind === 'saved' ? 'nothing' : 'answers'
}

/** By user: a second message about a log-out waits for the same end, and reports the same outcome. */
const closing = new Map<string, Promise<LogOutOutcome>>()

function close(tenantId: string, userId: string): Promise<LogOutOutcome> {
  const user = `${tenantId}/${userId}`
  const begun = closing.get(user) ?? closeAll(tenantId, userId).finally(() => closing.delete(user))
  closing.set(user, begun)
  return begun
}

async function closeAll(tenantId: string, userId: string): Promise<LogOutOutcome> {
  const names = ownership.held().filter(isOf(tenantId, userId))
  const open: Losses = new Map(names.map((name) => [name, storeOf(name) && 'nothing']))
  const sending = unsentRecords(tenantId, userId, open).then((records) => Promise.all(records.map(send)))
  const [losses] = await Promise.all([inTime(sending, saveWaitMs, null), lossesHere(tenantId, userId)])
  // The user may have typed meanwhile.
  const all = [...(losses ?? ['answers' as const]), ...names.map((name) => lossNow(storeOf(name)) ?? 'nothing')]
  await Promise.all(names.map((name) => end(name, 0)))
  // The result of a submission is no answer, and the history shows it.
  const isSent = ['nothing', 'result'].includes(greatestOf(all))
  const isRemoved = await localDrafts.removeAllOf(tenantId, userId)
  return worstOf([isSent ? 'sent' : 'unsent', isRemoved ? 'sent' : 'unremoved'])
}

function inTime<T>(work: Promise<T>, limitMs: number, otherwise: T): Promise<T> {
  return withTimeLimit(work, limitMs).catch(() => otherwise)
}
