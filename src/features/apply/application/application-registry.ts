import { newIdempotencyKey } from '../../../lib/idempotency.ts'
import { quietCall } from '../../../api/query-client-calls.ts'
import type { Call } from '../../../api/query-client-calls.ts'
import type { ApplicationPorts, ApplicationStore, FormRules } from './application-state.ts'
import type { ApplicationKey, ServerAnswer } from '../draft/draft-content.ts'
import { openLocalDrafts } from '../draft/draft-database.ts'
import { serverDrafts } from '../draft/draft-server.ts'
import { openApplication } from './open-application.ts'

/** The drafts of this browser; one database for the whole portal. */
export const localDrafts = openLocalDrafts()

type Entry = {
  key: ApplicationKey
  store: ApplicationStore | null
  opening: Promise<ApplicationStore>
  failed: boolean
}

const entries = new Map<string, Entry>()
const ahead = new Map<string, { at: number; answer: Promise<ServerAnswer>; failed: boolean }>()

/** An answer read ahead is used for this long (milliseconds): the time of a form to load. */
const aheadFor = 10_000

/** Asks for the provider's copy while the form is still loading. Harmless to repeat: asked once, and not once it is open. */
export function readAhead(key: ApplicationKey, ask: Call = quietCall): void {
  const name = nameOf(key)
  const known = ahead.get(name)
  if (entries.has(name) || (known !== undefined && Date.now() - known.at < aheadFor)) return
  const answer = serverDrafts(key.serviceId, key.type, quietCall, ask).read()
  const asked = { at: Date.now(), answer, failed: false }
  ahead.set(name, asked)
  answer.then(
    ({ kind }) => {
      asked.failed = kind === 'unreachable'
    },
    // Whoever opens the application hears of it; until then nobody does.
    () => {
      asked.failed = true
    },
  )
}

function takeAhead(name: string): Promise<ServerAnswer> | null {
  const known = ahead.get(name)
  ahead.delete(name)
  return known !== undefined && Date.now() - known.at < aheadFor ? known.answer : null
}

/**
 * The application of that key, opened once and kept while the user goes from page to page. The same promise comes back
 * for the same application, so that it can be waited for while rendering.
 */
export function openOnce(
  key: ApplicationKey,
  rules: FormRules,
  ports: ApplicationPorts,
  quietly: boolean,
): Promise<ApplicationStore> {
  leaveOthers(key)
  const name = nameOf(key)
  const known = entries.get(name)
  if (known !== undefined) return known.opening
  const opening = openApplication(key, rules, ports, { quietly, read: takeAhead(name) })
  const entry: Entry = { key, store: null, opening, failed: false }
  entries.set(name, entry)
  opening.then(
    (store) => {
      entry.store = store
    },
    // Kept until the next visit: opened again while drawing, it would be opened for ever.
    () => {
      entry.failed = true
    },
  )
  return opening
}

/** Before a page is shown, again or for the first time: what could not be opened is tried anew. */
export function forgetFailed(): void {
  for (const [name, { failed }] of entries) if (failed) entries.delete(name)
  for (const [name, { failed }] of ahead) if (failed) ahead.delete(name)
}

/** After a submission the next visit to the form begins another application, with another key (P-03). */
export function forgetFinished(serviceId: string | undefined, type: string | undefined): void {
  for (const [name, { key, store }] of entries) {
    if (key.serviceId !== serviceId || key.type !== type) continue
    if (store?.state().submission.phase === 'done') entries.delete(name)
  }
}

/** What somebody else left open in this page is put down: saved in the browser, sent to nobody. */
function leaveOthers({ tenantId, userId }: ApplicationKey): void {
  for (const [name, { key, store }] of entries) {
    if (key.tenantId === tenantId && key.userId === userId) continue
    entries.delete(name)
    void store?.close(0)
  }
}

/** Log-out waits this long (milliseconds) for what is unsaved. */
const logOutPatience = 1_000

/** Log-out: sends what is unsaved, then removes every copy of this user from the browser. */
export async function closeApplications(tenantId: string, userId: string): Promise<void> {
  const mine = [...entries].filter(([, { key }]) => key.tenantId === tenantId && key.userId === userId)
  await Promise.all([
    ...mine.map(([, { store }]) => store?.close(logOutPatience)),
    sendLeftOvers(tenantId, userId, new Set(mine.map(([name]) => name))),
  ])
  for (const [name] of mine) entries.delete(name)
  await localDrafts.removeAllOf(tenantId, userId)
}

/** Drafts of earlier visits that the provider never got, e.g. because there was no network. */
async function sendLeftOvers(tenantId: string, userId: string, open: ReadonlySet<string>): Promise<void> {
  const drafts = await localDrafts.listOf(tenantId, userId)
  const unsent = drafts.filter(
    (draft) => draft.unsaved && draft.submission.phase === 'editing' && !open.has(nameOf(draft)),
  )
  const sending = unsent.map(({ serviceId, type, content, etag }) =>
    serverDrafts(serviceId, type).save(content, newIdempotencyKey(), etag, true),
  )
  let timer: ReturnType<typeof setTimeout> | undefined
  const longEnough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, logOutPatience)
  })
  await Promise.race([Promise.allSettled(sending), longEnough])
  clearTimeout(timer)
}

/** For tests: as after a reload of the page. */
export function forgetAll(): void {
  for (const { store } of entries.values()) void store?.close(0)
  entries.clear()
  ahead.clear()
}

function nameOf({ tenantId, userId, serviceId, type }: ApplicationKey): string {
  return [tenantId, userId, serviceId, type].join('/')
}
