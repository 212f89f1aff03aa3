import { blocks, proposedName } from '../edit/blocks.ts'
import type { Block } from '../edit/blocks.ts'
import {
  addBlock,
  addStep,
  choicesOf,
  freeName,
  freeStepId,
  readText,
  setChoices,
  setRequired,
  setText,
  textPointer,
  treeOf,
} from '../edit/commands.ts'
import type { Choice, FormFiles } from '../edit/commands.ts'
import type { FormNode } from '../edit/form-tree.ts'
import { languages } from '../../src/lib/language.ts'

const columns = ['step', 'name', 'kind', 'ja', 'en', 'required', 'choices'] as const

type Row = { [column in (typeof columns)[number]]: string }

/** A row for each question of a step. Questions inside groups and lists are not in the table. */
export function questionTable(files: FormFiles): string[][] {
  const rows = treeOf(files).flatMap((step) =>
    step.children.map((node) => {
      const choices = choicesOf(files, node)
      const row: Row = {
        step: step.name,
        name: node.name,
        kind: kindOf(node),
        ja: readText(files, 'ja', textPointer(node, 'label')),
        en: readText(files, 'en', textPointer(node, 'label')),
        required: node.kind === 'info' ? '' : node.required ? 'yes' : 'no',
        choices: choices.every(isWritable) ? choices.map(({ value, ja, en }) => `${value}|${ja}|${en}`).join('\n') : '',
      }
      return columns.map((column) => row[column])
    }),
  )
  return [[...columns], ...rows]
}

function isWritable({ value, ja, en }: Choice): boolean {
  return [value, ja, en].every((text) => text.trim() === text && !/[|\n]/.test(text))
}

/** The block that such a question comes from. */
function kindOf({ kind, schema, ui }: FormNode): string {
  const part = typeof schema.$ref === 'string' ? /([\w-]+)\.schema\.json$/.exec(schema.$ref)?.[1] : undefined
  const widget = String(ui['ui:widget'])
  return [part, widget].find((id) => blocks.some((block) => block.id === id)) ?? kind
}

/** `row` is the number that the spreadsheet shows; the heading is row 1. */
export type QuestionProblem =
  | { row: number; problem: RowProblem }
  /** `place`: the missing columns. */
  | { row: number; problem: 'no-heading'; place: string }

type RowProblem = 'no-step' | 'unknown-kind' | 'no-label' | 'wrong-name'

export type ReadQuestions = { files: FormFiles; added: number; changed: number; problems: QuestionProblem[] }

/**
 * The form with the questions of a table: known ones (by name, else by label) get its labels, choices and whether they
 * are required; the others are added at the end of their step, which is created if it is missing. An empty cell leaves
 * what there is, a row with a problem changes nothing, and a missing row removes nothing.
 */
export function withQuestionTable(
  files: FormFiles,
  [heading = [], ...rows]: readonly (readonly string[])[],
): ReadQuestions {
  const places = columns.map((column) => heading.findIndex((name) => name.trim().toLowerCase() === column))
  const result: ReadQuestions = { files, added: 0, changed: 0, problems: [] }
  const missing = columns.filter((column, at) => isNeeded(column) && (places[at] ?? -1) < 0)
  if (missing.length > 0) return { ...result, problems: [{ row: 1, problem: 'no-heading', place: missing.join(', ') }] }
  for (const [index, cells] of rows.entries()) {
    if (cells.every((cell) => cell.trim() === '')) continue
    const row = Object.fromEntries(columns.map((column, at) => [column, cells[places[at] ?? -1]?.trim() ?? ''])) as Row
    const after = withRow(result.files, row)
    if (typeof after === 'string') {
      result.problems.push({ row: index + 2, problem: after })
      continue
    }
    if (after.isNew) result.added += 1
    else if (after.files !== result.files) result.changed += 1
    result.files = after.files
  }
  return result
}

function withRow(files: FormFiles, row: Row): { files: FormFiles; isNew: boolean } | RowProblem {
  if (row.step === '') return 'no-step'
  const step = stepOf(files, row.step)
  const known = step?.children.find((node) =>
    row.name === '' ? readText(files, 'ja', textPointer(node, 'label')) === row.ja : node.name === row.name,
  )
  if (known) return { files: changedQuestion(files, known, row), isNew: false }
  const block = blocks.find(({ id, title }) => [id, title.ja, title.en].includes(row.kind))
  if (!block) return 'unknown-kind'
  if (row.ja === '' && block.texts.ja[''] !== undefined) return 'no-label'
  if (row.name !== '' && !/^[a-z][A-Za-z0-9]*$/.test(row.name)) return 'wrong-name'
  const id = step?.name ?? freeStepId(files)
  const withStep = step ? files : addStep(files, id, { ja: row.step, en: row.step })
  const name = row.name === '' ? freeName(withStep, id, proposedName(row.ja, block.name)) : row.name
  const added = addBlock(withStep, blockFor(block, row), id, name)
  return { files: added, isNew: true }
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

function changedQuestion(files: FormFiles, node: FormNode, row: Row): FormFiles {
  const labelled = languages.reduce((result, language) => {
    const pointer = textPointer(node, 'label')
    const isSame = row[language] === '' || row[language] === readText(result, language, pointer)
    return isSame ? result : setText(result, language, pointer, row[language])
  }, files)
  const required = requiredIn(row)
  const decided = required === null || required === node.required ? labelled : setRequired(labelled, node, required)
  const choices = choicesIn(row)
  const isSame = choices.length === 0 || JSON.stringify(choices) === JSON.stringify(choicesOf(decided, node))
  return isSame || (node.kind !== 'choice' && node.kind !== 'choices') ? decided : setChoices(decided, node, choices)
}

/** A block with the texts and choices of a row; without English the Japanese words are copied, to be translated. */
function blockFor(block: Block, row: Row): Block {
  const { schema, texts, sample } = block
  const choices = choicesIn(row)
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

/** One choice a line: `value|Japanese|English`, or only the words, which then get a value. */
function choicesIn({ choices }: Row): Choice[] {
  const lines = choices.split('\n').filter((line) => line.trim() !== '')
  return lines.map((line, index) => {
    const parts = line.split('|').map((part) => part.trim())
    const [value = '', ja = '', en = ''] = parts.length > 2 ? parts : [`choice${index + 1}`, ...parts]
    return { value, ja, en: en === '' ? ja : en }
  })
}
