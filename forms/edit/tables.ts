import type { FieldPath } from '../../form-model/definition.ts'
import { satisfies } from '../../form-model/condition.ts'
import { escapeSegment, isInside, joinPointer } from '../../form-model/pointer.ts'
import { arrayOf, isRecord } from '../../form-model/record.ts'
import { languages } from '../../src/lib/language.ts'
import { isSameJson } from '../source/same-json.ts'
import { addEntry, edit, editSamples, editTexts, pointersIn, setInForm, treeOf, withoutAnswers } from './commands.ts'
import { textsFile } from './form-files.ts'
import type { FormFiles } from './commands.ts'
import { copiedRule, namesPath, withPaths } from './copy-node.ts'
import { allNodes, isTable, pathToNode } from './form-tree.ts'
import type { FormNode } from './form-tree.ts'
import { textsInside } from './own-blocks.ts'
import { putValue, readValue, removeValue, synchronized } from './json-text.ts'

/** Whether a group can be a table: all that it contains are groups of questions. */
export function canBeTable({ kind, children }: FormNode): boolean {
  return kind === 'group' && children.length > 0 && children.every((row) => row.kind === 'group')
}

export function rowsOf({ children }: FormNode): FormNode[] {
  return children.filter((row) => row.kind === 'group')
}

/** Draws a group as a table or as groups. */
export function setTable(files: FormFiles, { uiPointer }: FormNode, isOn: boolean): FormFiles {
  return setInForm(files, `${uiPointer}/ui:options/layout`, isOn ? 'table' : undefined)
}

/**
 * After a change of one row of a table, the other rows get the same questions, texts, checks and sample answers. Several
 * rows that changed, or none, are left as they are.
 */
export function withSameRows(before: FormFiles, after: FormFiles): FormFiles {
  if (before === after || !(after['form.json'] ?? '').includes('"table"')) return after
  const former = treeOf(before)
  return allNodes(treeOf(after))
    .filter(isTable)
    .reduce((files, table) => {
      const rows = rowsOf(table)
      const changed = rows.flatMap((row) => {
        const [known, around] = pathToNode(former, row.path).toReversed()
        if (!known || !around) return []
        return isSameJson(contentOf(before, known, around.children), contentOf(after, row, rows))
          ? []
          : [{ known, row }]
      })
      const [only, ...others] = changed
      if (!only || others.length > 0) return files
      return rows
        .filter((row) => row !== only.row)
        .reduce((result, row) => withRow(result, only.known, only.row, row, rows), files)
    }, after)
}

/** What the rows of a table have in common: everything but their own words. */
function contentOf(files: FormFiles, { path, schemaPointer, uiPointer }: FormNode, rows: readonly FormNode[]): unknown {
  const form = files['form.json'] ?? '{}'
  const texts = languages.map((language) => questionTexts(files[textsFile(language)] ?? '{}', path))
  return [readValue(form, schemaPointer), readValue(form, uiPointer) ?? {}, rulesOf(form, path, rows), texts]
}

/** The texts of the questions of a row, by their path inside it. */
function questionTexts(text: string, path: FieldPath): { [inside: string]: unknown } {
  const { '': _row, ...questions } = textsInside(text, path)
  return questions
}

const ruleKeys = ['checks', 'requiredWhen'] as const

function rulesOf(text: string, path: FieldPath, rows: readonly FormNode[]): unknown[] {
  return ruleKeys.map((key) => rulesAt(text, key, path, rows).map(([, rule]) => withPaths(rule, path, '')))
}

/** The rules of a row. One that names another row would be about that row itself there. */
function rulesAt(
  text: string,
  key: (typeof ruleKeys)[number],
  path: FieldPath,
  rows: readonly FormNode[],
): [index: number, rule: unknown][] {
  const rules = readValue(text, `/${key}`)
  const others = rows.filter((row) => row.path !== path)
  return arrayOf(rules).flatMap((rule, index): [number, unknown][] =>
    isRecord(rule) && isInside(String(rule.field), path) && !others.some((row) => namesPath(rule, row.path))
      ? [[index, rule]]
      : [],
  )
}

/** Gives a row the content of another one, which had the content of `known` before. */
function withRow(
  files: FormFiles,
  known: FormNode,
  from: FormNode,
  to: FormNode,
  rows: readonly FormNode[],
): FormFiles {
  const form = files['form.json'] ?? '{}'
  const changed = edit(files, 'form.json', (text) => {
    const schema = synchronized(text, to.schemaPointer, readValue(form, from.schemaPointer))
    const layout = synchronized(schema, to.uiPointer, readValue(form, from.uiPointer))
    return ruleKeys.reduce((json, key) => withRules(json, key, from.path, to.path, rows), layout)
  })
  const worded = editTexts(changed, (text) => withTexts(text, from.path, to.path))
  return withSamples(worded, known, from, to)
}

function withRules(
  text: string,
  key: (typeof ruleKeys)[number],
  from: FieldPath,
  to: FieldPath,
  rows: readonly FormNode[],
): string {
  const [wanted, present] = [rulesAt(text, key, from, rows), rulesAt(text, key, to, rows)]
  const copies = wanted.map(([, rule]) => copiedRule(rule, from, to))
  const isSame = isSameJson(
    copies,
    present.map(([, rule]) => rule),
  )
  if (isSame) return text
  const bare = present.reduceRight((json, [index]) => removeValue(json, `/${key}/${index}`), text)
  const added = copies.reduce<string>((json, rule) => addEntry(json, `/${key}`, rule), bare)
  const left = readValue(added, `/${key}`)
  return Array.isArray(left) && left.length === 0 ? removeValue(added, `/${key}`) : added
}

function withTexts(text: string, from: FieldPath, to: FieldPath): string {
  const [wanted, present] = [questionTexts(text, from), questionTexts(text, to)]
  const names = [...new Set([...Object.keys(present), ...Object.keys(wanted)])]
  return names.reduce((json, name) => synchronized(json, joinPointer('/fields', `${to}/${name}`), wanted[name]), text)
}

/** Keywords by which a question accepts other answers than before. */
const decisive = ['type', 'enum', 'items', 'format', 'pattern', 'multipleOf', '$ref']

/** New questions have the same answers in each row of a sample; so have those of another kind, or of other choices. */
function withSamples(files: FormFiles, known: FormNode, from: FormNode, to: FormNode): FormFiles {
  const place = (row: FormNode, name: string) => `${row.path}/${escapeSegment(name)}`
  const changed = from.children.filter(({ name, schema }) => {
    const earlier = known.children.find((child) => child.name === name)
    return !earlier || decisive.some((keyword) => !isSameJson(earlier.schema[keyword], schema[keyword]))
  })
  const copied = editSamples(files, (text) =>
    changed.reduce((json, { name, schema }) => withAnswer(json, place(from, name), place(to, name), schema), text),
  )
  const gone = known.children.filter(({ name }) => !from.children.some((child) => child.name === name))
  return gone.reduce((result, { name }) => withoutAnswers(result, place(to, name)), copied)
}

function withAnswer(text: string, from: FieldPath, to: FieldPath, schema: FormNode['schema']): string {
  const sources = pointersIn(text, from)
  return pointersIn(text, to).reduce((json, pointer, index) => {
    const known = readValue(json, pointer)
    if (known !== undefined && isOffered(schema, known)) return json
    const answer = readValue(json, sources[index] ?? sources[0] ?? pointer)
    return putValue(json, pointer, answer)
  }, text)
}

/** Whether an answer is one of the choices. */
function isOffered({ type, enum: choices, items }: FormNode['schema'], answer: unknown): boolean {
  if (Array.isArray(answer)) return answer.every((one: unknown) => satisfies(items, one) === true)
  return choices !== undefined && satisfies({ type, enum: choices }, answer) === true
}
