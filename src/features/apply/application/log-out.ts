import { wired } from '../../../api/wiring.ts'
import { after, serverNow, withTimeLimit } from '../../../lib/clock.ts'
import { ProblemError } from '../../../lib/problem.ts'
import { isOfUser } from '../../../lib/storage-keys.ts'
import { greatestOf, isSameUser, tokenSession } from '../../../identity/port.ts'
import type { LogOutLoss, LogOutOutcome } from '../../../identity/port.ts'
import { paths } from '../../../paths.ts'
import type { Path } from '../../../paths.ts'
import { hasWaitingFiles } from '../attachments/upload-record.ts'
import { applicationName, isBlank, resumePlan, serverDrafts } from '../draft/draft.ts'
import type { LocalDraft } from '../draft/draft.ts'
import { localDrafts } from '../draft/local-drafts.ts'
import type { LocalDrafts } from '../draft/local-drafts.ts'
import { announceOutcome, end, isPending, ownership, storeOf } from './application-owner.ts'
import type { ApplicationStore } from './application-store.ts'
import { applicationTabs } from './application-tabs.ts'

export { changeDraft, keptUntil } from './application-owner.ts'

/** How long a log-out waits for the other tabs to write, for a question, and for its end. */
const writeWaitMs = 300
const lossWaitMs = 1_400
const closeWaitMs = 1_000

/** The first application that waits for a decision, as the last question before a log-out has found it. */
let undecided: string | null = null

/** Sends all records, and returns what a log-out would still take. No form ends: the user may decide to stay. */
export async function lossOfLogOut(tenantId: string, userId: string): Promise<LogOutLoss> {
  const startedAt = performance.now()
  const unstored: LocalDraft[] = []
  const unsubscribe = applicationTabs.subscribe((message) => {
    if (message.kind === 'unstored') unstored.push(message.record)
  })
  const elsewhere = await writtenElsewhere(tenantId, userId).finally(unsubscribe)
  const stores = storesOf(tenantId, userId)
  for (const store of stores) store.commitStep()
  const ofUser = unstored.filter((record) => isOfUser({ tenantId, userId })(applicationName(record)))
  const records = [...(await localDrafts.listOf(tenantId, userId)), ...ofUser]
  const losses = await lossesOf(records, stores, lossWaitMs - (performance.now() - startedAt))
  for (const name of elsewhere ?? []) if (hasWaitingFiles(name)) losses.set(name, 'answers')
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

/** Log-out: sends what is unsaved, then removes every copy of this user from the browser. */
export async function closeApplications(tenantId: string, userId: string): Promise<LogOutOutcome> {
  applicationTabs.post({ kind: 'logged-out', tenantId, userId })
  const outcome = await close(tenantId, userId, localDrafts.listOf)
  return (await localDrafts.removeAllOf(tenantId, userId)) ? outcome : 'unremoved'
}

/** The same in another tab, which may learn of it late: what was written since is of a new session. */
export async function leaveApplications(tenantId: string, userId: string): Promise<LogOutOutcome> {
  const outcome = await close(tenantId, userId, async (...user) => localDrafts.unstoredOf(...user))
  localDrafts.removeOwnOf(tenantId, userId)
  return outcome
}

applicationTabs.subscribe((message) => {
  if (message.kind === 'logged-out') void leaveApplications(message.tenantId, message.userId)
  if (message.kind !== 'logging-out') return
  const { tenantId, userId } = message
  for (const store of storesOf(tenantId, userId)) {
    store.commitStep()
    if (isPending(store)) announceOutcome(applicationName(store.key))
  }
  for (const record of localDrafts.unstoredOf(tenantId, userId)) applicationTabs.post({ kind: 'unstored', record })
})

function storesOf(tenantId: string, userId: string): ApplicationStore[] {
  return ownership
    .held()
    .filter(isOfUser({ tenantId, userId }))
    .flatMap((name) => storeOf(name) ?? [])
}

/** Lets the other tabs write. Returns what they edit; null if the browser does not say so. */
async function writtenElsewhere(tenantId: string, userId: string): Promise<string[] | null> {
  const names = (await ownership.heldElsewhere())?.filter(isOfUser({ tenantId, userId })) ?? null
  if (names?.length === 0) return names
  applicationTabs.post({ kind: 'logging-out', tenantId, userId })
  await new Promise<void>((resolve) => {
    after(writeWaitMs, resolve)
  })
  return names
}

async function lossesOf(
  records: readonly LocalDraft[],
  stores: readonly ApplicationStore[],
  limitMs: number,
): Promise<Map<string, LogOutLoss>> {
  const losses = records.map(async (record) => {
    const loss = await withTimeLimit(send(record), limitMs).catch((): LogOutLoss => 'answers')
    return [applicationName(record), loss] as const
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
  const server = serverDrafts(record, { checkOwner: () => checkOwner(record) })
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

/**
 * A tab may learn of a log-out only after another user has signed in, e.g. if the phone has suspended it, and one may sign
 * in between two requests.
 */
async function checkOwner(record: LocalDraft): Promise<void> {
  const token = await wired().getIdToken()
  const session = token === null ? null : tokenSession(token)
  if (session !== null && !isSameUser(session, record)) throw new ProblemError({ kind: 'unauthenticated', fields: [] })
}

/** By user: a second message about a log-out waits for the same end, and reports the same outcome. */
const closing = new Map<string, Promise<LogOutOutcome>>()

function close(tenantId: string, userId: string, recordsOf: LocalDrafts['listOf']): Promise<LogOutOutcome> {
  const user = `${tenantId}/${userId}`
  const begun = closing.get(user) ?? closeAll(tenantId, userId, recordsOf).finally(() => closing.delete(user))
  closing.set(user, begun)
  return begun
}

async function closeAll(tenantId: string, userId: string, recordsOf: LocalDrafts['listOf']): Promise<LogOutOutcome> {
  const stores = storesOf(tenantId, userId)
  const names = ownership.held().filter(isOfUser({ tenantId, userId }))
  await Promise.all(names.map((name) => end(name, 0)))
  const losses = await lossesOf(await recordsOf(tenantId, userId), stores, closeWaitMs)
  // The result of a submission is no answer, and the history shows it.
  return ['nothing', 'result'].includes(greatestOf([...losses.values()])) ? 'sent' : 'unsent'
}
