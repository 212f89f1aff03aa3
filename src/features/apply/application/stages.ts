import { reduceSaving } from '../draft/saving-state.ts'
import type { SavingEvent, SavingMode } from '../draft/saving-types.ts'
import { isLocked } from '../submission/submission-state.ts'
import type { Application, Input, Result, Stage } from './application-events.ts'

/** What each stage allows. In `open` it also depends on the submission: see `isLocked`. */
const stages: { [stage in Stage]: { change: boolean; saving: SavingMode } } = {
  open: { change: true, saving: 'open' },
  held: { change: true, saving: 'held' },
  'starting-over': { change: false, saving: 'held' },
  stopping: { change: false, saving: 'held' },
  closing: { change: true, saving: 'open' },
  closed: { change: false, saving: 'held' },
}

/** Whether the user may change the answers now. */
export function mayChange({ stage, submission }: Application): boolean {
  return stages[stage].change && !isLocked(submission.view.phase)
}

/** Whether the API reports that the submission never arrived. */
export function mayTryAgain({ stage, submission }: Application): boolean {
  return stage === 'open' && submission.view.phase === 'not-arrived'
}

/** Neither changed nor in contact with the API: another copy may replace this one. */
export function isIdle({ stage, submission, saving }: Application): boolean {
  if (stage !== 'open' || isLocked(submission.view.phase)) return false
  return !saving.base.unsaved && saving.request === null && saving.question === null
}

/** Runs the reducer of saving in the mode of the application. */
export function save(state: Application, event: SavingEvent, input: Input): Result {
  const mode = isLocked(state.submission.view.phase) ? 'held' : stages[state.stage].saving
  const { state: saving, effects } = reduceSaving(state.saving, event, { ...input, mode })
  const postponed = saving.question === state.saving.question && state.postponed
  return { state: { ...state, saving, postponed }, effects }
}

export function only(state: Application): Result {
  return { state, effects: [] }
}

export function andThen(first: Result, next: (state: Application) => Result): Result {
  const second = next(first.state)
  return { state: second.state, effects: [...first.effects, ...second.effects] }
}
