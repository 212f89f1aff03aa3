import type { FieldPath } from '../../form-model/definition.ts'
import { blockOf, blocks, proposedName } from '../edit/blocks.ts'
import type { Block } from '../edit/blocks.ts'
import {
  addBlock,
  addStep,
  choicesOf,
  freeName,
  freeStepId,
  freeValue,
  readText,
  removeNode,
  setChoices,
  setRequired,
  setText,
  takenValues,
  textPointer,
  treeOf,
} from '../edit/commands.ts'
import type { Choice, FormFiles } from '../edit/commands.ts'
import { pathToNode } from '../edit/form-tree.ts'
import type { FormNode } from '../edit/form-tree.ts'
import { readValue } from '../edit/json-text.ts'
import { namesIn, noNames } from '../edit/used-names.ts'
import type { UsedNames } from '../edit/used-names.ts'
import { isSameJson } from '../source/same-json.ts'
import { toolLanguages } from '../source/tool-languages.ts'

const columns = ['step', 'group', 'name', 'kind', 'ja', 'en', 'required', 'choices'] as const

type Row = { [column in (typeof columns)[number]]: string }

/** A row for each question, also inside groups and lists, which come before what is inside them. */
export function questionTable(files: FormFiles): string[][] {
  const rowsIn = (step: string, group: string, nodes: readonly FormNode[]): Row[] =>
    nodes.flatMap((node) => {
      const inside = group === '' ? node.name : `${group}/${node.name}`
      return [rowOf(files, step, group, node), ...rowsIn(step, inside, node.children)]
    })
  const rows = treeOf(files).flatMap((step) => rowsIn(step.name, '', step.children))
  return [[...columns], ...rows.map((row) => columns.map((column) => row[column]))]
}

function rowOf(files: FormFiles, step: string, group: string, node: FormNode): Row {
  const choices = choicesOf(files, node)
  return {
    step,
    group,
    name: node.name,
    kind: kindOf(node),
    ja: readText(files, 'ja', textPointer(node, 'label')),
    en: readText(files, 'en', textPointer(node, 'label')),
    required: node.kind === 'info' ? '' : node.required ? 'yes' : 'no',
    choices: choices.every(isWritable) ? choices.map(({ value, ja, en }) => `${value}|${ja}|${en}`).join('\n') : '',
  }
}

function isWritable({ value, ja, en }: Choice): boolean {
  return [value, ja, en].every((text) => text.trim() === text && !/[|\n]/.test(text))
}

/** The block that such a question comes from. */
function kindOf(node: FormNode): string {
  return blockOf(node)?.id ?? node.kind
}

/** A group of a table is empty at first: its questions have rows of their own. */
const group: Block = {
  id: 'group',
  title: { ja: 'まとまり', en: 'Group' },
  name: 'group',
  schema: { type: 'object', properties: {} },
  ui: { 'ui:order': [] },
  texts: { ja: { '': { label: 'まとまり' } }, en: { '': { label: 'Group' } } },
  sample: {},
  required: true,
  checks: [],
}
const kinds: readonly Block[] = [...blocks.filter(({ id }) => id !== group.id), group]

/** `row` is the number that the spreadsheet shows; the heading is row 1. */
export type QuestionProblem =
  | { row: number; problem: 'no-step' | 'unknown-kind' | 'no-label' | 'wrong-name' }
  /** `place`: the missing columns, or what the row names as its group. */
  | { row: number; problem: 'no-heading' | 'unknown-group' | 'closed-group' | 'empty-group'; place: string }

type RowProblem = Exclude<QuestionProblem['problem'], 'no-heading' | 'empty-group'>

export type ReadQuestions = { files: FormFiles; added: number; changed: number; problems: QuestionProblem[] }

/**
 * The form with the questions of a table: known ones (by name, else by label) get its labels, choices and whether they
 * are required; the others are added at the end of their step, which is created if it is missing. An empty cell leaves
 * what there is, a row with a problem changes nothing, and a missing row removes nothing.
 */
export function withQuestionTable(
  files: FormFiles,
  [heading = [], ...rows]: readonly (readonly string[])[],
  earlier: UsedNames = noNames,
): ReadQuestions {
  const used = new Set([...earlier, ...namesIn(readValue(files['form.json'] ?? '{}', ''))])
  const places = columns.map((column) => heading.findIndex((name) => name.trim().toLowerCase() === column))
  const result: ReadQuestions = { files, added: 0, changed: 0, problems: [] }
  const missing = columns.filter((column, at) => isNeeded(column) && (places[at] ?? -1) < 0)
  if (missing.length > 0) return { ...result, problems: [{ row: 1, problem: 'no-heading', place: missing.join(', ') }] }
  /** Lists and tables of this table, as long as they have only the questions that the palette gives them. */
  const newLists = new Set<FieldPath>()
  /** Groups of this table with the numbers of their rows. */
  const newGroups: { path: FieldPath; row: number; place: string }[] = []
  for (const [index, cells] of rows.entries()) {
    if (cells.every((cell) => cell.trim() === '')) continue
    const row = Object.fromEntries(columns.map((column, at) => [column, cells[places[at] ?? -1]?.trim() ?? ''])) as Row
    const after = withRow(result.files, row, newLists, used)
    if (typeof after === 'string') {
      const isAboutGroup = after === 'unknown-group' || after === 'closed-group'
      const found = { row: index + 2 }
      result.problems.push(isAboutGroup ? { ...found, problem: after, place: row.group } : { ...found, problem: after })
      continue
    }
    if (after.newGroup !== undefined) newGroups.push({ path: after.newGroup, row: index + 2, place: row.ja })
    if (after.isNew) result.added += 1
    else if (after.files !== result.files) result.changed += 1
    result.files = after.files
  }
  return withoutEmptyGroups(result, newGroups)
}

/** A heading without a question below it would confuse residents. A group may become empty by the one inside it. */
function withoutEmptyGroups(
  result: ReadQuestions,
  groups: readonly { path: FieldPath; row: number; place: string }[],
): ReadQuestions {
  return groups.reduceRight<ReadQuestions>((read, { path, row, place }) => {
    const node = pathToNode(treeOf(read.files), path).at(-1)
    if (!node || node.children.length > 0) return read
    const problems: QuestionProblem[] = [...read.problems, { row, problem: 'empty-group', place }]
    return { ...read, files: removeNode(read.files, path), added: read.added - 1, problems }
  }, result)
}

function withRow(
  files: FormFiles,
  row: Row,
  newLists: Set<FieldPath>,
  used: UsedNames,
): { files: FormFiles; isNew: boolean; newGroup?: FieldPath } | RowProblem {
  if (row.step === '') return 'no-step'
  const step = stepOf(files, row.step)
  const parent = row.group === '' ? step : groupIn(files, step?.children ?? [], row.group)
  if (row.group !== '' && !parent) return 'unknown-group'
  if (parent && !['step', 'group', 'list'].includes(parent.kind)) return 'closed-group'
  const replaced = parent && newLists.has(parent.path) ? parent.children : []
  const known = parent?.children.find((node) =>
    row.name === '' ? readText(files, 'ja', textPointer(node, 'label')) === row.ja : node.name === row.name,
  )
  if (known && replaced.length === 0) return { files: changedQuestion(files, known, row, used), isNew: false }
  const block = kinds.find(({ id, title }) => [id, title.ja, title.en].includes(row.kind))
  if (!block) return 'unknown-kind'
  if (row.ja === '' && block.texts.ja[''] !== undefined) return 'no-label'
  if (row.name !== '' && !/^[a-z][A-Za-z0-9]*$/.test(row.name)) return 'wrong-name'
  const place = parent?.path ?? freeStepId(files, used)
  const emptied = replaced.reduce((result, node) => removeNode(result, node.path), files)
  const withStep = parent ? emptied : addStep(files, place, { ja: row.step, en: row.step })
  const name = row.name === '' ? freeName(withStep, place, proposedName(row.ja, block.name), used) : row.name
  const path = `${place}${parent?.kind === 'list' ? '/[]' : ''}/${name}`
  const choices = choicesIn(row, [], takenValues(files, path, [], used))
  const added = addBlock(withStep, blockFor(block, row, choices), place, name)
  newLists.delete(place)
  if (block.id === 'list' || block.id === 'table') newLists.add(path)
  return block === group ? { files: added, isNew: true, newGroup: path } : { files: added, isNew: true }
}

/** The group or list of a step by its name or label; inside another one, both are given: `household/children`. */
function groupIn(files: FormFiles, nodes: readonly FormNode[], wanted: string): FormNode | undefined {
  const names = (node: FormNode) => [node.name, readText(files, 'ja', textPointer(node, 'label'))]
  const found = nodes.find((node) => names(node).includes(wanted))
  if (found) return found
  for (const node of nodes) {
    const start = names(node).find((name) => name !== '' && wanted.startsWith(`${name}/`))
    const inner = start === undefined ? undefined : groupIn(files, node.children, wanted.slice(start.length + 1))
    if (inner) return inner
  }
  return undefined
}

function isNeeded(column: (typeof columns)[number]): boolean {
  return ['step', 'kind', 'ja'].includes(column)
}

function stepOf(files: FormFiles, wanted: string): FormNode | undefined {
  const steps = treeOf(files)
  return (
    steps.find(({ name }) => name === wanted) ??
    steps.find((step) => readText(files, 'ja', textPointer(step, 'label')) === wanted)
  )
}

function changedQuestion(files: FormFiles, node: FormNode, row: Row, used: UsedNames): FormFiles {
  const labelled = toolLanguages.reduce((result, language) => {
    const pointer = textPointer(node, 'label')
    const isSame = row[language] === '' || row[language] === readText(result, language, pointer)
    return isSame ? result : setText(result, language, pointer, row[language])
  }, files)
  const required = requiredIn(row)
  const decided = required === null || required === node.required ? labelled : setRequired(labelled, node, required)
  const before = choicesOf(decided, node)
  const choices = choicesIn(row, before, takenValues(decided, node.path, before, used))
  const written = (all: readonly Choice[]) => all.map(({ value, ja, en }) => [value, ja, en])
  const isSame = choices.length === 0 || isSameJson(written(choices), written(before))
  return isSame || (node.kind !== 'choice' && node.kind !== 'choices') ? decided : setChoices(decided, node, choices)
}

/** A block with the texts and choices of a row; without English the Japanese words are copied, to be translated. */
function blockFor(block: Block, row: Row, choices: readonly Choice[]): Block {
  const { schema, texts, sample } = block
  const values = choices.map(({ value }) => value)
  const hasChoices = choices.length > 0 && (Array.isArray(schema.enum) || block.id === 'choices')
  const own = (language: 'ja' | 'en') => {
    const label = row[language] === '' ? row.ja : row[language]
    const options = Object.fromEntries(choices.map((choice) => [choice.value, choice[language]]))
    const before = texts[language][''] ?? { label }
    return label === '' ? {} : { '': { ...before, label, ...(hasChoices ? { options } : {}) } }
  }
  return {
    ...block,
    required: requiredIn(row) ?? block.required,
    texts: { ja: { ...texts.ja, ...own('ja') }, en: { ...texts.en, ...own('en') } },
    ...(hasChoices && block.id === 'choices'
      ? {
          schema: { ...schema, items: { type: 'string', enum: values }, maxItems: values.length },
          sample: values.slice(0, 1),
        }
      : hasChoices
        ? { schema: { ...schema, enum: values }, sample: values[0] }
        : { schema, sample }),
  }
}

function requiredIn({ required }: Row): boolean | null {
  if (['yes', 'required', '○', '必須', 'はい'].includes(required.toLowerCase())) return true
  return ['no', 'optional', '×', '任意', 'いいえ'].includes(required.toLowerCase()) ? false : null
}

/**
 * One choice a line: `value|Japanese|English`, or only the words. Words that the question has keep their value, since
 * saved drafts contain it; others get one that is not taken.
 */
function choicesIn({ choices }: Row, before: readonly Choice[], taken: ReadonlySet<string>): Choice[] {
  const lines = choices.split('\n').filter((line) => line.trim() !== '')
  const written = lines.map((line) => line.split('|').map((part) => part.trim()))
  const given = new Set(written.flatMap(([value = '', ...words]) => (words.length > 1 ? [value] : [])))
  return written.map((parts, index): Choice => {
    const [value, ja = '', en = ''] = parts.length > 2 ? parts : [undefined, ...parts]
    const same = before.find((choice) => choice.ja === ja && !given.has(choice.value))
    const words = { ja, en: en || (same?.en ?? ja) }
    const own = value ?? same?.value ?? freeValue(words, index + 1, new Set([...taken, ...given]))
    given.add(own)
    return { value: own, ...words }
  })
}
