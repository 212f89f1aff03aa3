import type { FeeLine, FeeValue, FieldPath } from '../../form-model/definition.ts'
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

/** Adds a line of 0 yen, and announces in the list of procedures that the form computes the fee. */
export function addFeeLine(files: FormFiles, names: { [language in ToolLanguage]: string }): FormFiles {
  const taken = new Set(feeLines(files).map(({ text }) => text))
  let key = 'fee'
  for (let number = 2; taken.has(key); number++) key = `fee${number}`
  const line: FeeLine = { text: key, amount: 0, taxRate: 0 }
  const added = edit(files, 'form.json', (text) => addEntry(text, '/fee/lines', line))
  return toolLanguages.reduce(
    (result, language) =>
      edit(result, textsFile(language), (text) => setValue(text, joinPointer('/fee', key), names[language])),
    withServiceFee(added, 'NONE', 'QUOTED'),
  )
}

/** Removes a line, and its name unless another line has the same name. Removes the fee with its last line. */
export function removeFeeLine(files: FormFiles, index: number): FormFiles {
  const lines = feeLines(files)
  const { text: key = '' } = lines[index] ?? {}
  const isLast = lines.length === 1
  const removed = edit(files, 'form.json', (text) => removeValue(text, isLast ? '/fee' : `/fee/lines/${index}`))
  const isShared = lines.some(({ text }, at) => at !== index && text === key)
  if (isShared) return removed
  return languages.reduce(
    (result, language) =>
      edit(result, textsFile(language), (text) => removeValue(text, isLast ? '/fee' : joinPointer('/fee', key))),
    isLast ? withServiceFee(removed, 'QUOTED', 'NONE') : removed,
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

/**
 * Sets the amount of a line. If an answer within a list decides it, the line is charged once for each entry. A list
 * that decided it before no longer affects the line or its quantity.
 */
export function setFeeAmount(files: FormFiles, index: number, amount: FeeValue): FormFiles {
  const list = listAround(answerOf(amount))
  const before = feeLines(files)[index]
  const changed = setFeeKey(files, index, 'amount', amount)
  if (!before || before.forEach === list) return changed
  const keys = ['quantity', 'choice'] as const
  const cleared = keys.reduce((result, key) => setFeeKey(result, index, key, undefined), changed)
  return setFeeKey(cleared, index, 'forEach', list)
}

/** Counts a line for each entry of the list that its questions are in, or once. */
export function setFeeList(files: FormFiles, index: number): FormFiles {
  const { amount = 0, quantity = 1 } = feeLines(files)[index] ?? {}
  const lists = [amount, quantity].map((value) => listAround(answerOf(value)) ?? '')
  const list = lists.reduce((one, other) => (other.length > one.length ? other : one))
  return setFeeKey(files, index, 'forEach', list === '' ? undefined : list)
}

function answerOf(amount: FeeValue): FieldPath {
  if (typeof amount === 'number') return ''
  return 'answer' in amount ? amount.answer : amount.byAnswer
}

/** The list that contains a path: `dogs/list` for `dogs/list/[]/kind`. */
export function listAround(path: FieldPath): FieldPath | undefined {
  const end = path.lastIndexOf('/[]')
  return end < 0 ? undefined : path.slice(0, end)
}
