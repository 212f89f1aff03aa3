import { formats, isFormatName } from '../../form-model/formats.ts'
import { isIndex } from '../../form-model/pointer.ts'
import { arrayOf, recordOf } from '../../form-model/record.ts'
import { choicesOf, fieldsOf } from '../source/fields.ts'
import type { Field } from '../source/fields.ts'
import type { Problem } from '../source/finding.ts'
import { placeOf, placeOfField } from '../source/load-source.ts'
import type { SourceForm } from '../source/load-source.ts'
import { uiOption, walkSchemas } from '../../form-model/schema-walk.ts'
import { byteLength, largestVersionBytes, sizesInKilobytes } from '../source/reading-problems.ts'
import { reviewPage } from '../../src/features/apply/pages/form-pages.ts'
import { inheritedNames } from './inherited-names.ts'
import { unboundedFormats } from '../source/input-hints.ts'
import { isBoundedPattern, patternProblems } from './pattern-rules.ts'

export const limits = { depth: 20, fields: 300, choices: 1000, entries: 20 } as const

type Schema = { [keyword: string]: unknown }

/** Limits that keep every form fast, displayable and answerable (F-01). */
export function limitProblems(form: SourceForm): Problem[] {
  const fields = fieldsOf(form)
  return [
    ...rootsOf(form).flatMap((root) => [...tooDeep(form, root), ...schemaProblems(form, root)]),
    ...tooLarge(form),
    ...tooManyFields(form, fields),
    ...fields.flatMap((field) => [
      ...noMaxItems(form, field),
      ...noMaxLength(form, field),
      ...consentNotRequired(form, field),
    ]),
    ...forbiddenStepIds(form),
  ]
}

function rootsOf(form: SourceForm): Schema[] {
  return [...form.steps, ...Object.values(form.conditions)].map(({ schema }) => schema)
}

function tooDeep(form: SourceForm, root: Schema): Problem[] {
  const deep: Schema[] = []
  walkSchemas(root, '', (schema, _pointer, depth) => {
    if (depth > limits.depth) deep.push(schema)
  })
  const [first] = deep
  return first === undefined ? [] : [{ rule: 'too-deep', ...placeOf(form, first), params: { limit: limits.depth } }]
}

function schemaProblems(form: SourceForm, root: Schema): Problem[] {
  const problems: Problem[] = []
  walkSchemas(root, '', (schema) => {
    problems.push(...tooMany(form, schema), ...forbiddenName(form, schema), ...patternProblems(form, schema))
  })
  return problems
}

function tooManyFields(form: SourceForm, fields: readonly Field[]): Problem[] {
  const count = fields.filter(({ kind, name }) => kind === 'field' && name !== '[]').length
  return count > limits.fields
    ? [{ rule: 'too-many-fields', source: form.source, pointer: '', params: { count, limit: limits.fields } }]
    : []
}

/** A step with the name of the review would replace it, and no resident could send the application. */
function forbiddenStepIds(form: SourceForm): Problem[] {
  return form.steps
    .filter(({ id }) => id === reviewPage || inheritedNames.has(id))
    .map(({ id, pointer }) => {
      return { rule: 'forbidden-name', source: form.source, pointer: `${pointer}/id`, params: { name: id } }
    })
}

/** Shared parts are copied into each place that uses them, so small files can make a large form. */
function tooLarge(form: SourceForm): Problem[] {
  const texts = Object.values(form.texts).map((text) => text?.fields)
  const parts = [...form.steps.map(({ schema }) => schema), ...texts]
  const bytes = parts.reduce<number>((sum, part) => sum + byteLength(JSON.stringify(part) ?? ''), 0)
  if (bytes <= largestVersionBytes) return []
  return [{ rule: 'too-large', source: form.source, pointer: '', params: sizesInKilobytes(bytes) }]
}

function tooMany(form: SourceForm, schema: Schema): Problem[] {
  const found = (rule: Problem['rule'], keyword: string, count: number, limit: number): Problem[] =>
    count > limit ? [{ rule, ...placeOf(form, schema, keyword), params: { count, limit } }] : []
  const least = typeof schema.minItems === 'number' ? schema.minItems : 0
  return [
    ...found('too-many-choices', 'enum', arrayOf(schema.enum).length, limits.choices),
    ...found('too-many-entries', 'minItems', least, limits.entries),
  ]
}

/** A path would name a question called `1` or `[]` as an entry of a list. */
function forbiddenName(form: SourceForm, schema: Schema): Problem[] {
  const names = ['properties', 'dependencies', 'patternProperties'].flatMap((keyword) =>
    Object.keys(recordOf(schema[keyword])).map((name) => ({ keyword, name })),
  )
  return names
    .filter(({ name }) => name === '' || name === '[]' || isIndex(name) || inheritedNames.has(name))
    .map(({ keyword, name }) => {
      const { source, pointer } = placeOf(form, schema, keyword)
      return { rule: 'forbidden-name', source, pointer: `${pointer}/${name}`, part: 'key', params: { name } }
    })
}

function noMaxItems(form: SourceForm, field: Field): Problem[] {
  const { merged, kind } = field
  const isBounded = merged.maxItems !== undefined || choicesOf(field).length > 0 || Array.isArray(merged.items)
  return kind === 'list' && !isBounded ? [{ rule: 'no-max-items', ...placeOfField(form, field) }] : []
}

function isUnbounded(format: string): boolean {
  return isFormatName(format) && Object.hasOwn(formats, format) && unboundedFormats.has(format)
}

function noMaxLength(form: SourceForm, field: Field): Problem[] {
  const { merged, kind } = field
  const isText = merged.type === 'string' || (Array.isArray(merged.type) && merged.type.includes('string'))
  if (kind !== 'field' || !isText) return []
  const isBounded =
    merged.maxLength !== undefined ||
    merged.enum !== undefined ||
    'const' in merged ||
    isBoundedPattern(merged.pattern) ||
    // An unknown format has a finding of its own.
    (typeof merged.format === 'string' && !isUnbounded(merged.format))
  return isBounded ? [] : [{ rule: 'no-max-length', ...placeOfField(form, field) }]
}

const consentName = /agree|consent|accept|certif|privacy|同意|承諾/i

/** Without `const: true`, a required checkbox is satisfied by an untouched `false`. */
function consentNotRequired(form: SourceForm, field: Field): Problem[] {
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
