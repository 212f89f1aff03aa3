import { after, withTimeLimit } from '../../../lib/clock.ts'
import { randomId } from '../../../lib/random-id.ts'
import { greatestOf } from '../../../identity/port.ts'
import type { LogOutLoss } from '../../../identity/port.ts'
import type { ApplicationTabs } from './application-tabs.ts'

type User = { tenantId: string; userId: string }

/**
 * How long a log-out waits for the first message of each tab (milliseconds). No tab knows how many others there are, and
 * a frozen one sends nothing.
 */
export const firstReportMs = 200

/**
 * Lets the other tabs save what the user typed there, and returns the greatest loss that a log-out would cause in one.
 * A tab that has not finished within the limit has unsaved answers.
 */
export async function lossInOtherTabs(tabs: ApplicationTabs, user: User, limitMs: number): Promise<LogOutLoss> {
  const logOut = randomId()
  /** By tab; null while it saves. */
  const losses = new Map<string, LogOutLoss | null>()
  let onReport = (): void => {}
  const unsubscribe = tabs.subscribe((message) => {
    if (message.kind !== 'loss' || message.logOut !== logOut) return
    losses.set(message.tab, message.loss)
    onReport()
  })
  tabs.post({ kind: 'logging-out', logOut, ...user })
  await new Promise<void>((resolve) => after(firstReportMs, resolve))
  const finished = new Promise<void>((resolve) => {
    onReport = () => {
      if (![...losses.values()].includes(null)) resolve()
    }
    onReport()
  })
  const unfinished = (): void => undefined
  await withTimeLimit(finished, limitMs - firstReportMs).catch(unfinished)
  unsubscribe()
  return greatestOf([...losses.values()].map((loss) => loss ?? 'answers'))
}

/** Reports to the log-outs of other tabs. `lossOf`: saves what is open here; null if nothing is. */
export function reportLosses(tabs: ApplicationTabs, lossOf: (user: User) => Promise<LogOutLoss> | null): void {
  const tab = randomId()
  tabs.subscribe((message) => {
    if (message.kind !== 'logging-out') return
    const saving = lossOf(message)
    if (saving === null) return
    const report = (loss: LogOutLoss | null) => tabs.post({ kind: 'loss', logOut: message.logOut, tab, loss })
    report(null)
    void saving.then(report, () => report('answers'))
  })
}
