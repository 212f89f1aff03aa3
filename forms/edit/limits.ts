import type { CheckRule } from '../../form-model/definition.ts'
import { arrayOf, isRecord } from '../../form-model/record.ts'
import { dateFormats } from '../source/date-formats.ts'
import { isBoundedShape } from './answer-shapes.ts'
import { setInForm } from './commands.ts'
import type { FormFiles } from './commands.ts'
import { decimalsOf } from './decimals.ts'
import type { FormNode, NodeKind } from './form-tree.ts'
import { readValue } from './json-text.ts'
import { setLimit } from './limit-samples.ts'
import { partOf } from './part-words.ts'
import { followStatements } from './stated-texts.ts'

/** Every limit that authors set in the studio, by the part of the form that holds it. */
export const limitPlaces = {
  minLength: 'schema',
  maxLength: 'schema',
  minimum: 'schema',
  maximum: 'schema',
  exclusiveMinimum: 'schema',
  exclusiveMaximum: 'schema',
  multipleOf: 'schema',
  minItems: 'schema',
  maxItems: 'schema',
  maxSize: 'options',
  maxTotalSize: 'options',
  accept: 'options',
  minYear: 'options',
  'date-range': 'checks',
  'working-day': 'checks',
} as const satisfies { [limit: string]: 'schema' | 'options' | 'checks' }

export type Limit = keyof typeof limitPlaces

const limits = Object.keys(limitPlaces).filter((name): name is Limit => Object.hasOwn(limitPlaces, name))

/** The limits that questions of a kind can have. */
const ofKind: { readonly [kind in NodeKind]?: readonly Limit[] } = {
  lines: ['minLength', 'maxLength'],
  choices: ['minItems', 'maxItems'],
  list: ['minItems', 'maxItems'],
  files: ['minItems', 'maxItems', 'maxSize', 'maxTotalSize', 'accept'],
}

/** The limits of a question that the studio shows: those of its kind, and all others that it has. */
export function limitsOf(node: FormNode, checks: readonly CheckRule[]): Limit[] {
  const possible = ofDates(node) ?? ofText(node) ?? ofNumber(node) ?? ofKind[node.kind] ?? []
  const options = isRecord(node.ui['ui:options']) ? node.ui['ui:options'] : {}
  const has = (limit: Limit) => {
    const place = limitPlaces[limit]
    if (place === 'checks') return checks.some(({ kind, field }) => kind === limit && field === node.path)
    // The number of decimals has a field of its own.
    if (limit === 'multipleOf' && (decimalsOf(node) ?? 0) > 0) return false
    return (place === 'schema' ? node.schema : options)[limit] !== undefined
  }
  return limits.filter((limit) => possible.includes(limit) || has(limit))
}

/** A postal code or 13 digits have no other length. */
function ofText(node: FormNode): Limit[] | null {
  if (node.kind !== 'text') return null
  return isBoundedShape(node) ? [] : ['minLength', 'maxLength']
}

function ofNumber(node: FormNode): Limit[] | null {
  if (node.kind !== 'number') return null
  return node.schema.type === 'integer' ? ['minimum', 'maximum', 'multipleOf'] : ['minimum', 'maximum']
}

function ofDates(node: FormNode): Limit[] | null {
  // The format of a shared part is in the part.
  const format = partOf(node) === 'birth-date' ? 'date' : node.schema.format
  const isOf = (formats: readonly string[]) => typeof format === 'string' && formats.includes(format)
  if (!isOf(dateFormats['date-range'])) return null
  return isOf(dateFormats['working-day']) ? ['date-range', 'working-day'] : ['date-range']
}

/** Sets a limit, or removes it. Limits of dates have commands of their own: `date-limits.ts`. */
export function changeLimit(
  files: FormFiles,
  node: FormNode,
  limit: Exclude<Limit, 'date-range' | 'working-day'>,
  value: unknown,
): FormFiles {
  const option = (name: string) => `${node.uiPointer}/ui:options/${name}`
  if (limitPlaces[limit] === 'options') return setInForm(files, option(limit), value)
  const changed = setLimit(files, node, limit, typeof value === 'number' ? value : undefined)
  // The number of files may be written in the layout as well, which the portal prefers.
  return limit === 'maxItems' && node.kind === 'files'
    ? followStatements(setInForm(changed, option('maxFiles'), undefined), node.path)
    : changed
}

/** The value of a limit that is one number; `undefined` if there is none. */
export function numberLimit(node: FormNode, limit: Limit): number | undefined {
  const options = isRecord(node.ui['ui:options']) ? node.ui['ui:options'] : {}
  const written = limitPlaces[limit] === 'options' ? options[limit] : node.schema[limit]
  const value = limit === 'maxItems' && node.kind === 'files' ? (options.maxFiles ?? written) : written
  return typeof value === 'number' ? value : undefined
}

/** The types of files that a question accepts; empty for all. */
export function acceptedTypes({ ui }: FormNode): string[] {
  const options = isRecord(ui['ui:options']) ? ui['ui:options'] : {}
  return arrayOf(options.accept).map(String)
}

/** The checks of a form. */
export function checksIn(files: FormFiles): CheckRule[] {
  const checks = readValue(files['form.json'] ?? '{}', '/checks')
  return Array.isArray(checks) ? (checks as unknown[]).filter((rule): rule is CheckRule => isRecord(rule)) : []
}
