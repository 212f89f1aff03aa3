import { recordOf } from '../../form-model/record.ts'
import { schemaErrors } from '../../form-model/interpreter.ts'
import { isInside, joinPointer, parentOf } from '../../form-model/pointer.ts'
import { addEntry, edit, editTexts, freeStepId, removeSample, setInForm, setText, treeOf } from '../edit/commands.ts'
import type { FormFiles } from '../edit/commands.ts'
import { textsFile } from '../edit/form-files.ts'
import { allNodes } from '../edit/form-tree.ts'
import type { FormNode } from '../edit/form-tree.ts'
import { insertEntry, readValue, removeValue, removeWithEmpty, renameProperty, setValue } from '../edit/json-text.ts'
import { toolLanguages } from '../source/tool-languages.ts'
import type { FixableFinding } from './fix.ts'
import { copyMissingTexts } from './text-fixes.ts'

/**
 * Fixes for what authors write as JSON and the studio has no field for. Each changes only what an author has chosen, so
 * `check --fix` does not apply them.
 */

/** Removes what a finding is about; with the last entry also its list. */
export function removeThis(files: FormFiles, { file, pointer }: FixableFinding): FormFiles {
  return edit(files, file, (text) => withoutEntry(text, pointer))
}

export function withoutEntry(text: string, pointer: string): string {
  const isEntry = Array.isArray(readValue(text, parentOf(pointer)))
  return isEntry ? removeWithEmpty(text, pointer) : removeValue(text, pointer)
}

/** Corrects a misspelt key, or removes it. */
export function correctKey(files: FormFiles, { file, pointer, nearest }: FixableFinding): FormFiles {
  return edit(files, file, (text) => {
    const around = recordOf(readValue(text, parentOf(pointer)))
    // A proposal such as `properties/name` is another place.
    const isFree = nearest !== undefined && !nearest.includes('/') && !Object.hasOwn(around, nearest)
    return isFree ? renameProperty(text, pointer, nearest) : removeValue(text, pointer)
  })
}

/** Corrects a misspelt value, or removes it. */
export function correctValue(files: FormFiles, { file, pointer, nearest }: FixableFinding): FormFiles {
  return edit(files, file, (text) =>
    nearest === undefined ? withoutEntry(text, pointer) : setValue(text, pointer, nearest),
  )
}

/** The rule, the fee line or the part of the form around a place, which has no meaning without it. */
export function wholeAround(pointer: string): string | null {
  return (
    /^\/(?:(?:checks|requiredWhen|allow|fee\/lines)\/\d+|delivery|booking|renamed\/[^/]+|layout|\$schema)(?=\/|$)/.exec(
      pointer,
    )?.[0] ?? null
  )
}

/** Writes what is missing and can only be one thing, else removes what is incomplete. */
export function completeOrRemove(files: FormFiles, finding: FixableFinding): FormFiles {
  const { file, pointer } = finding
  if (file !== 'form.json') return removeThisSample(files, finding)
  const whole = wholeAround(pointer)
  if (whole !== null) return edit(files, file, (text) => withoutEntry(text, whole))
  const at = recordOf(readValue(files[file] ?? '{}', pointer))
  const isStep = /^\/steps\/\d+$/.test(pointer)
  return edit(files, file, (text) => {
    if (pointer === '') return setValue(at.steps === undefined ? setValue(text, '/steps', []) : text, '/engine', 1)
    if (!isStep) return text
    const named = at.id === undefined ? setValue(text, `${pointer}/id`, freeStepId(files)) : text
    return at.schema === undefined ? setValue(named, `${pointer}/schema`, { type: 'object', properties: {} }) : named
  })
}

/** Removes a value that is not possible, or writes the only one that is. */
export function removeWrongValue(files: FormFiles, finding: FixableFinding): FormFiles {
  const { file, pointer } = finding
  if (file !== 'form.json') return removeThisSample(files, finding)
  if (pointer === '/engine') return edit(files, file, (text) => setValue(text, pointer, 1))
  if (/^\/steps\/\d+\/id$/.test(pointer)) return edit(files, file, (text) => setValue(text, pointer, freeStepId(files)))
  return removeThis(files, { ...finding, pointer: wholeAround(pointer) ?? pointer })
}

/** A sample that the form is expected to refuse has no purpose without the limit that it tests. */
export function removeThisSample(files: FormFiles, { file }: FixableFinding): FormFiles {
  return /^(?:in)?valid\//.test(file) ? removeSample(files, file) : files
}

/** Adds the files of texts that are missing, with the texts of the other language. */
export function addTexts(files: FormFiles): FormFiles {
  return toolLanguages
    .filter((language) => files[textsFile(language)] === undefined)
    .reduce((result, language) => {
      const begun = setText(result, language, '/title', '…')
      const empty = edit(begun, textsFile(language), (text) => removeValue(text, '/title'))
      return copyMissingTexts(empty, { rule: 'text-missing', file: textsFile(language), pointer: '' })
    }, files)
}

/** The innermost step or question whose schema or layout contains a place. */
export function nodeAround(files: FormFiles, pointer: string): FormNode | undefined {
  const isAt = (place: string) => isInside(pointer, place)
  return allNodes(treeOf(files)).findLast(({ kind, holderPointer, schemaPointer, uiPointer }) =>
    kind === 'step' ? isAt(holderPointer) : isAt(schemaPointer) || isAt(uiPointer),
  )
}

/** Makes a question without a known kind a text of one line. */
export function makeText(files: FormFiles, { rule, pointer }: FixableFinding): FormFiles {
  const place = rule === 'unknown-type' ? parentOf(pointer) : pointer
  return edit(files, 'form.json', (text) => {
    if (typeof readValue(text, place) !== 'object') return setValue(text, place, { type: 'string', maxLength: 200 })
    return setValue(text, `${place}/type`, 'string')
  })
}

/** Gives the entries of a list their first question. */
export function addItems(files: FormFiles, { pointer }: FixableFinding): FormFiles {
  const entry = { type: 'object', properties: { text: { type: 'string', maxLength: 200 } } }
  return edit(files, 'form.json', (text) => setValue(text, `${pointer}/items`, entry))
}

/** Gives the later of two steps with one id another id and a copy of the title. */
export function renameStep(files: FormFiles, { pointer }: FixableFinding): FormFiles {
  const before = readValue(files['form.json'] ?? '{}', pointer)
  const id = freeStepId(files)
  return editTexts(setInForm(files, pointer, id), (text) => {
    const title = readValue(text, joinPointer('/steps', String(before)))
    return title === undefined ? text : setValue(text, joinPointer('/steps', id), title)
  })
}

/** A required yes or no is chosen from both, so that nobody answers it without noticing. */
export function chooseYesNo(files: FormFiles, { pointer }: FixableFinding): FormFiles {
  const node = nodeAround(files, pointer)
  if (!node) return files
  return edit(files, 'form.json', (text) => setValue(text, `${node.uiPointer}/ui:widget`, 'radio'))
}

/** Also accepts the type to which pictures are converted. */
export function acceptJpeg(files: FormFiles, { pointer }: FixableFinding): FormFiles {
  return edit(files, 'form.json', (text) => insertEntry(text, pointer, 'image/jpeg'))
}

/** Keeps the choices that can be chosen; if there is none, makes the question accept its choices. */
export function keepPossibleChoices(files: FormFiles, { pointer }: FixableFinding): FormFiles {
  const place = parentOf(pointer)
  return edit(files, 'form.json', (text) => {
    const { enum: choices, const: only, ...rest } = recordOf(readValue(text, place))
    const list = Array.isArray(choices) ? (choices as unknown[]) : [only]
    const plain = list.filter((choice) => choice !== null && typeof choice !== 'object')
    const possible = plain.filter((choice) => schemaErrors(rest, choice).length === 0)
    if (possible.length > 0 && Array.isArray(choices)) return setValue(text, `${place}/enum`, possible)
    if (plain.length === 0) return removeValue(text, pointer)
    const type = plain.every((choice) => typeof choice === 'string')
      ? 'string'
      : plain.every((choice) => typeof choice === 'number')
        ? 'number'
        : 'boolean'
    const bare = Object.keys(rest)
      .filter((keyword) => keyword !== 'type')
      .reduce((json, keyword) => removeValue(json, joinPointer(place, keyword)), text)
    const kept = Array.isArray(choices) ? setValue(bare, `${place}/enum`, plain) : bare
    return setValue(kept, `${place}/type`, type)
  })
}

/** Shows a line of what happens next to everybody. */
export function forEverybody(files: FormFiles, { file, pointer }: FixableFinding): FormFiles {
  return edit(files, file, (text) => {
    const line = recordOf(readValue(text, parentOf(pointer)))
    return typeof line.text === 'string' ? setValue(text, parentOf(pointer), line.text) : text
  })
}

export function callBooking(files: FormFiles, { file }: FixableFinding): FormFiles {
  return edit(files, file, (text) => setValue(text, '/orderNoun', 'booking'))
}

/** Corrects the question that is filled in automatically, or fills in nothing. */
export function correctFilled(files: FormFiles, { pointer, nearest }: FixableFinding): FormFiles {
  return edit(files, 'form.json', (text) => {
    return nearest === undefined ? removeWithEmpty(text, pointer) : setValue(text, pointer, nearest)
  })
}

/** Removes a check together with what is wrong in it. */
export function removeCheck(files: FormFiles, finding: FixableFinding): FormFiles {
  const whole = wholeAround(finding.pointer)
  return whole === null ? files : removeThis(files, { ...finding, pointer: whole })
}

/**
 * Questions of `else` are asked before the deciding question is answered. Writes the opposite as a condition of its own,
 * which holds only for an answer.
 */
export function decideElse(files: FormFiles, { file, pointer }: FixableFinding): FormFiles {
  const holder = parentOf(pointer)
  return edit(files, file, (text) => {
    const { if: condition, then, else: otherwise } = recordOf(readValue(text, holder))
    const { properties, required, ...others } = recordOf(condition)
    const [name, ...more] = Object.keys(recordOf(properties))
    const isPlain = Object.keys(others).length === 0 && more.length === 0 && Array.isArray(required)
    if (name === undefined || !isPlain || required.join() !== name) return text
    const opposite = { properties: { [name]: { not: recordOf(properties)[name] } }, required: [name] }
    const hasThen = Object.keys(recordOf(then)).length > 0
    const left = (hasThen ? [pointer] : [pointer, `${holder}/then`, `${holder}/if`]).reduce(removeValue, text)
    return addEntry(left, `${holder}/allOf`, { if: opposite, then: otherwise })
  })
}
