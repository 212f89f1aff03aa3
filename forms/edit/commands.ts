import { numbersAfterRemoval, withoutAllowances, withStepNumbers } from './allowances.ts'
import { languages } from '../../src/lib/language.ts'
import type { Language } from '../../src/lib/language.ts'
import { feeSamplesFile } from '../source/find-sources.ts'
import { mergeRecords } from '../source/merge-records.ts'
import { isSameJson } from '../source/same-json.ts'
import { isToolLanguage } from '../source/tool-languages.ts'
import type { ToolLanguage } from '../source/tool-languages.ts'
import type { FieldPath } from '../../form-model/definition.ts'
import { escapeSegment, isInside, joinPointer, parentOf, segmentsOf, valueAt } from '../../form-model/pointer.ts'
import { arrayOf, isRecord, recordOf } from '../../form-model/record.ts'
import { aboutPlaces, setAboutText, shownText } from './about-texts.ts'
import { proposedValue } from './blocks.ts'
import type { Block } from './blocks.ts'
import { editedLanguages, textsFile } from './form-files.ts'
import type { FormFiles } from './form-files.ts'
import { allNodes, formTree, insideOf, orderOf, pathToNode } from './form-tree.ts'
import type { FormNode } from './form-tree.ts'
import { editInvalid, isInPlaceOf } from './invalid-samples.ts'
import { insertEntry, putValue, readValue, removeValue, removeWithEmpty, setValue } from './json-text.ts'
import { partUi } from './part-words.ts'
import { listFile, listOf, listTexts, retiredValues, withLists, withRetired } from './shared-lists.ts'
import { noNames, usedValues } from './used-names.ts'
import type { UsedNames } from './used-names.ts'

export type { FormFiles }

/** Changes one file; a file that is missing stays missing. */
export function edit(files: FormFiles, file: string, change: (text: string) => string): FormFiles {
  const text = files[file]
  return text === undefined ? files : { ...files, [file]: change(text) }
}

/** Sets a value of form.json; `undefined` removes it. */
export function setInForm(files: FormFiles, pointer: string, value: unknown): FormFiles {
  return edit(files, 'form.json', (text) => putValue(text, pointer, value))
}

/** Changes the texts of every language. */
export function editTexts(files: FormFiles, change: (text: string, language: Language) => string): FormFiles {
  return languages.reduce(
    (result, language) => edit(result, textsFile(language), (text) => change(text, language)),
    files,
  )
}

/** Changes every valid sample. */
export function editSamples(files: FormFiles, change: (text: string) => string): FormFiles {
  return Object.keys(files)
    .filter(isValidSample)
    .reduce((result, file) => edit(result, file, change), files)
}

/** Changes the answers of a field in every valid sample. */
export function editAnswers(
  files: FormFiles,
  path: FieldPath,
  change: (text: string, pointer: string) => string,
): FormFiles {
  return editSamples(files, (text) => pointersIn(text, path).reduce(change, text))
}

/** The answers of a field in the valid samples. */
export function sampleAnswers(files: FormFiles, path: FieldPath): { file: string; pointer: string; value: unknown }[] {
  return Object.entries(files)
    .filter(([file]) => isValidSample(file))
    .flatMap(([file, text]) =>
      pointersIn(text, path).map((pointer) => ({ file, pointer, value: readValue(text, pointer) })),
    )
    .filter(({ value }) => value !== undefined)
}

export function treeOf(files: FormFiles): FormNode[] {
  return formTree(withLists(JSON.parse((files['form.json'] ?? '{}').replace(/^\uFEFF/, '')), files))
}

/** The pointer of a field's text in `texts.*.json`; a step has a title instead of a label. */
export function textPointer(node: FormNode, key: string): string {
  if (node.kind !== 'step') return joinPointer(joinPointer('/fields', node.path), key)
  return joinPointer(joinPointer('/steps', node.name), key === 'label' ? 'title' : 'description')
}

/** One text; empty if there is none. */
export function readText(files: FormFiles, language: Language, pointer: string): string {
  return shownText(readValue(files[textsFile(language)] ?? '{}', pointer), language)
}

/** The texts in a file of texts, with their pointers. */
export function textsIn(value: unknown, pointer = ''): [pointer: string, text: string][] {
  if (typeof value === 'string') return pointer === '/$schema' ? [] : [[pointer, value]]
  return Object.entries(recordOf(value)).flatMap(([key, inner]) => textsIn(inner, joinPointer(pointer, key)))
}

/** A language whose first text is set. */
const emptyTexts = '{\n  "$schema": "../../../texts.schema.json"\n}\n'

/** Sets one text, or removes it if it is empty. */
export function setText(files: FormFiles, language: Language, pointer: string, text: string): FormFiles {
  const file = textsFile(language)
  const isFirst = files[file] === undefined && text !== ''
  return edit(isFirst ? { ...files, [file]: emptyTexts } : files, file, (json) => {
    if (text === '') return removeValue(json, pointer)
    return aboutPlaces.includes(pointer) ? setAboutText(json, language, pointer, text) : setValue(json, pointer, text)
  })
}

/** Adds a block to a step, a group or a list, in all the files that name a field. */
export function addBlock(
  files: FormFiles,
  block: Block,
  parentPath: FieldPath,
  name: string,
  after?: string,
): FormFiles {
  const parent = pathToNode(treeOf(files), parentPath).at(-1)
  if (!parent) return files
  const { path: inside, schemaPointer, uiPointer } = insideOf(parent)
  const path = `${inside}/${escapeSegment(name)}`
  let result = edit(files, 'form.json', (text) => {
    let json = setValue(text, joinPointer(`${schemaPointer}/properties`, name), block.schema, after)
    if (block.required) json = addEntry(json, `${schemaPointer}/required`, name)
    const order = readValue(json, `${uiPointer}/ui:order`)
    if (Array.isArray(order)) {
      const index = after === undefined ? -1 : order.indexOf(after)
      json = insertEntry(json, `${uiPointer}/ui:order`, name, index < 0 ? order.length : index + 1)
    }
    // In a list, a browser would fill in the data of the person at the device for each entry.
    const ui = segmentsOf(path).includes('[]') ? mergeRecords(block.ui, withoutAutocomplete(block)) : block.ui
    if (Object.keys(ui).length > 0) json = setValue(json, joinPointer(uiPointer, name), ui)
    for (const check of block.checks) json = addEntry(json, '/checks', { ...check, field: path })
    return json
  })
  for (const language of languages) {
    for (const [below, texts] of Object.entries(block.texts[language] ?? {})) {
      const place = joinPointer('/fields', below === '' ? path : `${path}/${below}`)
      result = edit(result, textsFile(language), (text) => setValue(text, place, texts))
    }
  }
  const { sample } = block
  return sample === undefined ? result : editAnswers(result, path, (text, pointer) => setValue(text, pointer, sample))
}

/** The layout that keeps a browser from filling in a block or the questions inside it. */
function withoutAutocomplete(block: Block): Block['ui'] {
  const off = (ui: Block['ui']): Block['ui'] =>
    Object.fromEntries(
      Object.entries(ui).flatMap(([key, inner]): [string, unknown][] => {
        if (!isRecord(inner)) return []
        if (key === 'ui:options') return 'autocomplete' in inner ? [[key, { autocomplete: 'off' }]] : []
        const below = off(inner)
        return Object.keys(below).length === 0 ? [] : [[key, below]]
      }),
    )
  return off(mergeRecords(partUi(block), block.ui))
}

/** Appends an entry to a list, which is created if it is missing. */
export function addEntry(text: string, pointer: string, entry: unknown): string {
  return Array.isArray(readValue(text, pointer)) ? insertEntry(text, pointer, entry) : setValue(text, pointer, [entry])
}

/** Removes an entry, and the list itself if it was the last entry. */
export function removeEntry(text: string, pointer: string, entry: unknown): string {
  const list = readValue(text, pointer)
  const index = Array.isArray(list) ? list.indexOf(entry) : -1
  return index < 0 ? text : removeWithEmpty(text, `${pointer}/${index}`)
}

export function isValidSample(file: string): boolean {
  return file.startsWith('valid/')
}

/**
 * Removes a sample, and what it costs. Invalid samples that change the answers of a removed valid one keep these answers
 * themselves.
 */
export function removeSample(files: FormFiles, file: string): FormFiles {
  const name = file.slice(file.indexOf('/') + 1).replace(/\.json$/, '')
  const { [file]: removed = '{}', ...left } = files
  if (!isValidSample(file)) return left
  const others = setFeeOfSample(left, name, undefined)
  return editInvalid(others, (text) =>
    readValue(text, '/from') === name ? setValue(removeValue(text, '/from'), '/answers', readValue(removed, '')) : text,
  )
}

/** Sets what a valid sample costs in yen; `undefined` if nothing is known. */
export function setFeeOfSample(files: FormFiles, name: string, total: number | undefined): FormFiles {
  const known = feesOfSamples(files)
  if (total === undefined && known[name] === undefined) return files
  const { [feeSamplesFile]: text = '{}\n', ...others } = files
  const changed = putValue(text, joinPointer('', name), total)
  const isEmpty = total === undefined && Object.keys(known).length === 1
  return isEmpty ? others : { ...others, [feeSamplesFile]: changed }
}

/** What the valid samples cost, by their names, as far as an author has said it. */
export function feesOfSamples(files: FormFiles): { [sample: string]: number } {
  const known = readValue(files[feeSamplesFile] ?? '{}', '')
  return Object.fromEntries(
    Object.entries(recordOf(known)).filter((entry): entry is [string, number] => typeof entry[1] === 'number'),
  )
}

/** The places of a field in answers, one for each entry of the lists around it. */
export function pointersIn(text: string, path: FieldPath): string[] {
  const answers = readValue(text, '')
  const segments = segmentsOf(path)
  const last = segments.pop() ?? ''
  let groups = ['']
  for (const segment of segments) {
    groups = groups.flatMap((pointer) => {
      if (segment !== '[]') return [joinPointer(pointer, segment)]
      const list = valueAt(answers, pointer)
      return Array.isArray(list) ? list.map((_, index) => joinPointer(pointer, index)) : []
    })
  }
  return groups.filter((pointer) => isRecord(valueAt(answers, pointer))).map((pointer) => joinPointer(pointer, last))
}

/** Removes a field, a group or a list with its texts, its checks and its answers in the samples. */
export function removeNode(files: FormFiles, path: FieldPath): FormFiles {
  const node = pathToNode(treeOf(files), path).at(-1)
  if (!node) return files
  let result = edit(files, 'form.json', (text) =>
    node.kind === 'step' ? removeValue(text, node.holderPointer) : removeEverywhere(text, node),
  )
  result = edit(result, 'form.json', (text) => withoutMentions(withoutChecks(text, path), node))
  result = editTexts(result, (text) => withoutTexts(text, node))
  return withoutAnswers(result, path)
}

/** Both branches of a condition may ask the same question, or a branch may narrow it. */
function removeEverywhere(text: string, { path }: FormNode): string {
  const node = pathToNode(formTree(readValue(text, '')), path).at(-1)
  const removed = node ? removeField(text, node) : text
  return node && removed !== text ? removeEverywhere(removed, node) : text
}

export function removeField(text: string, node: FormNode): string {
  let json = removeValue(text, node.uiPointer)
  json = removeEntry(json, orderOf(node), node.name)
  json = removeEntry(json, `${node.holderPointer}/required`, node.name)
  json = removeValue(json, node.schemaPointer)
  return withoutEmptyBranch(json, node.holderPointer)
}

/** A condition without questions has no effect, nor has a group in its branch; one with a condition inside is kept. */
export function withoutEmptyBranch(text: string, pointer: string): string {
  const [, branch = '', inside = ''] =
    /^(.*(?<!\/properties)\/then)((?:\/properties\/[^/]+|\/items)*)$/.exec(pointer) ?? []
  const properties = readValue(text, `${pointer}/properties`)
  if (branch === '' || (isRecord(properties) && Object.keys(properties).length > 0)) return text
  if (['if', 'allOf', 'anyOf', 'oneOf', '$ref'].some((key) => readValue(text, `${pointer}/${key}`) !== undefined))
    return text
  if (inside !== '') {
    // A group that the branch shows is there without its questions, too; one that it adds questions to is not.
    if (readValue(text, `${pointer}/type`) !== undefined) return text
    const around = pointer.replace(/(?:\/properties\/[^/]+|\/items)$/, '')
    return withoutEmptyBranch(removeValue(text, pointer), around)
  }
  if (!isRecord(properties)) return text
  const holder = pointer.slice(0, -'/then'.length)
  if (readValue(text, `${holder}/else`) !== undefined) return removeValue(text, pointer)
  return parentOf(holder).endsWith('/allOf')
    ? removeWithEmpty(text, holder)
    : removeValue(removeValue(text, pointer), `${holder}/if`)
}

function withoutChecks(text: string, path: FieldPath): string {
  return (['checks', 'requiredWhen'] as const).reduce((json, key) => {
    return arrayOf(readValue(json, `/${key}`)).reduceRight<string>(
      (result, rule, index) =>
        isInside(String(recordOf(rule).field), path) ? removeWithEmpty(result, `/${key}/${index}`) : result,
      json,
    )
  }, text)
}

/** Removes former names of the removed fields, and exceptions for findings about them. */
function withoutMentions(text: string, node: FormNode): string {
  const former = Object.entries(recordOf(readValue(text, '/renamed')))
  const json = former
    .filter(([, to]) => isInside(String(to), node.path))
    .reduce((result, [name]) => removeWithEmpty(result, joinPointer('/renamed', name)), text)
  const inTexts = joinPointer('/fields', node.path)
  if (node.kind !== 'step') return withoutAllowances(json, [node.schemaPointer, node.uiPointer, inTexts])
  const kept = withoutAllowances(json, [node.holderPointer, joinPointer('/steps', node.name), inTexts])
  return withStepNumbers(kept, numbersAfterRemoval(Number(node.holderPointer.split('/').at(-1))))
}

/** The keys of the texts of a node and of what is inside it. */
export function textKeys(text: string, path: FieldPath): FieldPath[] {
  const fields = readValue(text, '/fields')
  return isRecord(fields) ? Object.keys(fields).filter((key) => isInside(key, path)) : []
}

function withoutTexts(text: string, node: FormNode): string {
  const json = textKeys(text, node.path).reduce(
    (result, name) => removeValue(result, joinPointer('/fields', name)),
    text,
  )
  return node.kind === 'step' ? removeValue(json, joinPointer('/steps', node.name)) : json
}

/** Samples of invalid answers for the removed field have no purpose any more. */
export function withoutAnswers(files: FormFiles, path: FieldPath): FormFiles {
  return editInvalid(editAnswers(files, path, removeValue), (text) => {
    const { set, remove, expect } = recordOf(readValue(text, ''))
    const removed = arrayOf(remove)
    const pointers = [recordOf(expect).pointer, ...Object.keys(recordOf(set)), ...removed]
    return pointers.some((pointer) => typeof pointer === 'string' && isInPlaceOf(pointer, path)) ? null : text
  })
}

/** Adds an empty step; the form can be shown only when the step has a question. */
export function addStep(files: FormFiles, id: string, titles: { [language in ToolLanguage]: string }): FormFiles {
  const step = { id, schema: { type: 'object', properties: {} }, ui: { 'ui:order': [] } }
  const added = edit(files, 'form.json', (text) => insertEntry(text, '/steps', step))
  const titled = editTexts(added, (text, language) =>
    isToolLanguage(language) ? setValue(text, joinPointer('/steps', id), { title: titles[language] }) : text,
  )
  return editSamples(titled, (text) => setValue(text, joinPointer('', id), {}))
}

export function setRequired(files: FormFiles, node: FormNode, required: boolean): FormFiles {
  const pointer = `${node.holderPointer}/required`
  return edit(files, 'form.json', (text) => {
    const isNow = readValue(text, pointer)
    if (Array.isArray(isNow) && isNow.includes(node.name) === required) return text
    return required ? addEntry(text, pointer, node.name) : removeEntry(text, pointer, node.name)
  })
}

/** Sets a keyword of a field's schema, or removes it. */
export function setKeyword(files: FormFiles, node: FormNode, keyword: string, value: unknown): FormFiles {
  return setInForm(files, `${node.schemaPointer}/${keyword}`, value)
}

/** A choice with its labels; a label in a variant, such as easy Japanese, may be missing. */
export type Choice = { value: string } & { [language in ToolLanguage]: string } & { [language in Language]?: string }

/** The choices of a field, with their labels. */
export function choicesOf(files: FormFiles, node: FormNode): Choice[] {
  const values = node.kind === 'choices' && isRecord(node.schema.items) ? node.schema.items.enum : node.schema.enum
  const list = listOf(node)
  const label = (language: Language, value: string) =>
    list === null
      ? readText(files, language, joinPointer(textPointer(node, 'options'), value))
      : shownText(readValue(files[listTexts(list, language)] ?? '{}', joinPointer(listOptions, value)), language)
  return arrayOf(values).map((given: unknown) => {
    const value = String(given)
    const labels = editedLanguages(files)
      .map((language) => [language, label(language, value)] as const)
      .filter(([language, text]) => isToolLanguage(language) || text !== '')
    return { value, ja: '', en: '', ...Object.fromEntries(labels) }
  })
}

/** What an author calls a choice; one without a label by its value. */
export function choiceName({ value, ja }: Pick<Choice, 'value' | 'ja'>): string {
  return ja === '' ? value : ja
}

/** The labels of a list in its texts: the empty path is the list itself. */
const listOptions = '/fields//options'

/** Sets the choices of a question. Those of a shared list change for all forms that use it. */
export function setChoices(files: FormFiles, node: FormNode, choices: readonly Choice[]): FormFiles {
  const shared = listOf(node)
  if (shared !== null) return setListChoices(files, shared, choices)
  const list = node.kind === 'choices' ? `${node.schemaPointer}/items/enum` : `${node.schemaPointer}/enum`
  const values = choices.map(({ value }) => value)
  let result = edit(files, 'form.json', (text) =>
    isSameJson(readValue(text, list), values) ? text : setValue(text, list, values),
  )
  for (const keyword of ['minItems', 'maxItems']) {
    const limit = node.schema[keyword]
    if (typeof limit !== 'number') continue
    // Whoever may choose all may choose the new ones too.
    const isAll = keyword === 'maxItems' && limit === choicesOf(files, node).length
    const next = isAll ? values.length : Math.min(limit, values.length)
    if (next !== limit) result = setKeyword(result, node, keyword, next)
  }
  return editTexts(result, (text, language) => withLabels(text, textPointer(node, 'options'), language, choices))
}

/** Changes a list of the tenant. A value that it loses is never given to another choice. */
function setListChoices(files: FormFiles, list: string, choices: readonly Choice[]): FormFiles {
  const values = choices.map(({ value }) => value)
  const result = edit(files, listFile(list), (text) => {
    const before = readValue(text, '/enum')
    const lost = arrayOf(before)
      .map(String)
      .filter((value) => !values.includes(value))
    const json = isSameJson(before, values) ? text : setValue(text, '/enum', values)
    return withRetired(json, lost)
  })
  return languages.reduce(
    (all, language) => edit(all, listTexts(list, language), (text) => withLabels(text, listOptions, language, choices)),
    result,
  )
}

/** A variant has only the labels that differ, and keeps those that the choices do not bring. */
function withLabels(text: string, pointer: string, language: Language, choices: readonly Choice[]): string {
  const written = readValue(text, pointer)
  const before = recordOf(written)
  const labels = choices.map((choice): [string, unknown] => [choice.value, choice[language] ?? before[choice.value]])
  const options = isToolLanguage(language) ? labels : labels.filter(([, label]) => (label ?? '') !== '')
  if (isSameJson(before, Object.fromEntries(options))) return text
  return options.length === 0 ? removeValue(text, pointer) : setValue(text, pointer, Object.fromEntries(options))
}

/** Adds a choice. Its value is from its words where possible, and none that the question has or ever had. */
export function addChoice(files: FormFiles, node: FormNode, words: Omit<Choice, 'value'>, used: UsedNames): FormFiles {
  const choices = choicesOf(files, node)
  const taken = takenValues(files, node.path, choices, used)
  return setChoices(files, node, [...choices, { ...words, value: freeValue(words, choices.length + 1, taken) }])
}

/** The values that a question has or ever had. */
export function takenValues(
  files: FormFiles,
  path: FieldPath,
  choices: readonly Choice[],
  used: UsedNames,
): ReadonlySet<string> {
  const ever = usedValues(used, readValue(files['form.json'] ?? '{}', '/renamed'), path)
  const node = pathToNode(treeOf(files), path).at(-1)
  const list = node ? listOf(node) : null
  const retired = list === null ? [] : retiredValues(files[listFile(list)] ?? '{}')
  return new Set([...ever, ...retired, ...choices.map(({ value }) => value)])
}

/** A value for the choice at a position: from its words where possible, and none that is taken. */
export function freeValue(words: Omit<Choice, 'value'>, position: number, taken: ReadonlySet<string>): string {
  return numbered(proposedValue(words) || `choice${position}`, (value) => !taken.has(value))
}

/** Whether a question of a group can have the name: no other one has it, and none ever had it. */
export function isFreeName(files: FormFiles, parentPath: FieldPath, name: string, used: UsedNames): boolean {
  const parent = pathToNode(treeOf(files), parentPath).at(-1)
  const inside = `${parent ? insideOf(parent).path : parentPath}/${escapeSegment(name)}`
  return parent?.children.some((child) => child.name === name) !== true && !used.has(inside)
}

/** A free name in a group: the proposed one, or one with a number added. */
export function freeName(files: FormFiles, parentPath: FieldPath, proposed: string, used: UsedNames = noNames): string {
  return numbered(proposed, (name) => isFreeName(files, parentPath, name, used))
}

/** Whether a step can have the id. */
export function isFreeStepId(files: FormFiles, id: string, used: UsedNames): boolean {
  return !used.has(escapeSegment(id)) && !allNodes(treeOf(files)).some(({ name }) => name === id)
}

/** A free id for a step, found in the same way. */
export function freeStepId(files: FormFiles, used: UsedNames = noNames): string {
  return numbered('step', (id) => isFreeStepId(files, id, used))
}

/** The proposed name if it is free, or with the first number that makes it so. */
export function numbered(proposed: string, isFree: (name: string) => boolean): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? proposed : `${proposed}${number}`
    if (isFree(name)) return name
  }
}
