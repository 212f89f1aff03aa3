import { isRecord, recordOf } from '../../form-model/record.ts'
import { edit, editAnswers, treeOf } from './commands.ts'
import type { FormFiles } from './commands.ts'
import { pathToNode } from './form-tree.ts'
import type { FormNode } from './form-tree.ts'
import { editInvalid, isPlaceOf } from './invalid-samples.ts'
import { putValue, readValue, removeValue, setValue } from './json-text.ts'
import { shapeOf } from './answer-shapes.ts'
import { usesOf } from './uses.ts'

/** How a question is asked. Each group of ways has the same meaning. */
export type AskedAs = 'line' | 'lines' | 'radio' | 'select' | 'checkboxes' | 'number' | 'money'

const ways = {
  text: ['line', 'lines'],
  lines: ['line', 'lines'],
  choice: ['radio', 'select', 'checkboxes'],
  choices: ['radio', 'select', 'checkboxes'],
  'yes-no': ['radio', 'select'],
  number: ['number', 'money'],
} as const satisfies { [kind: string]: readonly AskedAs[] }

/** The ways in which a question can be asked; none for one that would become another question. */
export function waysOf({ kind, schema }: Pick<FormNode, 'kind' | 'schema'>): readonly AskedAs[] {
  // What is written in another place, such as `allOf`, is edited as JSON.
  const own = kind === 'choices' && isRecord(schema.items) ? schema.items.enum : schema.enum
  if ((kind === 'choice' || kind === 'choices') && !Array.isArray(own)) return []
  return isChangeable(kind) ? ways[kind] : []
}

function isChangeable(kind: FormNode['kind']): kind is keyof typeof ways {
  return Object.hasOwn(ways, kind)
}

export function askedAs({ kind, ui }: Pick<FormNode, 'kind' | 'ui'>): AskedAs {
  const widget = ui['ui:widget'] ?? (isRecord(ui['ui:options']) ? ui['ui:options'].widget : undefined)
  if (kind === 'lines') return 'lines'
  if (kind === 'choices') return 'checkboxes'
  if (kind === 'number') return widget === 'money' ? 'money' : 'number'
  if (kind === 'choice' || kind === 'yes-no') return widget === 'radio' ? 'radio' : 'select'
  return 'line'
}

/** Why a question cannot be asked in another way; null if it can. */
export type KindObstacle =
  /** Other parts of the form read one choice, and there would be several, or the other way round. */
  | 'used'
  /** Several lines have no shape. */
  | 'shaped'
  /** Yen have no decimals. */
  | 'decimals'

export function kindObstacle(files: FormFiles, node: FormNode, next: AskedAs): KindObstacle | null {
  const isOther = (next === 'checkboxes') !== (askedAs(node) === 'checkboxes')
  if (isOther && usesOf(files, node).length > 0) return 'used'
  if (next === 'lines' && shapeOf(node).kind !== 'any') return 'shaped'
  return next === 'money' && node.schema.type !== 'integer' ? 'decimals' : null
}

/** Asks a question in another way. The choices, texts and samples stay. */
export function askAs(files: FormFiles, node: FormNode, next: AskedAs): FormFiles {
  if (next === askedAs(node) || kindObstacle(files, node, next) !== null) return files
  const changed = edit(files, 'form.json', (text) => withWidget(withType(text, node, next), node, next))
  const after = pathToNode(treeOf(changed), node.path).at(-1)
  return after && after.kind !== node.kind ? samplesOf(changed, after) : changed
}

const lists = ['minItems', 'maxItems', 'uniqueItems', 'items']

/** Several choices are a list of one choice each. */
function withType(text: string, node: FormNode, next: AskedAs): string {
  const place = (keyword: string) => `${node.schemaPointer}/${keyword}`
  if (next === 'checkboxes' && node.kind === 'choice') {
    const items = { type: node.schema.type, enum: node.schema.enum }
    const list = { type: 'array', items, uniqueItems: true, ...(node.required ? { minItems: 1 } : {}) }
    return Object.entries(list).reduce(
      (json, [keyword, value]) => setValue(json, place(keyword), value),
      removeValue(text, place('enum')),
    )
  }
  const { items } = node.schema
  if (node.kind !== 'choices' || next === 'checkboxes' || !isRecord(items)) return text
  const single = lists.reduce((json, keyword) => removeValue(json, place(keyword)), text)
  return setValue(setValue(single, place('type'), items.type), place('enum'), items.enum)
}

function withWidget(text: string, { uiPointer }: FormNode, next: AskedAs): string {
  const widget = `${uiPointer}/ui:widget`
  const rows = `${uiPointer}/ui:options/rows`
  if (next === 'line') return removeValue(removeValue(text, widget), rows)
  if (next === 'lines') return setValue(setValue(text, widget, 'textarea'), rows, 4)
  return setValue(text, widget, next)
}

/** Answers follow the kind; invalid samples of the former kind test nothing. */
function samplesOf(files: FormFiles, node: FormNode): FormFiles {
  const answered = editAnswers(files, node.path, (text, pointer) => withAnswer(text, pointer, node))
  // A sample of several choices may be about one of them.
  const isAbout = (pointer: unknown) =>
    [String(pointer), String(pointer).replace(/\/\d+$/, '')].some((place) => isPlaceOf(place, node.path))
  return editInvalid(answered, (text) => {
    const { set, expect } = recordOf(readValue(text, ''))
    const { pointer, keyword } = recordOf(expect)
    const tests = isAbout(pointer) && keyword !== 'required'
    return tests || Object.keys(recordOf(set)).some(isAbout) ? null : text
  })
}

function withAnswer(text: string, pointer: string, { kind }: FormNode): string {
  const answer = readValue(text, pointer)
  if (kind === 'choices') return answer === undefined ? text : setValue(text, pointer, [answer])
  if (Array.isArray(answer)) return putValue(text, pointer, (answer as unknown[])[0])
  return kind === 'text' && typeof answer === 'string'
    ? setValue(text, pointer, answer.replaceAll(/\s*\n\s*/g, ' '))
    : text
}
