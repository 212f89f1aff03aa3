import { joinPointer, segmentsOf } from '../../form-model/pointer.ts'
import { isRecord } from '../../form-model/record.ts'
import { corrected, isCorrectable } from '../wording/japanese-wording.ts'
import { edit } from '../edit/commands.ts'
import type { FormFiles } from '../edit/commands.ts'
import { conditionAround, removeUnknownPart } from './unknown-parts.ts'
import { insertEntry, readValue, removeValue, setValue } from '../edit/json-text.ts'

/** The part of a finding that a fix needs; `file` is the path in the form's folder. */
export type FixableFinding = { rule: string; file: string; pointer: string }

type Fix = (files: FormFiles, finding: FixableFinding) => FormFiles

/** The fix for each rule, applied to a finding by one click or by `check --fix`. */
const fixes: { [rule: string]: Fix } = {
  'text-missing': copyMissingTexts,
  'no-option-label': copyMissingTexts,
  'text-unused': removeIt,
  'title-in-schema': removeIt,
  'allow-unused': removeIt,
  'required-unknown': removeIt,
  'duplicate-choice': keepEachOnce,
  'order-incomplete': completeOrder,
  'no-max-length': setAt('maxLength', 200),
  'no-max-items': setAt('maxItems', 10),
  'text-width': correctWording,
  spelling: correctWording,
  'double-space': correctWording,
  'no-full-stop': correctWording,
}

/** Whether findings of a rule have a fix that needs no decision, and can be applied to many at once. */
export function isFixable(rule: string): boolean {
  return Object.hasOwn(fixes, rule)
}

/** Whether an author can fix a finding by one click. It may change what residents are asked. */
export function isFixableByClick({ rule, pointer }: Pick<FixableFinding, 'rule' | 'pointer'>): boolean {
  return isFixable(rule) || (rule === 'unknown-path' && conditionAround(pointer) !== null)
}

/** The files with the finding fixed; the same files if it cannot be fixed there. */
export function fixFinding(files: FormFiles, finding: FixableFinding): FormFiles {
  const fix = finding.rule === 'unknown-path' ? removeUnknownPart : fixes[finding.rule]
  return fix?.(files, finding) ?? files
}

function removeIt(files: FormFiles, { file, pointer }: FixableFinding): FormFiles {
  return edit(files, file, (text) => removeValue(text, pointer))
}

function keepEachOnce(files: FormFiles, { file, pointer }: FixableFinding): FormFiles {
  return edit(files, file, (text) => {
    const list = readValue(text, pointer)
    return Array.isArray(list) ? setValue(text, pointer, [...new Set(list)]) : text
  })
}

function setAt(keyword: string, value: number): Fix {
  return (files, { file, pointer }) =>
    edit(files, file, (text) =>
      isRecord(readValue(text, pointer)) ? setValue(text, joinPointer(pointer, keyword), value) : text,
    )
}

function correctWording(files: FormFiles, { rule, file, pointer }: FixableFinding): FormFiles {
  return edit(files, file, (text) => {
    const words = readValue(text, pointer)
    return typeof words === 'string' && isCorrectable(rule) ? setValue(text, pointer, corrected(words, rule)) : text
  })
}

/** Adds the questions that are missing from the order, after the others. */
function completeOrder(files: FormFiles, { file, pointer }: FixableFinding): FormFiles {
  return edit(files, file, (text) => {
    const order = readValue(text, pointer)
    return Array.isArray(order) && !order.includes('*') ? insertEntry(text, pointer, '*') : text
  })
}

/** Copies texts that only the other language has. The author then only needs to translate them. */
function copyMissingTexts(files: FormFiles, { file }: FixableFinding): FormFiles {
  const other = file === 'texts.en.json' ? 'texts.ja.json' : 'texts.en.json'
  const source = files[other]
  if (source === undefined) return files
  return edit(files, file, (text) =>
    textsIn(readValue(source, ''), '').reduce(
      (result, [pointer, words]) =>
        readValue(result, pointer) === undefined ? setValue(result, pointer, words) : result,
      text,
    ),
  )
}

function textsIn(value: unknown, pointer: string): [pointer: string, text: string][] {
  if (typeof value === 'string') return segmentsOf(pointer)[0] === '$schema' ? [] : [[pointer, value]]
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([key, inner]) => textsIn(inner, joinPointer(pointer, key)))
}
