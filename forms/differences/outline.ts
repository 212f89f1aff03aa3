import type { FieldPath } from '../../form-model/definition.ts'
import { arrayOf, isRecord } from '../../form-model/record.ts'
import { formTree } from '../edit/form-tree.ts'
import type { FormNode, NodeKind } from '../edit/form-tree.ts'
import { say } from '../source/messages.ts'
import { shapeOf } from '../edit/answer-shapes.ts'
import { formatNumber } from '../../src/lib/display-text.ts'
import type { Language } from '../../src/lib/language.ts'
import { checkWords, countedLimits, feeExemption, feeText, feeWords, totalLimits } from './change-sentences.ts'
import { conditionWords } from './condition-words.ts'
import type { FormWords } from './condition-words.ts'
import { wordsIn } from './form-version.ts'
import type { FormVersion } from './form-version.ts'

/** A description of a whole form, for its approvers. */
export type FormOutline = {
  title: string
  description: string
  steps: OutlineStep[]
  /** `taxRate` in percent; 0 if the fee is not taxed. */
  fees: { name: string; amount: string; taxRate: number; conditions: string[] }[]
  /** The limits of the sum of all fees; empty without one. */
  feeTotal: string
  /** When the result is sent by post; empty if never. */
  delivery: string
}

type OutlineStep = { id: string; title: string; description: string; condition: string; rows: OutlineRow[] }

type OutlineRow = {
  path: FieldPath
  /** 0 for a question of the step itself. */
  depth: number
  kind: NodeKind
  label: string
  required: boolean
  /** When the question is asked, when it is required, and which dates it accepts; empty if there is no condition. */
  conditions: string[]
  /** The texts beside the label. */
  texts: string[]
  choices: string[]
}

export function outlineOf(version: FormVersion, language: Language): FormOutline {
  const texts = version.texts[language] ?? version.texts.ja
  const words = wordsIn(texts, language)
  const tree = formTree({ steps: version.form.steps })
  return {
    title: texts?.title ?? '',
    description: texts?.description ?? '',
    steps: tree.map((step) => ({
      id: step.name,
      title: words.label(step.path),
      description: texts?.steps?.[step.name]?.description ?? '',
      condition: askedWhen(step, words),
      rows: step.children.flatMap((child) => rowsOf(child, 0, version, words)),
    })),
    fees: (version.form.fee?.lines ?? []).map((line) => ({
      name: feeText(line.text, version.texts, language),
      amount: feeWords(line, { texts: version.texts, words }),
      taxRate: line.taxRate ?? 0,
      conditions: [
        ...(line.when === undefined ? [] : [inWords(line.when, '', words)]),
        ...(line.exempt?.when === undefined ? [] : [feeExemption(line, { texts: version.texts, words })]),
      ],
    })),
    feeTotal: totalLimits(version.form.fee, language),
    delivery: version.form.delivery === undefined ? '' : inWords(version.form.delivery.when, '', words),
  }
}

function inWords(schema: unknown, base: FieldPath, words: FormWords): string {
  return conditionWords(schema, base, words) ?? say('when-json', words.language)
}

function askedWhen({ condition }: FormNode, words: FormWords): string {
  return condition === null ? '' : inWords(condition.schema, condition.base, words)
}

function rowsOf(node: FormNode, depth: number, version: FormVersion, words: FormWords): OutlineRow[] {
  const { language } = words
  const { requiredWhen = [], checks = [] } = version.form
  const asked = askedWhen(node, words)
  const branch = node.required ? null : node.requiredWhen
  const isRequired = node.required || branch?.schema === true
  const needed = [
    ...(branch === null || isRequired ? [] : [inWords(branch.schema, branch.base, words)]),
    ...requiredWhen.filter(({ field }) => field === node.path).map(({ when }) => inWords(when, '', words)),
  ]
  const rules = checks.filter(({ field }) => field === node.path).map((rule) => checkWords(rule, words))
  const own = (version.texts[language] ?? version.texts.ja)?.fields?.[node.path]
  const { help, table, example, unit } = own ?? {}
  const row: OutlineRow = {
    path: node.path,
    depth,
    kind: node.kind,
    label: words.label(node.path),
    required: isRequired,
    conditions: [
      ...(asked === '' ? [] : [asked]),
      ...needed.map((condition) => say('outline-required', language, { condition })),
      ...limitsOf(node, language),
      ...rules,
    ],
    texts: [
      ...(help === undefined ? [] : [help]),
      ...(table === undefined ? [] : [table]),
      ...(example === undefined ? [] : [say('outline-example', language, { text: example })]),
      ...(unit === undefined ? [] : [say('outline-unit', language, { text: unit })]),
    ],
    choices: choicesIn(node).map((value) => words.option(node.path, value)),
  }
  return [row, ...node.children.flatMap((child) => rowsOf(child, depth + 1, version, words))]
}

function limitsOf(node: FormNode, language: Language): string[] {
  const { merged, kind } = node
  const counts = countedLimits.flatMap((keyword): string[] => {
    const value = merged[keyword]
    if (typeof value !== 'number' || (keyword === 'minLength' && value <= 1)) return []
    // A choice, and no more than there are.
    if (kind === 'choices' && value === (keyword === 'minItems' ? 1 : choicesIn(node).length)) return []
    const what = say(`diff-limit-${keyword}`, language)
    return [say('outline-limit', language, { what, value: formatNumber(value) })]
  })
  return [...shapeWords(node, language), ...counts]
}

/** Digits and letters by their number; another expression as it is written. */
function shapeWords(node: FormNode, language: Language): string[] {
  const { pattern } = node.merged
  if (typeof pattern !== 'string') return []
  const shape = shapeOf({ schema: node.merged })
  if (!('least' in shape))
    return [say('outline-limit', language, { what: say('diff-form-of-answer', language), value: pattern })]
  const { kind, least, most } = shape
  return [say(`outline-${kind}`, language, { count: least === most ? most : `${least}–${most}` })]
}

function choicesIn({ merged }: FormNode): unknown[] {
  const list = isRecord(merged.items) ? merged.items.enum : merged.enum
  return arrayOf(list)
}
