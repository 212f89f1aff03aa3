import { webLocks } from '../../../lib/web-locks.ts'
import { silentCall } from '../../../api/http.ts'
import type { Call } from '../../../api/http.ts'
import type { DraftChange } from '../../../drafts/change-draft.ts'
import type { KeptDraft } from '../../../drafts/kept-until.ts'
import { forgetPositions } from '../../../feedback/left-pages.ts'
import { ProblemError } from '../../../lib/problem.ts'
import { localStore } from '../../../lib/safe-storage.ts'
import { paths } from '../../../paths.ts'
import { onResultShown } from '../../../payment/remembered-order.ts'
import type { ApplicationStore } from './application-store.ts'
import type { ApplicationDeps, FormRules } from './application-deps.ts'
import { applicationTabs } from './application-tabs.ts'
import type { HandOver } from './application-tabs.ts'
import { createOwnership, handOverWaitMs, onlyCopyWaitMs, whenVisible } from './ownership.ts'
import type { ApplicationKey, LocalDraft, ServerAnswer } from '../draft/draft.ts'
import { localDrafts } from '../draft/local-drafts.ts'
import { applicationName, draftLifetimeMs, isBlank, serverDrafts } from '../draft/draft.ts'
import { openApplication } from './open-application.ts'

type Opened = {
  opening: Promise<ApplicationStore>
  store: ApplicationStore | null
  /** Not null: it is being written, and is opened again only after that. */
  ended: Promise<void> | null
}

/** The one of the flow, for a short time the one before it, and those whose outcome is awaited. */
const opened = new Map<string, Opened>()
let entered: string | null = null

onResultShown((orderId) => void localDrafts.removeSent(orderId))

export const ownership = createOwnership({
  locks: webLocks,
  tabs: applicationTabs,
  whenVisible,
  handOver,
  onLost: (name) => void end(name, 0).then(() => localDrafts.giveAway(name)),
  onOwned(name, answer) {
    // The other tab may have saved since.
    if (answer !== null) forgetPrefetched(name)
    if (answer?.kind === 'written' && answer.record !== null) localDrafts.receive(answer.record)
  },
  waitMs: () => (localStore.persistent ? handOverWaitMs : onlyCopyWaitMs),
})

if ('window' in globalThis) {
  window.addEventListener('pagehide', leavePage)
  window.addEventListener('pageshow', ({ persisted }) => persisted && backFromCache())
}

/** A page with a lock cannot come back from the browser's cache. Another tab may continue, or log the user out. */
export function leavePage(): void {
  for (const [name, { store }] of opened) {
    store?.onPageHide()
    stop(name)
  }
  for (const name of ownership.held()) giveBack(name)
}

export function backFromCache(): void {
  if (entered !== null) void ownership.claim(entered)
}

async function handOver(name: string): Promise<HandOver> {
  const store = storeOf(name)
  if (store !== null && isPending(store)) {
    store.retry()
    announceOutcome(name)
    return { kind: 'sending' }
  }
  await end(name, 0)
  return { kind: 'written', record: localDrafts.giveAway(name) }
}

export function announceOutcome(name: string): void {
  void storeOf(name)
    ?.outcome()
    .then((order) => applicationTabs.post({ kind: 'result', name, order }))
}

export function storeOf(name: string): ApplicationStore | null {
  return opened.get(name)?.store ?? null
}

export function isPending(store: ApplicationStore): boolean {
  const { phase } = store.state().submission
  return !store.isOver() && (phase === 'sending' || phase === 'waiting')
}

/** Writes what was typed, sends it (at most `waitMs`), and stops. One that is still being opened holds nothing typed. */
export async function end(name: string, waitMs?: number): Promise<void> {
  const last = opened.get(name)
  if (last === undefined || last.store === null) return stop(name)
  last.ended ??= last.store.close(waitMs).finally(() => {
    if (opened.get(name) === last) opened.delete(name)
  })
  return last.ended
}

function stop(name: string): void {
  const last = opened.get(name)
  opened.delete(name)
  // One that cannot be opened has nothing to stop.
  last?.opening.then(
    (store) => store.stop(),
    () => undefined,
  )
}

let prefetched: { name: string; at: number; answer: Promise<ServerAnswer> } | null = null

/** How long a prefetched response may be used: the time a form takes to load. */
const prefetchLifetimeMs = 10_000

function forgetPrefetched(name: string): void {
  if (prefetched?.name === name) prefetched = null
}

function prefetchedOf(name: string): Promise<ServerAnswer> | null {
  return prefetched?.name === name && Date.now() - prefetched.at < prefetchLifetimeMs ? prefetched.answer : null
}

/** Requests the copy at the API while the form is still loading, once, and unless another tab may save meanwhile. */
export function prefetchDraft(key: ApplicationKey, ask: Call = silentCall): void {
  const name = applicationName(key)
  const { kind } = ownership.place(name)
  if (kind !== 'unclaimed' && kind !== 'here') return
  if (opened.has(name) || prefetchedOf(name) !== null) return
  const answer = serverDrafts(key, { ask }).read()
  prefetched = { name, at: Date.now(), answer }
  // A failure is handled when the application is opened.
  answer.catch(() => undefined)
}

/** The same promise while the user changes pages, so that rendering can wait for it. */
export function openOnce(
  key: ApplicationKey,
  rules: FormRules,
  deps: ApplicationDeps,
  silent: boolean,
): Promise<ApplicationStore> {
  const name = applicationName(key)
  const last = opened.get(name)
  if (last?.ended === null) return last.opening
  const read = last === undefined ? prefetchedOf(name) : null
  prefetched = null
  const open = () => openApplication(key, rules, deps, { silent, read })
  const opening = last === undefined ? open() : last.ended.then(open)
  const next: Opened = { opening, store: null, ended: null }
  opened.set(name, next)
  opening.then(
    (store) => {
      next.store = store
    },
    // Kept until its page is left: opening it again while rendering would loop.
    () => undefined,
  )
  return opening
}

/** The version of the form in which it is open; null if its next page opens it. */
export function openVersion(name: string): string | null {
  const last = opened.get(name)
  return last?.ended === null ? (last.store?.state().content.formVersion ?? null) : null
}

/** Call when the flow of an application is entered, and the result when it is left. */
export function enter(name: string): () => void {
  entered = name
  void ownership.claim(name)
  return () => {
    entered = null
    void leave(name)
  }
}

export function isEntered(): boolean {
  return entered !== null
}

/** One whose outcome is unknown goes on: its next visit shows the result. */
async function leave(name: string): Promise<void> {
  forgetPrefetched(name)
  const store = storeOf(name)
  if (store !== null && isPending(store)) return
  if (store?.isOver() === true) forgetPositionsOf(store)
  await end(name)
  if (name !== entered && !opened.has(name)) giveBack(name)
}

function giveBack(name: string): void {
  ownership.release(name)
  localDrafts.giveAway(name)
}

/** Back shows the top of the next one. */
function forgetPositionsOf({ key: { tenantId, serviceId, type } }: ApplicationStore): void {
  forgetPositions(paths.application(tenantId, serviceId, type))
}

/** If the application is closed (result shown, or answers discarded), the flow continues with another one (P-03). */
export function beginAnother(): void {
  const store = entered === null ? null : storeOf(entered)
  if (entered === null || store?.state().isClosed !== true) return
  forgetPositionsOf(store)
  void end(entered)
  release(entered)
}

/** Any tab may claim it now. If its pages are on the screen, they open it again. */
function release(name: string): void {
  ownership.release(name)
  if (name === entered) void ownership.claim(name)
}

/** See `drafts/change-draft.ts`. @throws ProblemError while it is being sent, here or in another tab */
export async function changeDraft<T>({ draft, typed, change }: DraftChange<T>): Promise<T> {
  const name = applicationName(draft)
  await ownership.takeOver(name)
  const store = storeOf(name)
  const isHere = ownership.place(name).kind === 'here'
  if (!isHere) release(name)
  if (!isHere || (store !== null && isPending(store)))
    throw new ProblemError({ kind: 'conflict', code: 'SE_CO_0409', fields: [] })
  await end(name)
  try {
    const result = await change()
    if (typed === 'discarded') localDrafts.remove(draft)
    return result
  } finally {
    release(name)
  }
}

/** See `drafts/kept-until.ts`. */
export async function keptUntil({ tenantId, userId, serviceId, type }: KeptDraft) {
  const records = await localDrafts.listOf(tenantId, userId)
  const isOfDraft = (record: LocalDraft) => record.serviceId === serviceId && record.type === (type ?? record.type)
  const isOpen = ({ submission, content }: LocalDraft) => submission.phase === 'editing' && !isBlank(content)
  const kept = records.find((record) => isOfDraft(record) && isOpen(record))
  return kept === undefined ? null : Date.parse(kept.changedAt) + draftLifetimeMs
}

/** For tests: simulates a reload of the page. Resolves when nothing is written to the browser any more. */
export async function forgetAll(): Promise<void> {
  const names = [...ownership.held(), ...opened.keys(), ...(entered === null ? [] : [entered])]
  await Promise.all(names.map((name) => end(name, 0)))
  for (const name of names) giveBack(name)
  prefetched = null
  entered = null
}
