import type { FeeLine, FieldPath } from '../../form-model/definition.ts'
import { answersOfValue, feeFactors } from '../../form-model/fee.ts'
import { isInside, joinPointer, segmentsOf } from '../../form-model/pointer.ts'
import { arrayOf, isRecord, recordOf } from '../../form-model/record.ts'
import { followLimits } from './limit-samples.ts'
import { conditionIn, schemaOf, setStepCondition } from './answer-condition.ts'
import type { AnswerCondition, ConditionPart } from './answer-condition.ts'
import { choicesOf, edit, editAnswers, removeNode, setChoices, setInForm, treeOf } from './commands.ts'
import type { FormFiles } from './commands.ts'
import { feeLines, removeFeeLine, serviceJson, setExempt, setFeeEach, setFeeKey } from './fees.ts'
import { pathToNode, sameColumns } from './form-tree.ts'
import { readValue, removeValue, removeWithEmpty, setValue } from './json-text.ts'
import {
  conditionOf,
  requiredCondition,
  requiredContext,
  ruleFields,
  setCondition,
  setRequiredCondition,
  setStepShown,
} from './question-condition.ts'
import { isAbout, isUseOf, usesOf } from './uses.ts'
import type { Removed, Use } from './uses.ts'

/** What becomes of a use: it does without what is removed, its question or fee is removed too, or nothing. */
export type Repair = 'fix' | 'remove' | 'keep'

/**
 * Removes a node or a choice, after repairing what depends on it. A question of a table is removed from each row, where
 * what depends on it is repaired in the same way.
 */
export function removeWith(files: FormFiles, removed: Removed, repairs: readonly [Use, Repair][]): FormFiles {
  const tree = treeOf(files)
  const columns = sameColumns(tree, removed.path).map((path) => ({ ...removed, path }))
  // A removed fee line moves those behind it.
  const inOrder = repairs.toSorted(([one], [other]) => (other.index ?? 0) - (one.index ?? 0))
  const repaired = inOrder.reduce((result, [use, repair]) => {
    if (repair === 'keep') return result
    if (use.kind === 'fee' && repair === 'remove') return removeFeeLine(result, use.index ?? 0)
    const same = sameColumns(tree, use.name).map((name) => ({ ...use, name }))
    if (repair === 'remove') return same.reduce((left, one) => removeNode(left, one.name), result)
    const pairs = columns.flatMap((column) => same.map((one) => [one, column] as const))
    return pairs.reduce(
      (left, [one, column]) => (isUseOf(left, one, column) ? withoutUse(left, one, column) : left),
      result,
    )
  }, files)
  return columns.reduce(removeAlone, repaired)
}

/** Removes a node or a choice on which nothing depends, in its row only. */
export function removeAlone(files: FormFiles, { path, value }: Removed): FormFiles {
  if (value === undefined) return removeNode(files, path)
  const node = pathToNode(treeOf(files), path).at(-1)
  if (!node) return files
  const left = choicesOf(files, node).filter((choice) => choice.value !== value)
  const changed = followLimits(setChoices(files, node, left), path)
  const [first] = left
  return first === undefined ? changed : withOtherAnswer(changed, path, value, first.value)
}

/** Valid samples with an answer that is no longer offered have another one. */
function withOtherAnswer(files: FormFiles, path: FieldPath, value: string, other: string): FormFiles {
  return editAnswers(files, path, (text, pointer) => {
    const answer = readValue(text, pointer)
    if (answer === value) return setValue(text, pointer, other)
    if (!Array.isArray(answer) || !answer.includes(value)) return text
    const kept = answer.filter((one) => one !== value)
    return setValue(text, pointer, kept.length === 0 ? [other] : kept)
  })
}

/** Whether what depends on a removed thing can be removed as well without leaving others that depend on it. */
export function canRemoveToo(files: FormFiles, use: Use): boolean {
  if (use.kind === 'fee') return true
  return use.kind === 'shown' && usesOf(files, { path: use.name }).length === 0
}

/** A use without what is removed. */
export function withoutUse(files: FormFiles, use: Use, removed: Removed): FormFiles {
  switch (use.kind) {
    case 'shown':
      return withoutCondition(files, use.name, removed)
    case 'required': {
      const condition = requiredCondition(files, use.name)
      if (!condition) return files
      const known = conditionIn(condition.schema, '', requiredContext(treeOf(files), use.name))
      if (known) return setRequiredCondition(files, use.name, withoutParts(known, removed))
      const schema = withoutAnswer(condition.schema, segmentsOf(removed.path), removed.value)
      if (schema === undefined) return setRequiredCondition(files, use.name, null)
      const [rule = ''] = [...ruleFields(files['form.json'] ?? '{}')].find(([, path]) => path === use.name) ?? []
      return setInForm(files, `${rule}/when`, schema)
    }
    case 'check':
      return withoutChecks(files, use.name, removed.path)
    case 'filled':
      return withoutFilled(files, use.name, removed.path)
    case 'fee':
      return withoutFee(files, use.index ?? 0, removed)
    case 'delivery': {
      const schema = withoutNamed(readValue(files['form.json'] ?? '{}', '/delivery/when'), removed)
      if (schema !== undefined) return setInForm(files, '/delivery/when', schema)
      // Without a condition, the results would be sent to everybody.
      return edit(setInForm(files, '/delivery', undefined), serviceJson, (json) => removeValue(json, '/needsShipping'))
    }
    case 'booking': {
      const date = readValue(files['form.json'] ?? '{}', '/booking/date')
      const isWhole = typeof date === 'string' && isInside(date, removed.path)
      return setInForm(files, isWhole ? '/booking' : '/booking/time', undefined)
    }
  }
}

function withoutCondition(files: FormFiles, path: FieldPath, removed: Removed): FormFiles {
  const tree = treeOf(files)
  const node = pathToNode(tree, path).at(-1)
  const known = node && conditionOf(tree, node)
  if (!node?.condition) return files
  if (known) {
    const left = withoutParts(known, removed)
    return node.kind === 'step' ? setStepShown(files, path, left) : setCondition(files, path, left)
  }
  if (node.kind === 'step') return setStepCondition(files, node, withoutNamed(node.condition.schema, removed))
  return setCondition(files, path, null)
}

/** `null` if no part is left. */
function withoutParts({ join, parts }: AnswerCondition, removed: Removed): AnswerCondition | null {
  const left = parts.flatMap((part): ConditionPart[] => {
    if (!isAbout(part, removed)) return [part]
    if (part.is !== 'one-of' && part.is !== 'none-of') return []
    const values = removed.value === undefined ? [] : part.values.filter((value) => String(value) !== removed.value)
    if (values.length > 0) return [{ ...part, values }]
    // Every answer that is left is another one.
    return part.is === 'none-of' && removed.value !== undefined ? [{ path: part.path, is: 'answered' }] : []
  })
  return left.length === 0 ? null : { join, parts: left }
}

/** A condition on the whole answers without what is removed; `undefined` if nothing is left. */
function withoutNamed(schema: unknown, removed: Removed): unknown {
  const known = conditionIn(schema)
  if (!known) return withoutAnswer(schema, segmentsOf(removed.path), removed.value)
  const left = withoutParts(known, removed)
  return left ? schemaOf(left) : undefined
}

/** The same for a condition that authors cannot choose. */
function withoutAnswer(schema: unknown, segments: readonly string[], value: string | undefined): unknown {
  if (!isRecord(schema)) return schema
  const [name = '', ...below] = segments
  if (segments.length === 0) return withoutValue(schema, value)
  const left = Object.entries(schema).flatMap(([keyword, inner]): [string, unknown][] => {
    if (['allOf', 'anyOf', 'oneOf'].includes(keyword) && Array.isArray(inner)) {
      const parts = inner.map((part: unknown) => withoutAnswer(part, segments, value))
      const kept = parts.filter((part) => part !== undefined)
      return kept.length === 0 ? [] : [[keyword, kept]]
    }
    if (keyword === 'not') {
      const part = withoutAnswer(inner, segments, value)
      return part === undefined ? [] : [[keyword, part]]
    }
    if (keyword !== 'properties' || !isRecord(inner) || !Object.hasOwn(inner, name)) return [[keyword, inner]]
    const part = below.length === 0 && value === undefined ? undefined : withoutAnswer(inner[name], below, value)
    const { [name]: _removed, ...others } = inner
    const kept = part === undefined ? others : { ...inner, [name]: part }
    return Object.keys(kept).length === 0 ? [] : [[keyword, kept]]
  })
  const result = Object.fromEntries(left)
  const isNamed = isRecord(result.properties) && Object.hasOwn(result.properties, name)
  const wasNamed = isRecord(schema.properties) && Object.hasOwn(schema.properties, name)
  const isGone = !isNamed && (wasNamed || (below.length === 0 && value === undefined))
  if (isGone && Array.isArray(result.required)) {
    const required = result.required.filter((one) => one !== name)
    if (required.length === 0) delete result.required
    else result.required = required
  }
  return Object.keys(result).some((keyword) => keyword !== 'type') ? result : undefined
}

/** What a schema of a question is without a choice; `undefined` if it asks for nothing else. */
function withoutValue(schema: { [key: string]: unknown }, value: string | undefined): unknown {
  if (value === undefined || String(schema.const) === value) return undefined
  if (!Array.isArray(schema.enum)) return schema
  const left = schema.enum.filter((one) => String(one) !== value)
  return left.length === 0 ? undefined : { ...schema, enum: left }
}

function withoutChecks(files: FormFiles, field: FieldPath, path: FieldPath): FormFiles {
  return edit(files, 'form.json', (text) => {
    const checks = readValue(text, '/checks')
    const rules = arrayOf(checks)
    const named = (value: unknown) => typeof value === 'string' && isInside(value, path)
    const isBound = (bound: unknown) => isRecord(bound) && named(bound.answer)
    const left = rules.flatMap((rule) => {
      if (!isRecord(rule) || rule.field !== field) return [rule]
      if (named(rule.other)) return []
      const ends = (['min', 'max'] as const).filter((end) => isBound(rule[end]))
      if (ends.length === 0) return [rule]
      const kept = Object.fromEntries(Object.entries(rule).filter(([key]) => !(ends as string[]).includes(key)))
      return kept.min === undefined && kept.max === undefined ? [] : [kept]
    })
    return left.length === 0 ? removeValue(text, '/checks') : setValue(text, '/checks', left)
  })
}

function withoutFilled(files: FormFiles, filler: FieldPath, path: FieldPath): FormFiles {
  const node = pathToNode(treeOf(files), filler).at(-1)
  if (!node) return files
  const place = `${node.uiPointer}/ui:options/fills`
  const group = filler.slice(0, filler.lastIndexOf('/'))
  return edit(files, 'form.json', (text) => {
    const entries = Object.entries(recordOf(readValue(text, place)))
    const gone = entries.filter(([, name]) => isInside(`${group}/${String(name)}`, path))
    return gone.reduce((json, [key]) => removeWithEmpty(json, joinPointer(place, key)), text)
  })
}

/** A line whose amount is not known any more is removed. */
function withoutFee(files: FormFiles, index: number, removed: Removed): FormFiles {
  const line = feeLines(files)[index]
  if (!line) return files
  const named = (path: FieldPath | undefined) =>
    removed.value === undefined && path !== undefined && isInside(path, removed.path)
  const amount = amountWithout(line.amount, removed)
  if (answersOfValue(line.amount).some(named)) return removeFeeLine(files, index)
  const changed = feeFactors.reduce((result, key) => {
    if (key === 'amount') return amount === line.amount ? result : setFeeKey(result, index, key, amount)
    const value = answersOfValue(line[key]).some(named) ? undefined : amountWithout(line[key], removed)
    return value === line[key] ? result : setFeeKey(result, index, key, value)
  }, files)
  const counted = named(line.forEach) ? setFeeEach(changed, index, undefined) : changed
  const labelled = named(line.choice) ? setFeeKey(counted, index, 'choice', undefined) : counted
  const charged =
    line.when === undefined ? labelled : setFeeKey(labelled, index, 'when', withoutNamed(line.when, removed))
  if (!line.exempt) return charged
  const exempt = withoutNamed(line.exempt.when, removed)
  return setExempt(charged, index, isRecord(exempt) ? exempt : undefined)
}

/** A table without the rows and columns of a choice; `undefined` if nothing is left of it. */
/** An empty table is for the amounts of the other choices: an author may replace all by new ones. */
function amountWithout<Value extends FeeLine['amount'] | undefined>(amount: Value, { path, value }: Removed): Value {
  if (value === undefined || typeof amount !== 'object') return amount
  const without = <Cell>(table: { [answer: string]: Cell }) =>
    Object.fromEntries(Object.entries(table).filter(([answer]) => answer !== value))
  if ('byAnswer' in amount) {
    if (amount.byAnswer !== path || !Object.hasOwn(amount.table, value)) return amount
    return { ...amount, table: without(amount.table) }
  }
  if (!('byAnswers' in amount)) return amount
  const [rows, columns] = amount.byAnswers
  const table = rows === path ? without(amount.table) : amount.table
  const narrow =
    columns === path ? Object.fromEntries(Object.entries(table).map(([row, cells]) => [row, without(cells)])) : table
  if (JSON.stringify(narrow) === JSON.stringify(amount.table)) return amount
  return { ...amount, table: narrow }
}
