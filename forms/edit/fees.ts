import type { FeeFromEntry, FeeLine, FeeValue, FieldPath, JsonSchema } from '../../form-model/definition.ts'
import { answersOfValue, countsOnce, feeFactors, feeTextKeys } from '../../form-model/fee.ts'
import { joinPointer } from '../../form-model/pointer.ts'
import { isRecord, recordOf } from '../../form-model/record.ts'
import { addEntry, edit, editTexts, numbered, readText, setInForm } from './commands.ts'
import { isToolLanguage } from '../source/tool-languages.ts'
import type { FormFiles } from './commands.ts'
import type { ToolLanguage } from '../source/tool-languages.ts'
import { feeListReference, withFeeLists } from '../source/fee-lists.ts'
import { isSameJson } from '../source/same-json.ts'
import { copyNames } from './copy-words.ts'
import { insertEntry, readValue, removeValue, setValue, synchronized } from './json-text.ts'
import { feesReference, listFees, listOfFees } from './shared-lists.ts'

export const serviceJson = 'service.json'

/** The lines with the amounts of the fee lists that they refer to. */
export function feeLines(files: FormFiles): FeeLine[] {
  const form = readValue(files['form.json'] ?? '{}', '')
  const { fee } = withFeeLists(isRecord(form) ? form : {}, (ref) => {
    const list = listOfFees(ref)
    return list === null ? undefined : readValue(files[listFees(list)] ?? '{}', '')
  })
  const lines = isRecord(fee) ? fee.lines : undefined
  return Array.isArray(lines) ? (lines as unknown[]).filter((line): line is FeeLine => isRecord(line)) : []
}

/** The list whose fees are the amounts of a line; `null` for its own amounts. */
export function feeListOf(files: FormFiles, index: number): string | null {
  const amount = readValue(files['form.json'] ?? '{}', `/fee/lines/${index}/amount`)
  const ref = feeListReference(amount)
  return ref === null ? null : listOfFees(ref)
}

/** Moves the amounts of a line to the fees of a list, or uses the fees that the list has. */
export function shareFees(files: FormFiles, index: number, list: string): FormFiles {
  const amount = feeLines(files)[index]?.amount
  if (typeof amount !== 'object' || !('table' in amount)) return files
  const file = listFees(list)
  const shared = files[file] === undefined ? { ...files, [file]: `${JSON.stringify(amount.table, null, 2)}\n` } : files
  return edit(shared, 'form.json', (text) =>
    setValue(text, `/fee/lines/${index}/amount/table`, { $ref: feesReference(list) }),
  )
}

/** A line gets the fees of its list as its own amounts: later changes of the list do not concern it. */
export function ownFees(files: FormFiles, index: number): FormFiles {
  const amount = feeLines(files)[index]?.amount
  if (typeof amount !== 'object' || !('table' in amount)) return files
  return edit(files, 'form.json', (text) => setValue(text, `/fee/lines/${index}/amount/table`, amount.table))
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

/** Copies a line behind itself: the amounts for a further answer, such as where someone lives, are another line. */
export function copyFeeLine(files: FormFiles, index: number): FormFiles {
  const line = readValue(files['form.json'] ?? '{}', `/fee/lines/${index}`) as FeeLine
  const taken = new Set(feeLines(files).flatMap(feeTextKeys))
  const keys = new Map<string, string>()
  for (const key of feeTextKeys(line)) {
    keys.set(
      key,
      numbered(key, (name) => !taken.has(name)),
    )
    taken.add(keys.get(key) ?? key)
  }
  const named = <Part extends { text: string }>(part: Part): Part => ({
    ...part,
    text: keys.get(part.text) ?? part.text,
  })
  const copy: FeeLine = {
    ...named(line),
    ...(line.exempt && { exempt: named(line.exempt) }),
    ...(line.fromEntry && { fromEntry: line.fromEntry.map(named) }),
  }
  const names = feeLines(files).map(({ text }) => feeName(files, text))
  const nameOf = copyNames(feeName(files, line.text), new Set(names))
  const copied = edit(files, 'form.json', (text) => insertEntry(text, '/fee/lines', copy, index + 1))
  return editTexts(copied, (text, language) =>
    [...keys].reduce((json, [from, to]) => {
      const words = readValue(json, joinPointer('/fee', from))
      if (typeof words !== 'string') return json
      return setValue(json, joinPointer('/fee', to), from === line.text ? nameOf(words, language) : words)
    }, text),
  )
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
  return numbered(wanted, (key) => !taken.has(key))
}

function withFeeText(files: FormFiles, key: string, names: Names): FormFiles {
  return editTexts(files, (text, language) =>
    isToolLanguage(language) ? setValue(text, joinPointer('/fee', key), names[language]) : text,
  )
}

/** The changed files without the texts that only the files before needed. */
function withoutUnusedTexts(before: FormFiles, files: FormFiles): FormFiles {
  const used = new Set(feeLines(files).flatMap(feeTextKeys))
  const unused = feeLines(before)
    .flatMap(feeTextKeys)
    .filter((key) => !used.has(key))
  const places = used.size === 0 ? ['/fee'] : [...new Set(unused)].map((key) => joinPointer('/fee', key))
  return editTexts(files, (text) => places.reduce((all, place) => removeValue(all, place), text))
}

function withServiceFee(files: FormFiles, from: string, to: string): FormFiles {
  return edit(files, serviceJson, (text) =>
    readValue(text, '/fee/kind') === from ? setValue(text, '/fee/kind', to) : text,
  )
}

/** Sets one key of a line; `undefined` removes it. */
export function setFeeKey(files: FormFiles, index: number, key: keyof FeeLine, value: unknown): FormFiles {
  const list = key === 'amount' ? feeListOf(files, index) : null
  const asked = answersOfValue(feeLines(files)[index]?.amount)
  // Amounts by the same questions stay in the fee list, for all forms that use it.
  const { byAnswer, byAnswers = byAnswer, table } = recordOf(value)
  if (list !== null && isRecord(table) && isSameJson([byAnswers].flat(), asked))
    return edit(files, listFees(list), (text) => synchronized(text, '', table))
  return setInForm(files, `/fee/lines/${index}/${key}`, value)
}

/** The answers that a question offers; `undefined` for a question that is gone. */
type AnswersOf = (path: FieldPath) => readonly string[] | undefined

/**
 * The amounts as a table by one or two answers, or one amount without paths, such that each answer costs what it did.
 * `isLost` if that is impossible for some: their cells are empty, and one amount is 0. An amount of 0 that nobody has
 * changed is none.
 */
export function amountBy(
  amount: FeeLine['amount'],
  paths: readonly [] | readonly [FieldPath] | readonly [FieldPath, FieldPath],
  answersOf: AnswersOf,
): { amount: FeeValue; isLost: boolean } {
  let isLost = false
  const cell = (given: { readonly [path: FieldPath]: string }): number | undefined => {
    const [first, ...others] = new Set(amountsFor(amount, given))
    isLost ||= others.length > 0
    return others.length > 0 ? undefined : first
  }
  const table = <Cell>(path: FieldPath, cellOf: (answer: string) => Cell | undefined): { [answer: string]: Cell } => {
    const answers = answersOf(path)
    isLost ||= answers === undefined && amountsFor(amount, {}).length > 0
    return Object.fromEntries(
      (answers ?? []).flatMap((answer): [string, Cell][] => {
        const found = cellOf(answer)
        return found === undefined ? [] : [[answer, found]]
      }),
    )
  }
  const [rows, columns] = paths
  const changed: FeeValue =
    rows === undefined
      ? (cell({}) ?? 0)
      : columns === undefined
        ? { byAnswer: rows, table: table(rows, (answer) => cell({ [rows]: answer })) }
        : {
            byAnswers: [rows, columns],
            table: table(rows, (row) => {
              const cells = table(columns, (column) => cell({ [rows]: row, [columns]: column }))
              return Object.keys(cells).length === 0 ? undefined : cells
            }),
          }
  return { amount: changed, isLost }
}

/** The amounts that an author has written, of the answers that are possible with some given ones. */
export function amountsFor(amount: FeeLine['amount'], given: { readonly [path: FieldPath]: string }): number[] {
  if (typeof amount === 'number') return amount === 0 ? [] : [amount]
  if (amount === 'later' || 'answer' in amount) return []
  const [rows = '', columns = ''] = answersOfValue(amount)
  const entries = <Cell>(table: { [answer: string]: Cell }, path: FieldPath) =>
    Object.entries(table).flatMap(([answer, found]) => ((given[path] ?? answer) === answer ? [found] : []))
  return 'byAnswer' in amount
    ? entries(amount.table, rows)
    : entries(amount.table, rows).flatMap((cells) => entries(cells, columns))
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

/** The parts of a line, beside its amount, that a change removes. */
export function lostParts(before: FeeLine, after: FeeLine): (typeof calculation)[number][] {
  return calculation.filter((key) => key !== 'forEach' && before[key] !== undefined && after[key] === undefined)
}

/** Adds an exemption whose condition is chosen next. Nobody is exempt before that, and the check reports it. */
export function addExempt(files: FormFiles, index: number, names: Names): FormFiles {
  const line = feeLines(files)[index]
  if (!line || line.exempt) return files
  const text = freeKey(files, `${line.text}Exempt`)
  return withFeeText(setFeeKey(files, index, 'exempt', { text }), text, names)
}

/** Charges nothing on a condition, or always again. */
export function setExempt(files: FormFiles, index: number, when: JsonSchema | undefined): FormFiles {
  const exempt = feeLines(files)[index]?.exempt
  if (!exempt) return files
  if (when === undefined) return withoutKeys(files, files, index, ['exempt'])
  return setFeeKey(files, index, 'exempt', { ...exempt, when })
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
