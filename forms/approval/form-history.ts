import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { tokyoIso } from '../../form-model/tokyo-date.ts'
import { writeFileAtomically } from '../source/write-file.ts'
import type { PublicationTime } from '../build/publish-folder.ts'
import { serviceFile } from '../source/find-sources.ts'
import { historyFile } from '../source/history-file.ts'
import { sharedFiles } from '../source/shared-files.ts'
import { needsApproval } from '../source/tenant-settings.ts'
import { tenantFolderOf } from '../source/tenant-source.ts'
import { eventsIn } from '../source/history-events.ts'
import type { HistoryEvent } from '../source/history-events.ts'

export type FormState = 'draft' | 'review' | 'approved' | 'published'

/** The steps of a form so far, and where its present content is among them. */
export type FormHistory = { events: HistoryEvent[]; content: string; state: FormState; needsApproval: boolean }

export type Refusal =
  | 'not-in-review'
  | 'own-review'
  | 'not-own-review'
  | 'in-review'
  | 'not-approved'
  | 'no-name'
  | 'no-reason'
  | 'errors'

/** @throws {HistoryUnreadable} */
export function historyOf(folder: string): FormHistory {
  const file = path.join(folder, historyFile)
  const events = existsSync(file) ? eventsIn(readFileSync(file, 'utf8')) : []
  const content = contentOf(folder)
  const own = events.filter((event) => event.content === content)
  return { events, content, state: stateAfter(own), needsApproval: needsApproval(tenantFolderOf(folder)) }
}

/** The state after some steps of one content. Who cancels a plan undoes its publication. */
function stateAfter(own: readonly HistoryEvent[]): FormState {
  const last = own.at(-1)
  if (last?.what !== 'cancel') return last === undefined ? 'draft' : states[last.what]
  return stateAfter(own.slice(0, -1).filter(({ what, version }) => !isOfPublication(what) || version !== last.version))
}

function isOfPublication(what: HistoryEvent['what']): boolean {
  return what === 'publish' || what === 'move' || what === 'cancel'
}

const states: { [what in Exclude<HistoryEvent['what'], 'cancel'>]: FormState } = {
  review: 'review',
  withdraw: 'draft',
  approve: 'approved',
  reject: 'draft',
  publish: 'published',
  move: 'published',
}

/** A step towards the publication, or back. A rejection, also of what was approved by mistake, has a reason. */
export type ApprovalStep = {
  what: 'review' | 'withdraw' | 'approve' | 'reject'
  who: string
  reason?: string | undefined
}

/**
 * Takes a step with the present content; returns why that is impossible. After any change, the content is another one.
 * @param version what the content of a new review is built as; null for a form with errors, which cannot be published
 */
export function recordStep(
  folder: string,
  { what, who, reason = '' }: ApprovalStep,
  now: number,
  version: string | null = null,
): Refusal | null {
  const { events, state, content } = historyOf(folder)
  const refusal = who === '' ? 'no-name' : refusalOf()
  if (refusal !== null) return refusal
  const known = version ?? versionOf(events, content)
  append(folder, { at: tokyoIso(now), who, what, content, version: known, ...(reason === '' ? {} : { reason }) })
  return null

  /** Nobody approves an own request, or takes back that of another. */
  function refusalOf(): Refusal | null {
    const isOwn = events.findLast((event) => event.what === 'review')?.who === who
    switch (what) {
      case 'review':
        if (state === 'review') return 'in-review'
        return version === null ? 'errors' : null
      case 'withdraw':
        if (state !== 'review') return 'not-in-review'
        return isOwn ? null : 'not-own-review'
      case 'approve':
        if (state !== 'review') return 'not-in-review'
        return isOwn ? 'own-review' : null
      case 'reject':
        if (state !== 'review' && state !== 'approved') return 'not-in-review'
        return reason === '' ? 'no-reason' : null
    }
  }
}

/** The version of a content, as far as a step has named it. */
export function versionOf(events: readonly HistoryEvent[], content: string): string | undefined {
  return events.findLast((event) => event.content === content && event.version !== undefined)?.version
}

/** Why a form cannot be published: its tenant wants an approval of this content, and the name of who publishes it. */
export function publishRefusal(folder: string, who: string): Refusal | null {
  if (!needsApproval(tenantFolderOf(folder))) return null
  const { events, content } = historyOf(folder)
  const decisions = events.filter(({ what }) => what === 'approve' || what === 'reject')
  if (decisions.findLast((event) => event.content === content)?.what !== 'approve') return 'not-approved'
  return who === '' ? 'no-name' : null
}

/**
 * Records a publication, also if it is unknown who published: what residents got, and when, is never lost. What they get
 * already is none.
 */
export function recordPublication(
  folder: string,
  { who, version, time }: { who: string; version: string; time: PublicationTime | null },
  now: number,
): void {
  const { events, content } = historyOf(folder)
  const last = events.findLast(({ what }) => isOfPublication(what))
  const isSame = last?.what === 'publish' && last.content === content && last.version === version
  if (isSame && time === null && last.from === undefined) return
  append(folder, { at: tokyoIso(now), who, what: 'publish', content, version, ...time })
}

/** Records that the plan to publish a version was cancelled, or moved to another time. */
export function recordPlanChange(
  folder: string,
  { who, version, time }: { who: string; version: string; time: PublicationTime | null },
  now: number,
): void {
  const planned = historyOf(folder).events.findLast((event) => event.what === 'publish' && event.version === version)
  const content = planned?.content ?? contentOf(folder)
  append(folder, { at: tokyoIso(now), who, what: time === null ? 'cancel' : 'move', content, version, ...time })
}

/**
 * A hash of all that residents see of a form: its definition, its texts, the parts it refers to, its entry in the list
 * of procedures. Samples do not count, nor do the line breaks of another system.
 */
function contentOf(folder: string): string {
  const root = path.resolve(folder, '../../..')
  const own = readdirSync(folder).filter((name) => name === 'form.json' || /^texts\..+\.json$/.test(name))
  const service = path.join(folder, '..', serviceFile)
  const files = new Set([
    ...own.map((name) => path.resolve(folder, name)),
    ...sharedFiles(folder),
    path.resolve(service),
  ])
  const hash = createHash('sha256')
  for (const file of [...files].filter((one) => existsSync(one)).toSorted()) {
    const name = path.relative(root, file).replaceAll(path.sep, '/')
    hash.update(name).update('\0').update(readFileSync(file, 'utf8').replaceAll('\r\n', '\n')).update('\0')
  }
  return hash.digest('hex').slice(0, 12)
}

function append(folder: string, event: HistoryEvent): void {
  const file = path.join(folder, historyFile)
  const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const start = before === '' || before.endsWith('\n') ? before : `${before}\n`
  writeFileAtomically(file, `${start}${JSON.stringify(event)}\n`)
}
