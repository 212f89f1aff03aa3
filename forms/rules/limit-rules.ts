import { checkSync } from 'recheck'
import { formats, isFormatName } from '../../form-model/formats.ts'
import { isRecord } from '../../form-model/record.ts'
import type { Bundler, Place } from '../source/bundle.ts'
import { allFields, choicesOf, uiOption } from '../source/fields.ts'
import type { Field } from '../source/fields.ts'
import type { Problem } from '../source/finding.ts'
import { placeOfField } from '../source/load-source.ts'
import type { SourceForm } from '../source/load-source.ts'
import { walkSchemas } from '../../form-model/schema-walk.ts'
import { largestVersionBytes, sizesInKilobytes } from '../source/reading-problems.ts'

export const limits = { depth: 20, fields: 300, choices: 1000, entries: 20 } as const

/** Names that every object inherits: validators and renderers read the inherited value instead of the answer. */
const inherited = new Set([...Object.getOwnPropertyNames(Object.prototype), 'prototype'])

/** Limits that keep every form fast, displayable and answerable (F-01). */
export function limitProblems(form: SourceForm): Problem[] {
  const problems: Problem[] = []
  const roots = [
    ...form.steps.map(({ schema }) => schema),
    ...Object.values(form.conditions).map(({ schema }) => schema),
  ]
  for (const root of roots) {
    let tooDeep = false
    walkSchemas(root, '', (schema, _pointer, depth) => {
      if (depth > limits.depth && !tooDeep) {
        tooDeep = true
        problems.push({ rule: 'too-deep', ...placeOf(form, schema), params: { limit: limits.depth } })
      }
      problems.push(...sizeProblems(form, schema), ...nameProblems(form, schema), ...patternProblems(form, schema))
    })
  }
  problems.push(...totalSizeProblems(form))
  const fields = form.steps.flatMap(({ root }) => allFields(root))
  const answered = fields.filter(({ kind, name }) => kind === 'field' && name !== '[]').length
  if (answered > limits.fields)
    problems.push({
      rule: 'too-many-fields',
      source: form.source,
      pointer: '',
      params: { count: answered, limit: limits.fields },
    })
  for (const field of fields) problems.push(...lengthProblems(form, field), ...consentProblems(form, field))
  for (const { id, pointer } of form.steps) {
    if (inherited.has(id))
      problems.push({ rule: 'forbidden-name', source: form.source, pointer: `${pointer}/id`, params: { name: id } })
  }
  return problems
}

/** Shared parts are copied into each place that uses them, so small files can make a large form. */
function totalSizeProblems(form: SourceForm): Problem[] {
  const texts = Object.values(form.texts).map((text) => text?.fields)
  const parts = [...form.steps.map(({ schema }) => schema), ...texts]
  const bytes = parts.reduce<number>((sum, part) => sum + Buffer.byteLength(JSON.stringify(part) ?? ''), 0)
  if (bytes <= largestVersionBytes) return []
  return [{ rule: 'too-large', source: form.source, pointer: '', params: sizesInKilobytes(bytes) }]
}

export function placeOf(
  form: { bundler: Bundler; source: SourceForm['source'] },
  schema: object,
  keyword?: string,
): Place {
  return form.bundler.placeOf(schema, keyword) ?? { source: form.source, pointer: '' }
}

function sizeProblems(form: SourceForm, schema: { [keyword: string]: unknown }): Problem[] {
  const problems: Problem[] = []
  const { enum: choices, minItems } = schema
  if (Array.isArray(choices) && choices.length > limits.choices)
    problems.push({
      rule: 'too-many-choices',
      ...placeOf(form, schema, 'enum'),
      params: { count: choices.length, limit: limits.choices },
    })
  if (typeof minItems === 'number' && minItems > limits.entries)
    problems.push({
      rule: 'too-many-entries',
      ...placeOf(form, schema, 'minItems'),
      params: { count: minItems, limit: limits.entries },
    })
  return problems
}

function nameProblems(form: SourceForm, schema: { [keyword: string]: unknown }): Problem[] {
  const names = ['properties', 'dependencies', 'patternProperties'].flatMap((keyword) => {
    const map = schema[keyword]
    return isRecord(map) ? Object.keys(map).map((name) => ({ keyword, name })) : []
  })
  return names
    .filter(({ name }) => inherited.has(name))
    .map(({ keyword, name }) => {
      const place = placeOf(form, schema, keyword)
      return {
        rule: 'forbidden-name',
        source: place.source,
        pointer: `${place.pointer}/${name}`,
        part: 'key',
        params: { name },
      }
    })
}

function patternProblems(form: SourceForm, schema: { [keyword: string]: unknown }): Problem[] {
  const written: { pattern: string; place: Place }[] = []
  if (typeof schema.pattern === 'string')
    written.push({ pattern: schema.pattern, place: placeOf(form, schema, 'pattern') })
  if (isRecord(schema.patternProperties)) {
    for (const pattern of Object.keys(schema.patternProperties))
      written.push({ pattern, place: placeOf(form, schema, 'patternProperties') })
  }
  return written.flatMap(({ pattern, place }): Problem[] => {
    const verdict = judgePattern(pattern)
    if (verdict.kind === 'invalid') return [{ rule: 'invalid-pattern', ...place, params: { reason: verdict.reason } }]
    return verdict.kind === 'slow' ? [{ rule: 'slow-pattern', ...place, params: { attack: verdict.attack } }] : []
  })
}

type Verdict = { kind: 'fine' } | { kind: 'invalid'; reason: string } | { kind: 'slow'; attack: string }

const verdicts = new Map<string, Verdict>()

/** Whether a regular expression compiles as validators compile it, and is fast for every input. */
export function judgePattern(pattern: string): Verdict {
  const known = verdicts.get(pattern)
  if (known) return known
  const verdict = judge(pattern)
  verdicts.set(pattern, verdict)
  return verdict
}

/**
 * Milliseconds after which an undecided pattern counts as slow. Two and a half seconds of work are common
 * for a look-ahead; on a busy machine that is several times as long, and the same form must pass there too.
 */
const undecidedAfter = 30_000

function judge(pattern: string): Verdict {
  try {
    new RegExp(pattern, 'u')
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause
    return { kind: 'invalid', reason: cause.message.replace(/^Invalid regular expression: /, '') }
  }
  if (!/[*+{]/.test(pattern)) return { kind: 'fine' }
  const { status, ...rest } = checkSync(pattern, 'u', { timeout: undecidedAfter })
  if (status === 'safe') return { kind: 'fine' }
  const attack = 'attack' in rest && rest.attack ? rest.attack.pattern : `? > ${undecidedAfter / 1000} s`
  return { kind: 'slow', attack: attack.slice(0, 80) }
}

/** A pattern that fixes both ends and repeats nothing without end limits the length by itself. */
export function isBoundedPattern(pattern: unknown): boolean {
  return (
    typeof pattern === 'string' &&
    /^\^.*\$$/s.test(pattern) &&
    !/[*+]|\{\d+,\}/.test(pattern.replaceAll(/\\.|\[[^\]]*\]/gs, 'x')) &&
    !pattern.includes('|')
  )
}

const unboundedFormats = new Set(['email', 'jis-level-2', 'uri', 'jp-kana'])

function lengthProblems(form: SourceForm, field: Field): Problem[] {
  const { merged, kind } = field
  if (kind === 'list' && merged.maxItems === undefined && choicesOf(field).length === 0 && !Array.isArray(merged.items))
    return [{ rule: 'no-max-items', ...placeOfField(form, field) }]
  const isText = merged.type === 'string' || (Array.isArray(merged.type) && merged.type.includes('string'))
  if (kind !== 'field' || !isText) return []
  const bounded =
    merged.maxLength !== undefined ||
    merged.enum !== undefined ||
    'const' in merged ||
    isBoundedPattern(merged.pattern) ||
    (isFormatName(merged.format) && Object.hasOwn(formats, merged.format) && !unboundedFormats.has(merged.format))
  return bounded ? [] : [{ rule: 'no-max-length', ...placeOfField(form, field) }]
}

const consentName = /agree|consent|accept|certif|privacy|同意|承諾/i

/** A required box without `const: true` is fulfilled by an untouched `false`. */
function consentProblems(form: SourceForm, field: Field): Problem[] {
  return field.children.flatMap((child): Problem[] => {
    const required = field.schemas.some(
      (schema) => Array.isArray(schema.required) && schema.required.includes(child.name),
    )
    if (!required || child.merged.type !== 'boolean' || 'const' in child.merged || Array.isArray(child.merged.enum))
      return []
    const widget = uiOption(child.ui, 'widget')
    const isBox = form.kind === 'form' ? widget === undefined || widget === 'checkbox' : consentName.test(child.name)
    return isBox ? [{ rule: 'consent-not-required', ...placeOfField(form, child) }] : []
  })
}
