import { wired } from '../../../api/wiring.ts'
import { after, serverNow, withTimeLimit } from '../../../lib/clock.ts'
import { localStore } from '../../../lib/safe-storage.ts'
import { storageKeys } from '../../../lib/storage-keys.ts'
import { greatestOf, isSameUser, tokenSession, worstOf } from '../../../identity/port.ts'
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

/** How long a log-out waits for the other tabs to write, for a question, and for its end (milliseconds). */
const writeWaitMs = 300
const lossWaitMs = 1_400
const closeWaitMs = 1_000

/** The first application that waits for a decision, as the last question before a log-out has found it. */
let undecided: string | null = null

/**
 * Lets every tab write what it edits, sends all records, and returns what a log-out would still take. It ends no form:
 * the user may decide not to log out.
 */
export async function lossOfLogOut(tenantId: string, userId: string): Promise<LogOutLoss> {
  const startedAt = performance.now()
  const unstored: LocalDraft[] = []
  const unsubscribe = applicationTabs.subscribe((message) => {
    if (message.kind === 'unstored') unstored.push(message.record)
  })
  const elsewhere = await writtenElsewhere(tenantId, userId).finally(unsubscribe)
  const stores = storesOf(tenantId, userId)
  for (const store of stores) store.commitStep()
  const ofUser = unstored.filter((record) => isOf(tenantId, userId)(applicationName(record)))
  const losses = await lossesOf(tenantId, userId, stores, lossWaitMs - (performance.now() - startedAt), ofUser)
  for (const name of elsewhere ?? [])
    if (localStore.get(storageKeys.uploads + name) !== null) losses.set(name, 'answers')
  const isOpen = (name: string) => elsewhere?.includes(name) !== false || ownership.held().includes(name)
  const found = [...losses].filter(([name, loss]) => loss !== 'result' || isOpen(name))
  undecided = found.find(([, loss]) => loss === 'undecided')?.[0] ?? null
  return greatestOf(found.map(([, loss]) => loss))
}

/** Resolves when what a log-out would take from this tab has changed, or another tab has the outcome of a submission. */
export function lossChange(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stops = ownership.held().map((name) => {
      const store = storeOf(name)
      const lossNow = () => store && [isPending(store), store.hasUnsaved(), store.state().question === null].join()
      const before = lossNow()
      return store?.subscribe(() => lossNow() !== before && resolve())
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
  if (message.kind !== 'logging-out') return
  for (const store of storesOf(message.tenantId, message.userId)) {
    store.commitStep()
    if (isPending(store)) announceOutcome(applicationName(store.key))
    const record = store.state().localRefused ? store.recorded() : null
    if (record !== null) applicationTabs.post({ kind: 'unstored', record })
  }
})

function isOf(tenantId: string, userId: string) {
  return (name: string) => name.startsWith(`${tenantId}/${userId}/`)
}

/** Those that this tab edits. */
function storesOf(tenantId: string, userId: string): ApplicationStore[] {
  return ownership
    .held()
    .filter(isOf(tenantId, userId))
    .flatMap((name) => storeOf(name) ?? [])
}

/** Lets the other tabs write. Returns what they edit; null if the browser does not say so. */
async function writtenElsewhere(tenantId: string, userId: string): Promise<string[] | null> {
  const names = (await ownership.heldElsewhere())?.filter(isOf(tenantId, userId)) ?? null
  if (names?.length === 0) return names
  applicationTabs.post({ kind: 'logging-out', tenantId, userId })
  await new Promise<void>((resolve) => {
    after(writeWaitMs, resolve)
  })
  return names
}

/** Sends every record of the user, and returns by application what a log-out would still take. */
async function lossesOf(
  tenantId: string,
  userId: string,
  stores: ApplicationStore[],
  limitMs: number,
  unstored: readonly LocalDraft[] = [],
): Promise<Map<string, LogOutLoss>> {
  const startedAt = performance.now()
  // Also what the browser does not store.
  const records = [
    ...(await localDrafts.listOf(tenantId, userId)),
    ...unstored,
    ...stores.flatMap((store) => store.recorded() ?? []),
  ]
  const byName = new Map(records.map((record) => [applicationName(record), record]))
  const waitMs = limitMs - (performance.now() - startedAt)
  const losses = [...byName].map(async ([name, record]) => {
    const loss = await withTimeLimit(send(record), waitMs).catch((): LogOutLoss => 'answers')
    return [name, loss] as const
  })
  const found = new Map(await Promise.all(losses))
  for (const store of stores) if (store.isUploading()) found.set(applicationName(store.key), 'answers')
  return found
}

/** Saves a record if its form would, and returns what a log-out would still take of it. */
async function send(record: LocalDraft, isRetry = false): Promise<LogOutLoss> {
  const { content, applicationId, etag, submission } = record
  if (submission.orderId !== undefined) return 'nothing'
  if (submission.phase === 'sending' || submission.phase === 'waiting') return 'result'
  if (!record.unsaved) return 'nothing'
  if (!(await maySend(record))) return 'answers'
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
  // Its form may have saved it at the same moment.
  if (kind === 'conflict' && !isRetry) return send(record, true)
  if (kind === 'conflict' || kind === 'submitted') return 'undecided'
  return kind === 'saved' ? 'nothing' : 'answers'
}

/** A tab may learn of a log-out only after another user has signed in, e.g. if the phone has suspended it. */
async function maySend(record: LocalDraft): Promise<boolean> {
  const token = await wired().getIdToken()
  const session = token === null ? null : tokenSession(token)
  return session === null || isSameUser(session, record)
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
  const stores = storesOf(tenantId, userId)
  const names = ownership.held().filter(isOf(tenantId, userId))
  await Promise.all(names.map((name) => end(name, 0)))
  const losses = await lossesOf(tenantId, userId, stores, closeWaitMs)
  // The result of a submission is no answer, and the history shows it.
  const isSent = ['nothing', 'result'].includes(greatestOf([...losses.values()]))
  const isRemoved = await localDrafts.removeAllOf(tenantId, userId)
  return worstOf([isSent ? 'sent' : 'unsent', isRemoved ? 'sent' : 'unremoved'])
}
