import { isRecord } from '../../form-model/record.ts'
import { isString } from '../../src/lib/shape.ts'
import { parseJsonSource } from '../source/json-source.ts'
import type { FormFiles } from './commands.ts'
import { unreadableAt } from './json-text.ts'
import { mergeJson } from './merge-json.ts'
import type { Side } from './merge-json.ts'
import { mergeTexts, mergeTextsKeeping, overlapsOf } from './merge-texts.ts'

/** A text file; `null` if it does not exist. */
type Content = string | null

export type FileTexts = { readonly [file: string]: Content }

/** The texts that differ. */
export type FileChange = { before: FileTexts; after: FileTexts }

export function changeBetween(before: FormFiles, after: FormFiles): FileChange {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => before[name] !== after[name],
  )
  const pick = (files: FormFiles) => Object.fromEntries(names.map((name) => [name, files[name] ?? null]))
  return { before: pick(before), after: pick(after) }
}

/** Makes a change in files that others have changed since; `null` if the changes overlap. */
export function withChange(files: FormFiles, { before, after }: FileChange): FormFiles | null {
  const result = new Map(Object.entries(files))
  for (const [name, target] of Object.entries(after)) {
    const merged = mergeFile(before[name] ?? null, target, files[name] ?? null)
    if (merged === undefined) return null
    if (merged === null) result.delete(name)
    else result.set(name, merged)
  }
  return Object.fromEntries(result)
}

/** Merges two changes of one file, by lines or else by values; `undefined` if they overlap. */
export function mergeFile(base: Content, mine: Content, theirs: Content): Content | undefined {
  if (mine === base || mine === theirs) return theirs
  if (theirs === base) return mine
  if (base === null || mine === null || theirs === null) return undefined
  const lines = mergeTexts(base, mine, theirs)
  if (lines !== null && isJson(lines) && (!hasRepeats(lines) || hasRepeats(mine) || hasRepeats(theirs))) return lines
  const values = mergeJson(base, mine, theirs)
  if (!values) return lines ?? undefined
  return values.overlaps.length === 0 ? values.keeping('mine') : undefined
}

/**
 * Merges two changes of one file; where they overlap, those of a side remain. With `restores`, what the other side
 * removed stays, too.
 */
export function mergeKeeping(side: Side, restores: boolean, base: Content, mine: Content, theirs: Content): Content {
  const [kept, others] = side === 'mine' ? [mine, theirs] : [theirs, mine]
  if (restores && others === null && kept === base) return kept
  const merged = mergeFile(base, mine, theirs)
  if (merged !== undefined && !restores) return merged
  if (base === null || mine === null || theirs === null) return merged === undefined ? kept : merged
  return mergeJson(base, mine, theirs)?.keeping(side, restores) ?? mergeTextsKeeping(side, base, mine, theirs)
}

/**
 * A place that two changes made different: a value of a JSON file (`undefined` if it was removed), or else lines, the
 * first of which is `line` in the own text, from 1; `null` is a missing file.
 */
export type FileOverlap =
  | { kind: 'value'; pointer: string; mine: unknown; theirs: unknown }
  | { kind: 'lines'; line: number; mine: Content; theirs: Content }

/** Whether one side removed the value or file that the other side changed. */
export function isRemoved(overlap: FileOverlap, side: Side): boolean {
  const value = overlap[side]
  return value === undefined || value === null
}

export function overlapsIn(base: Content, mine: Content, theirs: Content): FileOverlap[] {
  if (mergeFile(base, mine, theirs) !== undefined) return []
  if (base === null || mine === null || theirs === null) return [{ kind: 'lines', line: 1, mine, theirs }]
  const values = mergeJson(base, mine, theirs)
  if (values) return values.overlaps.map((overlap) => ({ kind: 'value', ...overlap }))
  return overlapsOf(base, mine, theirs).map((overlap) => ({ kind: 'lines', ...overlap }))
}

/**
 * Whether a key, a name or an id is twice in an object or a list: both sides may have added it, in different lines.
 */
function hasRepeats(text: string): boolean {
  const { value, duplicateKeys } = parseJsonSource('', text)
  return duplicateKeys.length > 0 || hasRepeatedEntries(value)
}

function hasRepeatedEntries(value: unknown): boolean {
  if (!Array.isArray(value)) return isRecord(value) && Object.values(value).some(hasRepeatedEntries)
  const names = value.map((entry: unknown) => (isRecord(entry) ? entry.id : entry)).filter(isString)
  return new Set(names).size < names.length || value.some(hasRepeatedEntries)
}

function isJson(text: string): boolean {
  return unreadableAt(text) === null
}
