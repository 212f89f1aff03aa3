import { formatRegExp, formats, isFormatName } from '../../form-model/formats.ts'
import type { FormatName } from '../../form-model/formats.ts'
import { joinPointer } from '../../form-model/pointer.ts'
import { languages } from '../../src/lib/language.ts'
import type { Language } from '../../src/lib/language.ts'
import { autocompleteFor, unboundedFormats } from '../source/input-hints.ts'
import { edit, editAnswers, readText, setText, textPointer } from './commands.ts'
import { textsFile } from './form-files.ts'
import type { FormFiles } from './commands.ts'
import type { FormNode } from './form-tree.ts'
import { editInvalidAt } from './invalid-samples.ts'
import { readValue, removeValue, removeWithEmpty, setValue } from './json-text.ts'

/** Formats that a line of text can have; the others are kinds of questions. */
export const shapeFormats = [
  'jp-kana',
  'jp-postal-code',
  'jp-phone',
  'email',
  'uri',
  'http-uri',
  'jp-corporate-number',
  'time',
  'month',
  'jis-level-2',
] as const satisfies readonly FormatName[]

type ShapeFormat = (typeof shapeFormats)[number]

/** What a line of text must look like. `written`: an expression that authors edit as JSON. */
export type AnswerShape =
  | { kind: 'any' }
  | { kind: 'digits' | 'letters'; least: number; most: number }
  | { kind: ShapeFormat }
  | { kind: 'written' }

const characters = { digits: '[0-9]', letters: '[0-9A-Za-z]' } as const

/** The kind of each class of characters that forms use, also as other authors write it. */
const kindOfClass: { readonly [written: string]: keyof typeof characters } = {
  '[0-9]': 'digits',
  '\\d': 'digits',
  '[0-9A-Za-z]': 'letters',
  '[A-Za-z0-9]': 'letters',
}

export const mostCharacters = 100

export function shapeOf({ schema: { pattern, format } }: Pick<FormNode, 'schema'>): AnswerShape {
  if (pattern === undefined && format === undefined) return { kind: 'any' }
  const [, written = '', least, most] =
    typeof pattern === 'string' ? (/^\^(\[[0-9A-Za-z-]+\]|\\d)\{(\d+)(?:,(\d+))?\}\$$/.exec(pattern) ?? []) : []
  const kind = Object.hasOwn(kindOfClass, written) ? kindOfClass[written] : undefined
  if (format === undefined && kind !== undefined) return { kind, least: Number(least), most: Number(most ?? least) }
  const known = shapeFormats.find((name) => name === format)
  return known !== undefined && pattern === undefined ? { kind: known } : { kind: 'written' }
}

/** Whether the shape limits the number of characters. */
export function isBoundedShape(node: Pick<FormNode, 'schema'>): boolean {
  const { kind } = shapeOf(node)
  return kind !== 'any' && kind !== 'written' && !unboundedFormats.has(kind)
}

/** The key of the message for an answer of another shape in `errors`; null if every answer is accepted. */
export function messageKey({ schema: { pattern, format } }: Pick<FormNode, 'schema'>): 'pattern' | 'format' | null {
  if (pattern !== undefined) return 'pattern'
  return format === undefined ? null : 'format'
}

function patternOf(shape: AnswerShape): string | undefined {
  if (!('least' in shape)) return undefined
  const { kind, least, most } = shape
  return `^${characters[kind]}{${least === most ? most : `${least},${most}`}}$`
}

/** An answer of the shape for residents and samples; undefined if every answer has it. */
export function exampleOf(shape: AnswerShape): string | undefined {
  if ('least' in shape) {
    const series = shape.kind === 'digits' ? '1234567890' : 'A1B2C3D4E5'
    return series.repeat(Math.ceil(shape.most / series.length)).slice(0, shape.most)
  }
  return isFormatName(shape.kind) ? formats[shape.kind].example : undefined
}

function expressionOf(shape: AnswerShape): RegExp | null {
  const pattern = patternOf(shape)
  if (pattern !== undefined) return new RegExp(pattern, 'u')
  return isFormatName(shape.kind) ? formatRegExp(shape.kind) : null
}

/** Sets what a line of text must look like. The example, the message and the samples follow. */
export function setShape(
  files: FormFiles,
  node: FormNode,
  shape: Exclude<AnswerShape, { kind: 'written' }>,
): FormFiles {
  const pattern = patternOf(shape)
  const schema: { [keyword: string]: unknown } =
    pattern === undefined ? (shape.kind === 'any' ? {} : { format: shape.kind }) : { pattern }
  const changed = edit(files, 'form.json', (text) => withHints(withShape(text, node, shape, schema), node, shape))
  const worded = languages.reduce(
    (result, language) => withMessage(withExample(result, language, node, shape), language, node, { ...node, schema }),
    changed,
  )
  return inSamples(worded, node, shape, pattern === undefined ? shape.kind : 'pattern')
}

function withShape(
  text: string,
  { schemaPointer }: FormNode,
  shape: AnswerShape,
  schema: { [keyword: string]: unknown },
): string {
  const isBounded = isBoundedShape({ schema })
  const removed = ['pattern', 'format', ...(isBounded ? ['minLength', 'maxLength'] : [])]
  const bare = removed.reduce((json, keyword) => removeValue(json, `${schemaPointer}/${keyword}`), text)
  const written = Object.entries(schema).reduce(
    (json, [keyword, value]) => setValue(json, `${schemaPointer}/${keyword}`, value, 'type'),
    bare,
  )
  const needsLength = !isBounded && readValue(written, `${schemaPointer}/maxLength`) === undefined
  return needsLength ? setValue(written, `${schemaPointer}/maxLength`, shape.kind === 'email' ? 256 : 100) : written
}

/** The widget of a format is used without being named. The keyboard and the autofill are those of the shape. */
function withHints(text: string, node: FormNode, shape: AnswerShape): string {
  const option = (name: string) => `${node.uiPointer}/ui:options/${name}`
  const token = autocompleteFor(node.name, shape.kind)
  const isFormats = autocompleteFor(node.name, node.schema.format) === readValue(text, option('autocomplete'))
  const lookUps = ['jp-postal-code', 'jp-corporate-number']
  const { format } = node.schema
  // What one look-up finds, another one does not.
  const keepsFills = lookUps.includes(shape.kind) && (format === shape.kind || !lookUps.includes(String(format)))
  const removed = [
    `${node.uiPointer}/ui:widget`,
    option('inputmode'),
    ...(keepsFills ? [] : [option('fills')]),
    ...(isFormats ? [option('autocomplete')] : []),
  ]
  const bare = removed.reduce((json, pointer) => removeValue(json, pointer), text)
  const withKeyboard = shape.kind === 'digits' ? setValue(bare, option('inputmode'), 'numeric') : bare
  return token === undefined ? withKeyboard : setValue(withKeyboard, option('autocomplete'), token)
}

function withExample(files: FormFiles, language: Language, node: FormNode, shape: AnswerShape): FormFiles {
  const [example, expression] = [exampleOf(shape), expressionOf(shape)]
  const pointer = textPointer(node, 'example')
  const before = readText(files, language, pointer)
  const isFine = expression === null || example === undefined || expression.test(before)
  // A language that only has the texts that differ gets none that it does not have.
  const isWritten = before !== '' || readText(files, language, textPointer(node, 'label')) !== ''
  return isFine || !isWritten ? files : setText(files, language, pointer, example)
}

/** The message goes with the shape, whose keyword it belongs to. */
function withMessage(
  files: FormFiles,
  language: Language,
  before: FormNode,
  after: Pick<FormNode, 'schema'>,
): FormFiles {
  const [from, to] = [messageKey(before), messageKey(after)]
  if (from === null || from === to) return files
  const message = readText(files, language, joinPointer(textPointer(before, 'errors'), from))
  const removed = setMessage(files, language, before, from, '')
  return to === null || message === '' ? removed : setMessage(removed, language, before, to, message)
}

/** The author's message for an answer of another shape; empty for that of the portal. */
export function setMessage(
  files: FormFiles,
  language: Language,
  node: FormNode,
  key: 'pattern' | 'format',
  message: string,
): FormFiles {
  const place = joinPointer(textPointer(node, 'errors'), key)
  if (message !== '') return setText(files, language, place, message)
  return edit(files, textsFile(language), (text) => removeWithEmpty(text, place))
}

/** No shape but that of any text accepts it. */
const refused = '記入例'

/** Answers of another shape become the example; invalid samples about the shape test the new one, or have no purpose. */
function inSamples(files: FormFiles, node: FormNode, shape: AnswerShape, keyword: string): FormFiles {
  const [example, expression] = [exampleOf(shape), expressionOf(shape)]
  const valid =
    example === undefined || expression === null
      ? files
      : editAnswers(files, node.path, (text, pointer) => {
          const answer = readValue(text, pointer)
          return typeof answer === 'string' && !expression.test(answer) ? setValue(text, pointer, example) : text
        })
  const former = ['pattern', ...Object.keys(formats), ...Object.values(formats).flatMap(computedOf)]
  const replaced = new Set(isBoundedShape(node) || expression === null ? former : [...former, 'minLength', 'maxLength'])
  let isTested = false
  return editInvalidAt(valid, node.path, (text, { pointer, keyword: tested }) => {
    if (!replaced.has(tested)) return text
    if (isTested || expression === null || expression.test(refused)) return null
    isTested = true
    return setValue(setValue(text, joinPointer('/set', pointer), refused), '/expect/keyword', keyword)
  })
}

function computedOf(format: (typeof formats)[FormatName]): string[] {
  return 'computed' in format ? [format.computed] : []
}
