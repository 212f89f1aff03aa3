import { safeText } from '../../form-model/visible-text.ts'
import { segmentsOf } from '../../form-model/pointer.ts'
import { edit } from '../edit/commands.ts'
import type { FormFiles } from '../edit/commands.ts'
import { setFeeList } from '../edit/fees.ts'
import { readValue, removeRepeated, removeValue, setValue } from '../edit/json-text.ts'
import { followStatements } from '../edit/stated-texts.ts'
import { corrected, isCorrectable } from '../wording/japanese-wording.ts'
import {
  acceptJpeg,
  addItems,
  addTexts,
  callBooking,
  chooseYesNo,
  completeOrRemove,
  correctFilled,
  correctKey,
  correctValue,
  decideElse,
  forEverybody,
  keepPossibleChoices,
  makeText,
  removeCheck,
  removeThis,
  removeThisSample,
  removeWrongValue,
  renameStep,
} from './definition-fixes.ts'
import type { Fix, FixableFinding } from './fix.ts'
import {
  completeOrder,
  correctLayoutName,
  correctOrRemovePath,
  correctPath,
  isRemovable,
  requireAnswer,
  requireFeeAnswer,
  requireOne,
} from './name-fixes.ts'
import { setAutocomplete, setKeyboard, setLimitAt, useFormat, useFormatOfPhones } from './question-fixes.ts'
import { acceptedAnswer } from './sample-fixes.ts'
import {
  copyMissingTexts,
  titleToLabel,
  useHeading,
  useOrRemoveText,
  writeItemNames,
  writeLabels,
  writeOptionLabels,
} from './text-fixes.ts'
import { conditionAround, removeAnswer } from './unknown-parts.ts'

/** The fix for each rule, applied to a finding by one click or by `check --fix`. */
const fixes: { [rule: string]: Fix } = {
  'duplicate-key': (files, { file, pointer }) => edit(files, file, (text) => removeRepeated(text, pointer)),
  'no-label': writeLabels,
  'no-item-name': writeItemNames,
  'no-option-label': writeOptionLabels,
  'text-missing': copyMissingTexts,
  'text-unused': useOrRemoveText,
  'title-in-schema': titleToLabel,
  'allow-unused': removeIt,
  'required-unknown': removeIt,
  'fee-choice-gone': removeIt,
  'fee-later': removeIt,
  'duplicate-choice': keepEachOnce,
  'order-incomplete': completeOrder,
  'unknown-field': correctLayoutName,
  'unknown-path': correctPath,
  'fee-question-gone': correctPath,
  'fee-list': (files, { pointer }) => setFeeList(files, Number(segmentsOf(pointer)[2])),
  'loose-condition': requireAnswer,
  'no-inputmode': setKeyboard,
  'no-autocomplete': setAutocomplete,
  'no-max-length': setLimitAt('maxLength', 200),
  'no-max-items': setLimitAt('maxItems', 10),
  'use-format': useFormat,
  'sample-refused': acceptedAnswer,
  'stated-limit': (files, { pointer }) => followStatements(files, segmentsOf(pointer)[1] ?? ''),
  'edge-space': trimText,
  'text-invisible': makeVisible,
  'text-width': correctWording,
  spelling: correctWording,
  'double-space': correctWording,
  'no-full-stop': correctWording,
}

/** Fixes that an author decides one by one. */
const byClick: { [rule: string]: Fix } = {
  'unknown-path': correctOrRemovePath,
  'fee-optional': requireFeeAnswer,
  'fee-none': requireOne,
  'file-missing': addTexts,
  'unknown-key': correctKey,
  'missing-key': completeOrRemove,
  'wrong-value': removeWrongValue,
  'unknown-keyword': correctKey,
  'unsupported-keyword': removeThis,
  dialect: removeThis,
  'unknown-type': makeText,
  'unknown-format': correctValue,
  'unknown-widget': correctValue,
  'no-effect': removeThis,
  'no-type': makeText,
  'no-items': addItems,
  'duplicate-step': renameStep,
  'check-without-date': removeCheck,
  'widget-misfit': removeThis,
  'fills-unknown': correctFilled,
  'invalid-pattern': removeThis,
  'unsupported-pattern': removeThis,
  'slow-pattern': removeThis,
  'width-pattern': removeThis,
  'phone-without-060': useFormatOfPhones,
  'consent-not-required': chooseYesNo,
  placeholder: removeThis,
  'next-without-delivery': forEverybody,
  'table-labels': useHeading,
  'booking-noun': callBooking,
  'impossible-choice': keepPossibleChoices,
  'unusable-choice': keepPossibleChoices,
  'invalid-default': removeThis,
  'invalid-example': removeThis,
  'unreachable-branch': removeAnswer,
  'unreachable-step': removeAnswer,
  'undecided-else': decideElse,
  'no-jpeg': acceptJpeg,
  'sample-accepted': removeThisSample,
  'fee-sample-gone': removeThis,
}

/** Texts and the description of a procedure are corrected in the studio's fields. */
function isWrittenElsewhere(rule: string, file: string): boolean {
  return (rule === 'missing-key' || rule === 'wrong-value') && /^(?:texts\..+|service)\.json$/.test(file)
}

/** Whether a finding may have a fix that needs no decision, and can be applied to many at once. */
export function isFixable({ rule, pointer }: Pick<FixableFinding, 'rule' | 'pointer'>): boolean {
  return Object.hasOwn(fixes, rule) && !(rule === 'unknown-path' && conditionAround(pointer) !== null)
}

/** Whether an author can fix a finding by one click. It may change what residents are asked. */
export function isFixableByClick({ rule, file, pointer }: FixableFinding): boolean {
  // Only the author knows which question decides the fee instead.
  if (rule === 'fee-question-gone' || isWrittenElsewhere(rule, file)) return false
  // An example in the texts is corrected, not removed.
  if (rule === 'invalid-example' && file !== 'form.json') return false
  return rule === 'unknown-path' ? isRemovable(pointer) : Object.hasOwn({ ...fixes, ...byClick }, rule)
}

/** The files with the finding fixed without a decision; the same files if it cannot be fixed there. */
export function fixFinding(files: FormFiles, finding: FixableFinding): FormFiles {
  return fixes[finding.rule]?.(files, finding) ?? files
}

/** The same for one finding that the author has chosen, whose fix may change what residents are asked. */
export function fixByClick(files: FormFiles, finding: FixableFinding): FormFiles {
  return byClick[finding.rule]?.(files, finding) ?? fixFinding(files, finding)
}

function removeIt(files: FormFiles, { file, pointer }: FixableFinding): FormFiles {
  return edit(files, file, (text) => removeValue(text, pointer))
}

function trimText(files: FormFiles, finding: FixableFinding): FormFiles {
  return withWords(files, finding, (words) => words.trim())
}

/** A line break of a word processor stays one. */
function makeVisible(files: FormFiles, finding: FixableFinding): FormFiles {
  return withWords(files, finding, (words) => safeText(words.replaceAll(/[\v\f]/g, '\n')))
}

function withWords(files: FormFiles, { file, pointer }: FixableFinding, change: (words: string) => string): FormFiles {
  return edit(files, file, (text) => {
    const words = readValue(text, pointer)
    return typeof words === 'string' ? setValue(text, pointer, change(words)) : text
  })
}

function keepEachOnce(files: FormFiles, { file, pointer }: FixableFinding): FormFiles {
  return edit(files, file, (text) => {
    const list = readValue(text, pointer)
    return Array.isArray(list) ? setValue(text, pointer, [...new Set(list)]) : text
  })
}

function correctWording(files: FormFiles, { rule, file, pointer }: FixableFinding): FormFiles {
  return edit(files, file, (text) => {
    const words = readValue(text, pointer)
    return typeof words === 'string' && isCorrectable(rule) ? setValue(text, pointer, corrected(words, rule)) : text
  })
}
