import type { FormFiles } from './commands.ts'
import { changeBetween, withChange } from './merge-files.ts'
import type { FileChange } from './merge-files.ts'

/** The nodes that were selected before and after a change; `null` if it is about none. */
export type Selections = { from: string | null; to: string | null }

export const noSelections: Selections = { from: null, to: null }

/**
 * One change: its title, and the changed files before and after. Changes of the same `work`, such as the characters
 * typed into one field, are one step; `null` is a change of its own.
 */
type Step = FileChange & Selections & { title: string; work: string | null }

export type History = { readonly done: readonly Step[]; readonly undone: readonly Step[] }

export const emptyHistory: History = { done: [], undone: [] }

const longest = 500

/** Adds a change; undone changes can no longer be redone. */
export function record(
  history: History,
  title: string,
  before: FormFiles,
  after: FormFiles,
  work: string | null = null,
  selections: Selections = noSelections,
): History {
  const change = changeBetween(before, after)
  if (isEmpty(change)) return history
  const step = { title, work, ...selections, ...change }
  return { done: [...history.done, step].slice(-longest), undone: [] }
}

/** `blocked`: the same lines were changed outside since then. `selected`: as before the step. */
export type Moved =
  | { kind: 'moved'; history: History; files: FormFiles; title: string; selected: string | null }
  | { kind: 'blocked'; title: string }

/**
 * Undoes the last change. Lines that were changed outside since then stay. Skips changes that were reverted outside, as
 * by `git checkout`; `null` if nothing remains.
 */
export function undo(history: History, files: FormFiles): Moved | null {
  let { done, undone } = history
  for (let step = done.at(-1); step; step = done.at(-1)) {
    const changed = withChange(files, reversed(step))
    if (!changed) return { kind: 'blocked', title: step.title }
    done = done.slice(0, -1)
    undone = [...undone, step]
    if (!isEmpty(changeBetween(files, changed)))
      return { kind: 'moved', history: { done, undone }, files: changed, title: step.title, selected: step.from }
  }
  return null
}

/** The reverse of `undo`. */
export function redo({ done, undone }: History, files: FormFiles): Moved | null {
  const moved = undo({ done: undone.map(reversed), undone: done.map(reversed) }, files)
  if (moved?.kind !== 'moved') return moved
  const { history } = moved
  return { ...moved, history: { done: history.undone.map(reversed), undone: history.done.map(reversed) } }
}

function reversed({ before, after, from, to, ...step }: Step): Step {
  return { ...step, before: after, after: before, from: to, to: from }
}

function isEmpty({ after }: FileChange): boolean {
  return Object.keys(after).length === 0
}
