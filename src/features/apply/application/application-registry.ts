import { withTimeLimit } from '../../../lib/clock.ts'
import { webLocks } from '../../../lib/web-locks.ts'
import type { SubmittedOrder } from '../../../api/generated/api.schemas.ts'
import { silentCall } from '../../../api/http.ts'
import type { Call } from '../../../api/http.ts'
import { paths } from '../../../paths.ts'
import type { Path } from '../../../paths.ts'
import { registerStopOfForms } from '../../../drafts/open-drafts.ts'
import type { DraftHolder } from '../../../drafts/open-drafts.ts'
import { greatestOf, worstOf } from '../../../identity/port.ts'
import type { LogOutLoss, LogOutOutcome } from '../../../identity/port.ts'
import type { ApplicationStore } from './application-store.ts'
import type { ApplicationDeps } from './application-types.ts'
import type { FormRules } from './form-rules.ts'
import { applicationTabs } from './application-tabs.ts'
import type { HandOver } from './application-tabs.ts'
import { createOwnership, whenVisible } from './ownership.ts'
import { firstReportMs, lossInOtherTabs, reportLosses } from './loss-in-tabs.ts'
import type { ApplicationKey, LocalDraft, ServerAnswer } from '../draft/draft.ts'
import { openLocalDrafts } from '../draft/draft-database.ts'
import { applicationName, isBlank, serverDrafts } from '../draft/draft.ts'
import { openApplication } from './open-application.ts'

/** The drafts of this browser; one database for the whole portal. */
export const localDrafts = openLocalDrafts()

type Entry = {
  key: ApplicationKey
  store: ApplicationStore | null
  opening: Promise<ApplicationStore>
  failed: boolean
  /** What the user has seen of it so far. */
  shown: 'nothing' | 'form' | 'result'
}

const entries = new Map<string, Entry>()
/** The applications that this tab edits. */
export const ownership = createOwnership({
  locks: webLocks(),
  tabs: applicationTabs,
  whenVisible,
  handOver,
  onLost: (name) => void end(name),
})

if ('window' in globalThis) {
  // A page with a lock is not put into the browser's cache.
  window.addEventListener('pagehide', () => ownership.releaseAll())
  window.addEventListener('pageshow', () => ownership.claimAgain())
}

/** Another tab continues with what this one has written. */
async function handOver(name: string): Promise<HandOver> {
  const store = entries.get(name)?.store ?? null
  const phase = store?.state().submission.phase
  if (store !== null && (phase === 'sending' || phase === 'waiting')) {
    void store.outcome().then((order) => applicationTabs.post({ kind: 'result', name, order }))
    return 'sending'
  }
  await end(name)
  return 'written'
}

/** Writes what was typed and stops. One that is still being opened holds nothing typed. */
async function end(name: string): Promise<void> {
  const entry = entries.get(name)
  entries.delete(name)
  prefetched.delete(name)
  if (entry === undefined) return
  if (entry.store !== null) await entry.store.close(0)
  else void entry.opening.then((store) => store.stop(), holdsNothing)
}

const prefetched = new Map<string, { at: number; answer: Promise<ServerAnswer>; failed: boolean }>()

/** How long a prefetched response may be used (milliseconds): the time a form takes to load. */
const prefetchLifetimeMs = 10_000

/**
 * Requests the copy at the API while the form is still loading. Repeated calls send one request; none is sent if the
 * application is open.
 */
export function prefetchDraft(key: ApplicationKey, ask: Call = silentCall): void {
  const name = applicationName(key)
  const known = prefetched.get(name)
  if (entries.has(name) || (known !== undefined && Date.now() - known.at < prefetchLifetimeMs)) return
  const answer = serverDrafts(key, { ask }).read()
  const asked = { at: Date.now(), answer, failed: false }
  prefetched.set(name, asked)
  answer.then(
    ({ kind }) => {
      asked.failed = kind === 'unreachable'
    },
    // A failure is handled when the application is opened.
    () => {
      asked.failed = true
    },
  )
}

function consumePrefetch(name: string): Promise<ServerAnswer> | null {
  const known = prefetched.get(name)
  prefetched.delete(name)
  return known !== undefined && Date.now() - known.at < prefetchLifetimeMs ? known.answer : null
}

/**
 * The application of that key, opened once and kept while the user changes pages. Returns the same promise for the same
 * application, so that rendering can wait for it.
 */
export function openOnce(
  key: ApplicationKey,
  rules: FormRules,
  deps: ApplicationDeps,
  silent: boolean,
): Promise<ApplicationStore> {
  closeOthers(key)
  const name = applicationName(key)
  const known = entries.get(name)
  if (known !== undefined) return known.opening
  const opening = openApplication(key, rules, deps, { silent, read: consumePrefetch(name) })
  const entry: Entry = { key, store: null, opening, failed: false, shown: 'nothing' }
  entries.set(name, entry)
  opening.then(
    (store) => {
      entry.store = store
    },
    // Kept until the next visit: opening it again while rendering would loop.
    () => {
      entry.failed = true
    },
  )
  return opening
}

/** Call when a page shows it. From the second visit on, the server may have a newer copy, e.g. of another device. */
export function noteVisit(key: ApplicationKey): void {
  const entry = entries.get(applicationName(key))
  if (entry === undefined) return
  if (entry.shown === 'nothing') entry.shown = 'form'
  else void entry.store?.compareWithServer()
}

/** Call when a page shows the result of the submission, or redirects to it. */
export function noteResult(store: ApplicationStore): void {
  const entry = entries.get(applicationName(store.key))
  if (entry?.store === store) entry.shown = 'result'
}

/** The result arrived after the user had left the page that waited for it. */
function hasUnseenResult({ store, shown }: Entry): boolean {
  return store?.state().submission.phase === 'done' && shown !== 'result'
}

/** Of the application that the next visit to this form leads to; null if it opens the form. */
export function unseenResult(serviceId: string | undefined, type: string | undefined): SubmittedOrder | null {
  for (const entry of entries.values()) {
    const { key, store } = entry
    if (key.serviceId === serviceId && key.type === type && hasUnseenResult(entry)) {
      return store?.state().submission.order ?? null
    }
  }
  return null
}

/** Call before a page is shown, again or for the first time: retries an application that could not be opened. */
export function forgetFailed(): void {
  for (const [name, { failed, store }] of entries) if (failed || isDiscarded(store)) entries.delete(name)
  for (const [name, { failed }] of prefetched) if (failed) prefetched.delete(name)
}

/** A finished application still leads to its result. */
function isDiscarded(store: ApplicationStore | null): boolean {
  return store !== null && store.isOver() && store.state().submission.phase !== 'done'
}

/**
 * After a submission whose result was shown, or after a deletion, the next visit to the form begins another application
 * with another key (P-03). If the result was not shown, the next visit leads to it. Returns whether an application was
 * forgotten.
 */
export function forgetFinished(serviceId: string | undefined, type: string | undefined): boolean {
  let hasForgotten = false
  for (const [name, entry] of entries) {
    const { key, store } = entry
    if (key.serviceId !== serviceId || key.type !== type) continue
    if (store?.isOver() !== true || hasUnseenResult(entry)) continue
    entries.delete(name)
    ownership.release(name)
    hasForgotten = true
  }
  return hasForgotten
}

/** Closes other users' applications in this page: saved in the browser, not sent. */
function closeOthers({ tenantId, userId }: ApplicationKey): void {
  for (const [name, { key, store }] of entries) {
    if (key.tenantId === tenantId && key.userId === userId) continue
    entries.delete(name)
    void store?.close(0)
  }
}

/** How long log-out waits for unsaved answers. */
const logOutWaitMs = 1_000

/** Log-out: sends unsaved answers, then removes every copy of this user from the browser. Other tabs do the same. */
export async function closeApplications(tenantId: string, userId: string): Promise<LogOutOutcome> {
  applicationTabs.post({ kind: 'logged-out', tenantId, userId })
  const open = new Set(openOf(tenantId, userId).map(({ key }) => applicationName(key)))
  const outcomes = await Promise.all([closeOpen(tenantId, userId), sendLeftoverDrafts(tenantId, userId, open)])
  const isRemoved = await localDrafts.removeAllOf(tenantId, userId)
  return worstOf([...outcomes, isRemoved ? 'sent' : 'unremoved'])
}

/**
 * Saves the open forms of all tabs, within the time that log-out waits for them. Unlike `closeApplications` it ends none
 * of them: the user may decide not to log out.
 */
export async function lossOfLogOut(tenantId: string, userId: string): Promise<LogOutLoss> {
  const stores = readableOf(tenantId, userId)
  const names = new Set(stores.map(nameOf))
  const others = lossInOtherTabs(applicationTabs, { tenantId, userId }, logOutWaitMs + firstReportMs)
  const loss = greatestOf(await Promise.all([...stores.map(lossOfOpen), others]))
  // While another tab saves, its copy in the browser looks like an older one of an earlier visit.
  return loss === 'answers' ? loss : greatestOf([loss, await lossOfLeftovers(tenantId, userId, names)])
}

reportLosses(applicationTabs, ({ tenantId, userId }) => {
  const stores = readableOf(tenantId, userId).filter((store) => !store.isOver())
  return stores.length === 0 ? null : Promise.all(stores.map(lossOfOpen)).then(greatestOf)
})

/** One that is still being opened holds nothing typed, and like an unread copy it may have a draft of an earlier visit. */
function readableOf(tenantId: string, userId: string): ApplicationStore[] {
  return openOf(tenantId, userId).flatMap(({ store }) => (store === null ? [] : [store]))
}

function nameOf({ key }: ApplicationStore): string {
  return applicationName(key)
}

async function lossOfOpen(store: ApplicationStore): Promise<LogOutLoss> {
  if (store.isOver()) return 'nothing'
  const { phase } = store.state().submission
  if (phase === 'sending' || phase === 'waiting') return 'result'
  if (store.hasUnsaved() && store.state().question === null) await inTime(store.saveNow(), logOutWaitMs, null)
  if (store.state().question !== null) return 'undecided'
  return isUnsent(store) || store.wouldLose() ? 'answers' : 'nothing'
}

/** Opens the question of an application in this tab, or the form of an earlier visit that will ask. */
export async function openQuestion(tenantId: string, userId: string): Promise<Path | null> {
  const stores = readableOf(tenantId, userId)
  const asking = stores.find((store) => store.state().question !== null)
  asking?.reopenQuestion()
  const key = asking?.key ?? (await undecidedLeftover(tenantId, userId, new Set(stores.map(nameOf))))
  return key === null ? null : paths.application(tenantId, key.serviceId, key.type)
}

async function undecidedLeftover(tenantId: string, userId: string, open: ReadonlySet<string>) {
  for (const draft of (await unsentDrafts(tenantId, userId, open)) ?? [])
    if ((await lossOfLeftover(draft)) === 'undecided') return draft
  return null
}

/** `closeApplications` sends drafts of earlier visits; the API accepts one only on the copy that it was based on. */
async function lossOfLeftovers(tenantId: string, userId: string, open: ReadonlySet<string>): Promise<LogOutLoss> {
  const drafts = (await inTime(unsentDrafts(tenantId, userId, open), logOutWaitMs / 2, null)) ?? []
  const written = drafts.filter(({ content }) => !isBlank(content))
  return greatestOf(await Promise.all(written.map(lossOfLeftover)))
}

function inTime<T>(work: Promise<T>, limitMs: number, otherwise: T): Promise<T> {
  return withTimeLimit(work, limitMs).catch(() => otherwise)
}

async function lossOfLeftover({ serviceId, type, etag, isGone }: LocalDraft): Promise<LogOutLoss> {
  if (isGone === true) return 'undecided'
  const unreachable = { kind: 'unreachable' } as const
  const answer = await inTime<{ kind: ServerAnswer['kind'] } | ServerAnswer>(
    serverDrafts({ serviceId, type }).read(),
    logOutWaitMs / 2,
    unreachable,
  )
  if (answer.kind === 'unreachable') return 'answers'
  const now = 'draft' in answer ? answer.draft.etag : null
  return now === etag ? 'nothing' : 'undecided'
}

function openOf(tenantId: string, userId: string): Entry[] {
  return [...entries.values()].filter(({ key }) => key.tenantId === tenantId && key.userId === userId)
}

/** By user: a second message about a log-out waits for the same end, and reports the same outcome. */
const closing = new Map<string, Promise<LogOutOutcome>>()

async function closeOpen(tenantId: string, userId: string): Promise<LogOutOutcome> {
  const user = `${tenantId}/${userId}`
  const mine = openOf(tenantId, userId)
  for (const { key } of mine) {
    entries.delete(applicationName(key))
    prefetched.delete(applicationName(key))
  }
  const begun = closing.get(user) ?? holdsNothing()
  const ends = Promise.all([begun, ...mine.map(({ opening }) => opening.then(closed, holdsNothing))])
  const outcome = ends.then(worstOf)
  closing.set(user, outcome)
  try {
    return await outcome
  } finally {
    if (closing.get(user) === outcome) closing.delete(user)
  }
}

async function closed(store: ApplicationStore): Promise<LogOutOutcome> {
  // What was discarded was not lost by the log-out.
  if (store.isOver()) return 'sent'
  await store.close(logOutWaitMs)
  return isUnsent(store) ? 'unsent' : 'sent'
}

function isUnsent(store: ApplicationStore): boolean {
  const { submission, question } = store.state()
  return submission.phase !== 'done' && (store.hasUnsaved() || question !== null)
}

/** An application that could not be opened. */
function holdsNothing(): LogOutOutcome {
  return 'sent'
}

/** Delays the saves of a form while its draft is changed elsewhere in this tab; see `drafts/open-drafts.ts`. */
export const holdDraft: DraftHolder = async ({ draft, typed, change }) => {
  const name = applicationName(draft)
  await ownership.takeOver(name)
  const store = (await entries.get(name)?.opening.catch(() => null)) ?? null
  // A pending save would create the draft again.
  await store?.close()
  const result = await change()
  await dropDraft(draft, typed === 'discarded')
  return result
}

/** The next visit opens the draft from the server. */
async function dropDraft(key: ApplicationKey, deleted: boolean): Promise<void> {
  const name = applicationName(key)
  entries.get(name)?.store?.stop()
  entries.delete(name)
  prefetched.delete(name)
  if (deleted) await localDrafts.remove(key)
}

registerStopOfForms(() => {
  for (const { store, opening } of entries.values()) {
    if (store !== null) store.stop()
    else void opening.then((opened) => opened.stop(), holdsNothing)
  }
})

applicationTabs.subscribe((message) => {
  if (message.kind !== 'logged-out') return
  const { tenantId, userId } = message
  void closeOpen(tenantId, userId).then(() => localDrafts.removeAllOf(tenantId, userId))
})

/** Drafts of earlier visits that the API never received, e.g. because there was no network. */
async function sendLeftoverDrafts(tenantId: string, userId: string, open: ReadonlySet<string>): Promise<LogOutOutcome> {
  const drafts = await unsentDrafts(tenantId, userId, open)
  if (drafts === null) return 'unsent'
  const sending = drafts.map(async ({ serviceId, type, applicationId, content, etag, isGone = false }) => {
    // One that was sent elsewhere is not created again without the user's decision.
    if (isGone) return false
    const { kind } = await serverDrafts({ serviceId, type }).save(content, { applicationId, etag }, true)
    return kind === 'saved'
  })
  const unsentByThen = (): LogOutOutcome => 'unsent'
  return withTimeLimit(
    Promise.all(sending).then((areSaved) => (areSaved.every(Boolean) ? 'sent' : 'unsent')),
    logOutWaitMs,
  ).catch(unsentByThen)
}

/** Of forms that are not open; null if the browser does not say what it has. */
async function unsentDrafts(tenantId: string, userId: string, open: ReadonlySet<string>): Promise<LocalDraft[] | null> {
  const drafts = await localDrafts.listOf(tenantId, userId)
  return drafts?.filter((draft) => draft.unsaved && !open.has(applicationName(draft))) ?? null
}

/** For tests: simulates a reload of the page. Resolves when nothing is written to the browser any more. */
export async function forgetAll(): Promise<void> {
  const ends = [...entries.values()].flatMap(({ store }) => (store === null ? [] : [store.close(0)]))
  for (const name of entries.keys()) ownership.release(name)
  entries.clear()
  prefetched.clear()
  await Promise.all(ends)
}
