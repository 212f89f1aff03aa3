import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { FieldText, FormSource, FormTexts, JsonSchema, UiSchema } from '../../form-model/definition.ts'

/**
 * One neutral form: sections of ten fields and one list with two entries. Our definition and the hand-written baselines
 * are made from it, so that all of them have the same fields.
 */
export type BenchField = {
  key: string
  title: string
  kind: 'text' | 'email' | 'integer' | 'date' | 'select' | 'radio' | 'checkbox'
  required: boolean
  pattern?: string
  maxLength?: number
  options?: readonly string[]
  /** The field is shown and required only if this checkbox of the section is ticked. */
  showIf?: string
}
export type BenchSection = { key: string; title: string; fields: BenchField[] }
export type BenchModel = { sections: BenchSection[]; list: BenchSection }

const directions = ['北', '東', '南', '西', '中央', '港', '緑', '旭']

export function benchModel(fields: number): BenchModel {
  const count = Math.ceil(fields / 10)
  const sections = Array.from({ length: count }, (_, index): BenchSection => {
    const conditional = index % 5 === 0 || index === middle(count)
    const field = (number: number, kind: BenchField['kind'], rest: Partial<BenchField> = {}): BenchField => ({
      key: `f${number}`,
      title: `項目 ${index}-${number}`,
      kind,
      required: false,
      ...rest,
    })
    return {
      key: `s${index}`,
      title: `区分 ${index}`,
      fields: [
        field(0, 'text', { pattern: '^[^0-9]{2,40}$', required: true, maxLength: 40 }),
        field(1, 'email', { required: true }),
        field(2, 'integer'),
        field(3, 'date'),
        field(4, 'select', { options: directions, required: true }),
        field(5, 'radio', { options: ['個人', '法人', 'その他'], required: true }),
        field(6, 'checkbox'),
        field(7, 'text', { pattern: '^[0-9]{3}-?[0-9]{4}$', required: true, maxLength: 8 }),
        field(8, 'text', { maxLength: 200 }),
        field(9, 'text', { maxLength: 200, ...(conditional ? { showIf: 'f6', required: true } : {}) }),
      ],
    }
  })
  const list: BenchField[] = [
    { key: 'name', title: '世帯員氏名', kind: 'text', required: true, maxLength: 40 },
    { key: 'birth', title: '生年月日', kind: 'date', required: false },
    { key: 'rel', title: '続柄', kind: 'select', required: false, options: ['配偶者', '子', '親', 'その他'] },
  ]
  return { sections, list: { key: 'family', title: '世帯員', fields: list } }
}

/** The middle section, in which the bench types; it has a conditional field. */
export function middle(sections: number): number {
  return Math.floor(sections / 2)
}

function fieldSchema({ kind, pattern, maxLength, options }: BenchField): JsonSchema {
  switch (kind) {
    case 'text':
      return { type: 'string', ...(pattern === undefined ? {} : { pattern }), maxLength }
    case 'email':
      return { type: 'string', format: 'email', maxLength: 254 }
    case 'integer':
      return { type: 'integer', minimum: 0, maximum: 150 }
    case 'date':
      return { type: 'string', format: 'date' }
    case 'select':
    case 'radio':
      return { type: 'string', enum: options }
    case 'checkbox':
      return { type: 'boolean' }
  }
}

function groupSchema(fields: readonly BenchField[]): JsonSchema {
  const always = fields.filter(({ showIf }) => showIf === undefined)
  const properties = Object.fromEntries(always.map((field) => [field.key, fieldSchema(field)]))
  const required = always.filter((field) => field.required).map(({ key }) => key)
  const conditional = fields.find(({ showIf }) => showIf !== undefined)
  return {
    type: 'object',
    properties,
    required,
    ...(conditional?.showIf === undefined
      ? {}
      : {
          if: { properties: { [conditional.showIf]: { const: true } }, required: [conditional.showIf] },
          then: { properties: { [conditional.key]: fieldSchema(conditional) }, required: [conditional.key] },
        }),
  }
}

const widgets: { [kind in BenchField['kind']]?: string } = { radio: 'radio', date: 'date', integer: 'number' }

function groupUi(fields: readonly BenchField[]): UiSchema {
  const own = fields.map(({ key, kind }): [string, UiSchema] => [
    key,
    {
      ...(widgets[kind] === undefined ? {} : { 'ui:widget': widgets[kind] }),
      ...(kind === 'email' ? { 'ui:options': { autocomplete: 'off' } } : {}),
      ...(kind === 'integer' ? { 'ui:options': { inputmode: 'numeric' } } : {}),
    },
  ])
  return { 'ui:order': fields.map(({ key }) => key), ...Object.fromEntries(own) }
}

function fieldText({ title, options, pattern }: BenchField): FieldText {
  return {
    label: title,
    ...(options === undefined ? {} : { options: Object.fromEntries(options.map((option) => [option, option])) }),
    ...(pattern === undefined ? {} : { example: pattern.startsWith('^[0-9]') ? '105-0011' : '山田花子' }),
  }
}

/** Writes the model as a form definition: on one page, or with a step for each section. */
export function writeBenchForm(folder: string, model: BenchModel, layout: 'page' | 'steps'): void {
  const { sections, list } = model
  const form: FormSource = {
    engine: 1,
    layout,
    steps: [
      ...sections.map(({ key, fields }) => ({ id: key, schema: groupSchema(fields), ui: groupUi(fields) })),
      {
        id: list.key,
        schema: {
          type: 'object',
          properties: { members: { type: 'array', minItems: 2, maxItems: 20, items: groupSchema(list.fields) } },
          required: ['members'],
        },
        ui: { members: { items: groupUi(list.fields) } },
      },
    ],
    allow: [{ rule: 'too-many-fields', at: '', reason: 'The list comes on top of the 300 fields that are measured.' }],
  }
  const texts: FormTexts = {
    title: '計測用の申請書',
    steps: Object.fromEntries([...sections, list].map(({ key, title }) => [key, { title }])),
    fields: Object.fromEntries<FieldText>([
      ...sections.flatMap(({ key, fields }) =>
        fields.map((field): [string, FieldText] => [`${key}/${field.key}`, fieldText(field)]),
      ),
      [`${list.key}/members`, { label: list.title, item: list.title }],
      ...list.fields.map((field): [string, FieldText] => [`${list.key}/members/[]/${field.key}`, fieldText(field)]),
    ]),
  }
  mkdirSync(folder, { recursive: true })
  for (const [name, content] of Object.entries({ form, 'texts.ja': texts, 'texts.en': texts }))
    writeFileSync(path.join(folder, `${name}.json`), JSON.stringify(content, null, 2))
}
