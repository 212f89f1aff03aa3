import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { tokyoIso } from '../../form-model/tokyo-date.ts'
import { isString, oneOf, optional, readJson, shape } from '../../src/lib/shape.ts'
import type { Guard } from '../../src/lib/shape.ts'
import { writeFileAtomically } from '../source/write-file.ts'
import type { PublicationTime } from '../build/publish-folder.ts'
import { historyFile, serviceFile } from '../source/find-sources.ts'
import { sharedFiles } from '../source/shared-files.ts'
import { needsApproval } from '../source/tenant-settings.ts'

export type HistoryEvent = {
  /** RFC 3339, with Japan's offset. */
  at: string
  who: string
  what: 'review' | 'approve' | 'publish'
  /** What was reviewed, approved or published: see `contentOf`. */
  content: string
  /** The published version, and its time if it is not from then on. */
  version?: string | undefined
  from?: string | undefined
  until?: string | undefined
}

export type FormState = 'draft' | 'review' | 'approved' | 'published'

/** The steps of a form so far, and where its present content is among them. */
export type FormHistory = { events: HistoryEvent[]; content: string; state: FormState; needsApproval: boolean }

export type Refusal = 'not-in-review' | 'own-review' | 'in-review' | 'not-approved' | 'no-name'

/** A line of the history is no event. */
export class HistoryUnreadable extends Error {
  override readonly name = 'HistoryUnreadable'
  readonly line: number

  constructor(line: number) {
    super(`Line ${line} of ${historyFile} is no event`)
    this.line = line
  }
}

const isEvent: Guard<HistoryEvent> = shape({
  at: isString,
  who: isString,
  what: oneOf<HistoryEvent['what']>(['review', 'approve', 'publish']),
  content: isString,
  version: optional(isString),
  from: optional(isString),
  until: optional(isString),
})

/** @throws {HistoryUnreadable} */
export function historyOf(folder: string): FormHistory {
  const events = readEvents(path.join(folder, historyFile))
  const content = contentOf(folder)
  const last = events.findLast((event) => event.content === content)?.what
  const state = last === undefined ? 'draft' : states[last]
  return { events, content, state, needsApproval: needsApproval(folder) }
}

const states: { [what in HistoryEvent['what']]: FormState } = {
  review: 'review',
  approve: 'approved',
  publish: 'published',
}

/** Asks others to approve the present content. */
export function askForReview(folder: string, who: string, now: number): Refusal | null {
  const { state, content } = historyOf(folder)
  if (who === '') return 'no-name'
  if (state === 'review') return 'in-review'
  append(folder, { at: tokyoIso(now), who, what: 'review', content })
  return null
}

/** Approves the content that is in review, which is another one after any change. Nobody approves an own request. */
export function approveForm(folder: string, who: string, now: number): Refusal | null {
  const { events, state, content } = historyOf(folder)
  if (who === '') return 'no-name'
  if (state !== 'review') return 'not-in-review'
  if (events.findLast((event) => event.what === 'review')?.who === who) return 'own-review'
  append(folder, { at: tokyoIso(now), who, what: 'approve', content })
  return null
}

/** Why a form cannot be published: its tenant wants an approval of this content, and the name of who publishes it. */
export function publishRefusal(folder: string, who: string): Refusal | null {
  if (!needsApproval(folder)) return null
  const { events, content } = historyOf(folder)
  if (!events.some((event) => event.what === 'approve' && event.content === content)) return 'not-approved'
  return who === '' ? 'no-name' : null
}

/** Records a publication, if it is known who published. */
export function recordPublication(
  folder: string,
  { who, version, time }: { who: string; version: string; time: PublicationTime | null },
  now: number,
): void {
  if (who === '') return
  append(folder, { at: tokyoIso(now), who, what: 'publish', content: contentOf(folder), version, ...time })
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

function readEvents(file: string): HistoryEvent[] {
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line, index) => {
      if (line.trim() === '') return []
      const event = readJson(line, isEvent)
      if (event === null) throw new HistoryUnreadable(index + 1)
      return [event]
    })
}

function append(folder: string, event: HistoryEvent): void {
  const file = path.join(folder, historyFile)
  const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const start = before === '' || before.endsWith('\n') ? before : `${before}\n`
  writeFileAtomically(file, `${start}${JSON.stringify(event)}\n`)
}
