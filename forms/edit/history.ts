import type { FormFiles } from './commands.ts'
import { mergeTexts } from './merge-texts.ts'

/** One change: its title, and the changed files before and after. */
type Step = { title: string; before: Changed; after: Changed }

/** `null` is a file that does not exist. */
type Changed = { readonly [file: string]: string | null }

export type History = { readonly done: readonly Step[]; readonly undone: readonly Step[] }

export const emptyHistory: History = { done: [], undone: [] }

const longest = 500

/** Adds a change; undone changes can no longer be redone. */
export function record(history: History, title: string, before: FormFiles, after: FormFiles): History {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => before[name] !== after[name],
  )
  if (names.length === 0) return history
  const pick = (files: FormFiles): Changed => Object.fromEntries(names.map((name) => [name, files[name] ?? null]))
  return { done: [...history.done, { title, before: pick(before), after: pick(after) }].slice(-longest), undone: [] }
}

export type Moved = { history: History; files: FormFiles; title: string }

/**
 * Undoes the last change. Lines that were changed outside since then stay; `null` if there is nothing to undo or the
 * same lines were changed outside.
 */
export function undo({ done, undone }: History, files: FormFiles): Moved | null {
  const step = done.at(-1)
  const changed = step ? move(files, step.after, step.before) : null
  return step && changed
    ? { history: { done: done.slice(0, -1), undone: [...undone, step] }, files: changed, title: step.title }
    : null
}

export function redo({ done, undone }: History, files: FormFiles): Moved | null {
  const step = undone.at(-1)
  const changed = step ? move(files, step.before, step.after) : null
  return step && changed
    ? { history: { done: [...done, step], undone: undone.slice(0, -1) }, files: changed, title: step.title }
    : null
}

function move(files: FormFiles, from: Changed, to: Changed): FormFiles | null {
  const result = new Map(Object.entries(files))
  for (const [name, target] of Object.entries(to)) {
    const source = from[name] ?? null
    const now = files[name] ?? null
    if (now === source) {
      if (target === null) result.delete(name)
      else result.set(name, target)
      continue
    }
    const merged = now === null || source === null || target === null ? null : mergeTexts(source, target, now)
    if (merged === null) return null
    result.set(name, merged)
  }
  return Object.fromEntries(result)
}
