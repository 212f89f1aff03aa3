import { historyFile } from './history-file.ts'
import { isString, oneOf, optional, readJson, shape } from '../../src/lib/shape.ts'
import type { Guard } from '../../src/lib/shape.ts'

const steps = ['review', 'withdraw', 'approve', 'reject', 'publish', 'move', 'cancel'] as const

export type HistoryEvent = {
  /** RFC 3339, with Japan's offset. */
  at: string
  /** Empty if it is unknown who published. */
  who: string
  what: (typeof steps)[number]
  /** What was reviewed, approved or published: see `contentOf`. Never shown: a version is what people compare. */
  content: string
  /** The version that this content is built as. */
  version?: string | undefined
  /** The time of a publication that is not from then on; `move` has the new one. */
  from?: string | undefined
  until?: string | undefined
  /** Why it was not approved. */
  reason?: string | undefined
}

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
  what: oneOf<HistoryEvent['what']>(steps),
  content: isString,
  version: optional(isString),
  from: optional(isString),
  until: optional(isString),
  reason: optional(isString),
})

/**
 * The events of a history, in their order.
 * @throws {HistoryUnreadable}
 */
export function eventsIn(text: string): HistoryEvent[] {
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return []
    const event = readJson(line, isEvent)
    if (event === null) throw new HistoryUnreadable(index + 1)
    return [event]
  })
}
