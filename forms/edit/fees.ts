import type { FeeFromEntry, FeeLine, FieldPath, JsonSchema } from '../../form-model/definition.ts'
import { answersOfValue, countsOnce, feeFactors, feeTextKeys } from '../../form-model/fee.ts'
import { joinPointer } from '../../form-model/pointer.ts'
import { isRecord } from '../../form-model/record.ts'
import { addEntry, edit, readText, textsFile } from './commands.ts'
import { languages } from '../../src/lib/language.ts'
import { toolLanguages } from '../source/tool-languages.ts'
import type { FormFiles } from './commands.ts'
import type { ToolLanguage } from '../source/tool-languages.ts'
import { readValue, removeValue, setValue } from './json-text.ts'

export const serviceJson = 'service.json'

export function feeLines(files: FormFiles): FeeLine[] {
  const lines = readValue(files['form.json'] ?? '{}', '/fee/lines')
  return Array.isArray(lines) ? (lines as unknown[]).filter((line): line is FeeLine => isRecord(line)) : []
}

/** The name of a fee line for the author. */
export function feeName(files: FormFiles, key: string): string {
  const name = readText(files, 'ja', joinPointer('/fee', key))
  return name === '' ? key : name
}

type Names = { [language in ToolLanguage]: string }

/** Adds a line of 0 yen, and announces in the list of procedures that the form computes the fee. */
export function addFeeLine(files: FormFiles, names: Names): FormFiles {
  const key = freeKey(files, 'fee')
  const line: FeeLine = { text: key, amount: 0, taxRate: 0 }
  const added = edit(files, 'form.json', (text) => addEntry(text, '/fee/lines', line))
  return withServiceFee(withFeeText(added, key, names), 'NONE', 'QUOTED')
}

/** Removes a line, and its texts unless another line has them too. Removes the fee with its last line. */
export function removeFeeLine(files: FormFiles, index: number): FormFiles {
  const isLast = feeLines(files).length === 1
  const removed = edit(files, 'form.json', (text) => removeValue(text, isLast ? '/fee' : `/fee/lines/${index}`))
  const left = withoutUnusedTexts(files, removed)
  return isLast ? withServiceFee(left, 'QUOTED', 'NONE') : left
}

function freeKey(files: FormFiles, wanted: string): string {
  const taken = new Set(feeLines(files).flatMap(feeTextKeys))
  let key = wanted
  for (let number = 2; taken.has(key); number++) key = `${wanted}${number}`
  return key
}

function withFeeText(files: FormFiles, key: string, names: Names): FormFiles {
  return toolLanguages.reduce(
    (result, language) =>
      edit(result, textsFile(language), (text) => setValue(text, joinPointer('/fee', key), names[language])),
    files,
  )
}

/** The changed files without the texts that only the files before needed. */
function withoutUnusedTexts(before: FormFiles, files: FormFiles): FormFiles {
  const used = new Set(feeLines(files).flatMap(feeTextKeys))
  const unused = feeLines(before)
    .flatMap(feeTextKeys)
    .filter((key) => !used.has(key))
  const places = used.size === 0 ? ['/fee'] : [...new Set(unused)].map((key) => joinPointer('/fee', key))
  return languages.reduce(
    (result, language) =>
      edit(result, textsFile(language), (text) => places.reduce((all, place) => removeValue(all, place), text)),
    files,
  )
}

function withServiceFee(files: FormFiles, from: string, to: string): FormFiles {
  return edit(files, serviceJson, (text) =>
    readValue(text, '/fee/kind') === from ? setValue(text, '/fee/kind', to) : text,
  )
}

/** Sets one key of a line; `undefined` removes it. */
export function setFeeKey(files: FormFiles, index: number, key: keyof FeeLine, value: unknown): FormFiles {
  const pointer = `/fee/lines/${index}/${key}`
  return edit(files, 'form.json', (text) =>
    value === undefined ? removeValue(text, pointer) : setValue(text, pointer, value),
  )
}

const factors = ['quantity', 'times', 'choice'] as const
const calculation = [...factors, 'forEach', 'fromEntry', 'rounding', 'minimum', 'maximum'] as const

/**
 * Sets the amount of a line. If an answer within a list decides it, the line is charged once for each entry. An amount
 * that is announced later has no calculation.
 */
export function setFeeAmount(files: FormFiles, index: number, amount: FeeLine['amount']): FormFiles {
  const changed = setFeeKey(files, index, 'amount', amount)
  if (amount === 'later') return withoutKeys(files, changed, index, calculation)
  const list = longestList(answersOfValue(amount))
  return list === undefined ? changed : setFeeEach(changed, index, list)
}

/** Charges a line for each entry of a list, or once. What it cannot count so is removed. */
export function setFeeEach(files: FormFiles, index: number, forEach: FieldPath | undefined): FormFiles {
  const line = feeLines(files)[index]
  const each = forEach === undefined ? {} : { forEach }
  const lost = factors.filter((key) =>
    (key === 'choice' ? [line?.choice ?? ''] : answersOfValue(line?.[key])).some((path) => !countsOnce(each, path)),
  )
  const entries = forEach === undefined ? (['fromEntry'] as const) : []
  return setFeeKey(withoutKeys(files, files, index, [...lost, ...entries]), index, 'forEach', forEach)
}

/** Counts a line for each entry of the list that its questions are in, or once. */
export function setFeeList(files: FormFiles, index: number): FormFiles {
  const line = feeLines(files)[index]
  const list = longestList(feeFactors.flatMap((key) => answersOfValue(line?.[key])))
  return setFeeKey(files, index, 'forEach', list)
}

/** Charges nothing on a condition, or always again. */
export function setExempt(files: FormFiles, index: number, when: JsonSchema | undefined, names: Names): FormFiles {
  const line = feeLines(files)[index]
  if (!line) return files
  if (when === undefined) return withoutKeys(files, files, index, ['exempt'])
  if (line.exempt) return setFeeKey(files, index, 'exempt', { ...line.exempt, when })
  const text = freeKey(files, `${line.text}Exempt`)
  return withFeeText(setFeeKey(files, index, 'exempt', { when, text }), text, names)
}

/** Adds another amount for the next entries of a list. */
export function addFromEntry(files: FormFiles, index: number, names: (from: number) => Names): FormFiles {
  const line = feeLines(files)[index]
  if (!line) return files
  const steps = line.fromEntry ?? []
  const from = (steps.at(-1)?.from ?? 1) + 1
  const text = freeKey(files, `${line.text}From${from}`)
  const added = setFeeKey(files, index, 'fromEntry', [...steps, { from, text, percent: 50 }])
  return withFeeText(added, text, names(from))
}

/** Changes one of the amounts for later entries; `undefined` removes it. */
export function setFromEntry(files: FormFiles, index: number, at: number, step: FeeFromEntry | undefined): FormFiles {
  const steps = feeLines(files)[index]?.fromEntry ?? []
  const changed = steps.flatMap((one, position) => (position !== at ? [one] : step ? [step] : []))
  const result = setFeeKey(files, index, 'fromEntry', changed.length === 0 ? undefined : changed)
  return withoutUnusedTexts(files, result)
}

/** Removes keys of a line, and the texts that only they needed. */
function withoutKeys(before: FormFiles, files: FormFiles, index: number, keys: readonly (keyof FeeLine)[]): FormFiles {
  const removed = keys.reduce((result, key) => setFeeKey(result, index, key, undefined), files)
  return withoutUnusedTexts(before, removed)
}

/** The innermost list that one of the paths is in: `dogs/list` for `dogs/list/[]/kind`. */
function longestList(paths: readonly FieldPath[]): FieldPath | undefined {
  const lists = paths.flatMap((path) => {
    const end = path.lastIndexOf('/[]')
    return end < 0 ? [] : [path.slice(0, end)]
  })
  return lists.toSorted((one, other) => other.length - one.length)[0]
}
