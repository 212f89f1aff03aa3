import type { FormFiles } from './commands.ts'
import { mergeFile } from './merge-files.ts'

/**
 * One change: its title, and the changed files before and after. Changes of the same `work`, such as the characters
 * typed into one field, are one step; `null` is a change of its own.
 */
type Step = { title: string; work: string | null; before: Changed; after: Changed }

/** `null` is a file that does not exist. */
type Changed = { readonly [file: string]: string | null }

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
): History {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => before[name] !== after[name],
  )
  if (names.length === 0) return history
  const pick = (files: FormFiles): Changed => Object.fromEntries(names.map((name) => [name, files[name] ?? null]))
  const step = { title, work, before: pick(before), after: pick(after) }
  return { done: [...history.done, step].slice(-longest), undone: [] }
}

/** `blocked`: the same lines were changed outside since then. */
export type Moved =
  | { kind: 'moved'; history: History; files: FormFiles; title: string }
  | { kind: 'blocked'; title: string }

/**
 * Undoes the last change. Lines that were changed outside since then stay. Skips changes that were reverted outside, as
 * by `git checkout`; `null` if nothing remains.
 */
export function undo(history: History, files: FormFiles): Moved | null {
  let { done, undone } = history
  for (let step = done.at(-1); step; step = done.at(-1)) {
    const changed = move(files, step.after, step.before)
    if (!changed) return { kind: 'blocked', title: step.title }
    done = done.slice(0, -1)
    undone = [...undone, step]
    if (!isSame(files, changed)) return { kind: 'moved', history: { done, undone }, files: changed, title: step.title }
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

function reversed({ before, after, ...step }: Step): Step {
  return { ...step, before: after, after: before }
}

function isSame(one: FormFiles, other: FormFiles): boolean {
  return (
    Object.keys(one).length === Object.keys(other).length &&
    Object.entries(one).every(([name, text]) => other[name] === text)
  )
}

function move(files: FormFiles, from: Changed, to: Changed): FormFiles | null {
  const result = new Map(Object.entries(files))
  for (const [name, target] of Object.entries(to)) {
    const merged = mergeFile(from[name] ?? null, target, files[name] ?? null)
    if (merged === undefined) return null
    if (merged === null) result.delete(name)
    else result.set(name, merged)
  }
  return Object.fromEntries(result)
}
