import { Ajv } from 'ajv'
import type { ErrorObject } from 'ajv'
import addFormats from 'ajv-formats'
import { fieldPathOf } from '../../form-model/answers.ts'
import type { Answers, JsonSchema } from '../../form-model/definition.ts'
import { formatRegExp, formats, isFormatName } from '../../form-model/formats.ts'
import { joinPointer, segmentsOf, valueAt } from '../../form-model/pointer.ts'
import { arrayOf, isRecord } from '../../form-model/record.ts'
import { mapSubschemas, schemasAt } from '../../form-model/schema-walk.ts'
import type { CheckedForm } from '../check/check-form.ts'
import { generateAnswers, replaceAnswer } from '../samples/generate-answers.ts'
import { mutateAnswers } from '../samples/mutate-answers.ts'
import { toUnicodePattern } from './unicode-pattern.ts'
import { allFields } from '../source/fields.ts'
import type { SourceForm } from '../source/load-source.ts'
import { checkedForm } from '../samples/samples.ts'
import type { ImportedForm } from './import-schema.ts'

/** Answers of which one of the two forms accepts what the other refuses. */
export type Difference = {
  /** The question, as in texts: `applicant/name`; empty for the whole form. */
  question: string
  /** The answer there; `undefined`: none. */
  answer: unknown
  acceptedBy: 'original' | 'form'
  /** The keyword by which the other one refuses, and the question where it does. */
  keyword: string
  refusedAt: string
}

/** Compiles the original as its own standard reads it: unknown keywords and formats have no effect. */
export function compileOriginal(original: JsonSchema) {
  // Of a number such as 0.07, which no binary number is, only the precision says whether it is a multiple.
  const ajv = new Ajv({ strict: false, logger: false, validateSchema: false, multipleOfPrecision: 8 })
  // The import says that it leaves out the formats that the portal lacks; here, too, they have no effect, because an
  // answer that one of them refuses would hide other differences.
  addFormats(ajv, ['uri'])
  // A date is the same day in both; the difference between the two standards of times and addresses is known.
  for (const name of Object.keys(formats))
    if (isFormatName(name) && name !== 'uri') ajv.addFormat(name, formatRegExp(name))
  return ajv.compile(toDraft07(original))
}

/** One schema of any draft in draft-07, without a change of its meaning. */
function toDraft07(schema: JsonSchema): JsonSchema {
  const inner = mapSubschemas(schema, '', (part) => (isRecord(part) ? toDraft07(part) : part))
  const {
    $schema: _draft,
    $id: _id,
    id: _oldId,
    $defs,
    nullable,
    prefixItems,
    dependentRequired,
    dependentSchemas,
    ...rest
  } = inner
  const { exclusiveMinimum, exclusiveMaximum, minimum, maximum, divisibleBy, items, dependencies, ...plain } = rest
  const bound = (name: string, exclusive: unknown, value: unknown) =>
    typeof exclusive === 'boolean'
      ? { [exclusive ? `exclusive${name}` : name.toLowerCase()]: value }
      : { ...(exclusive === undefined ? {} : { [`exclusive${name}`]: exclusive }), [name.toLowerCase()]: value }
  const depends = [dependencies, dependentRequired, dependentSchemas].filter(isRecord)
  const isEmptyChoices = Array.isArray(plain.enum) && plain.enum.length === 0
  const together = [...depends.slice(1).map((one) => ({ dependencies: one })), ...(isEmptyChoices ? [false] : [])]
  const entries: [string, unknown][] = Object.entries({
    ...plain,
    // ajv refuses it without a type.
    nullable: plain.type === undefined ? undefined : nullable,
    ...bound('Minimum', exclusiveMinimum, minimum),
    ...bound('Maximum', exclusiveMaximum, maximum),
    multipleOf: plain.multipleOf ?? divisibleBy,
    pattern: typeof plain.pattern === 'string' ? (toUnicodePattern(plain.pattern) ?? plain.pattern) : undefined,
    definitions: plain.definitions ?? $defs,
    items: prefixItems ?? items,
    additionalItems: prefixItems === undefined ? plain.additionalItems : items,
    // An empty list of choices refuses every answer, and ajv does not compile it.
    enum: isEmptyChoices ? undefined : plain.enum,
    allOf: together.length > 0 ? [...arrayOf(plain.allOf), ...together] : plain.allOf,
    dependencies: depends[0],
  })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** Answers of every kind, of which a question accepts some and refuses most. */
export const answersOfAnyKind: readonly unknown[] = [
  'a',
  'b',
  'ab',
  '',
  '12',
  '2026-04-01',
  'http://www.example.jp/',
  'mailto:a@example.jp',
  'x'.repeat(1001),
  0,
  1,
  2,
  1.5,
  -1,
  true,
  false,
  [],
  ['a'],
  [1],
  ['a', 'a'],
  {},
  { name: 'x' },
]

/** Generated answers that the form accepts; each is then changed in one place. */
const seeds = 12

/** Each question gets answers of every kind beside so many others: a large form has 30,000 of them with all. */
const contexts = 4

/** Compares the verdicts of the original and of the imported form over generated answers. */
export function compareVerdicts(
  imported: Pick<ImportedForm, 'fromAnswers' | 'original' | 'pointerInForm' | 'toAnswers'>,
  { form, usable }: CheckedForm,
  now: number,
): { compared: number; differences: Difference[] } {
  if (!usable) return { compared: 0, differences: [] }
  const { fromAnswers, toAnswers } = imported
  const validate = compileOriginal(imported.original)
  const differences = new Map<string, Difference>()
  const tried = new Set<string>()
  const triedAt = new Map<string, number>()
  const compare = (answers: Answers, pointer: string) => {
    const foreign = fromAnswers(answers)
    const key = JSON.stringify(foreign)
    if (tried.has(key)) return
    tried.add(key)
    const expected = validate(foreign)
    const errors = usable.runner.whole(toAnswers(foreign))
    if (expected === (errors.length === 0)) return
    const refusals = (expected ? errors : (validate.errors ?? [])).map((error) => {
      const { keyword, place } = refusalOf(error)
      return { keyword, at: fieldPathOf(expected ? place : imported.pointerInForm(place)) }
    })
    const plain = refusals.filter(({ keyword }) => !['if', 'oneOf', 'anyOf', 'allOf'].includes(keyword))
    const there = plain.find(({ at }) => at === fieldPathOf(pointer))
    const { keyword = '', at: refusedAt = '' } = there ?? plain[0] ?? refusals[0] ?? {}
    const question = drawnQuestion(form.steps, pointer === '' ? refusedAt : fieldPathOf(pointer))
    const acceptedBy = expected ? 'original' : 'form'
    const answer = valueAt(answers, pointer)
    const difference = {
      question,
      answer,
      acceptedBy,
      keyword,
      refusedAt: drawnQuestion(form.steps, refusedAt),
    } as const
    const id = JSON.stringify([question, acceptedBy, keyword])
    if (!differences.has(id)) differences.set(id, difference)
  }
  for (let seed = 0; seed < seeds; seed++) {
    const answers = generateAnswers(checkedForm(form), usable.runner, seed, now)
    if (!answers) continue
    compare(answers, '')
    for (const mutation of mutateAnswers(form.steps, answers)) compare(mutation.answers, mutation.pointer)
    for (const pointer of pointersIn(answers).filter((one) => segmentsOf(one).length > 1)) {
      const question = fieldPathOf(pointer)
      const times = triedAt.get(question) ?? 0
      if (times === contexts) continue
      triedAt.set(question, times + 1)
      for (const answer of [undefined, ...answersOfAnyKind]) compare(replaceAnswer(answers, pointer, answer), pointer)
    }
  }
  return { compared: tried.size, differences: [...differences.values()] }
}

/** The question itself; of one in a list inside itself that is not drawn so often, the drawn one with its schema. */
function drawnQuestion(steps: SourceForm['steps'], path: string): string {
  const [id = '', ...names] = segmentsOf(`/${path}`)
  const step = steps.find((one) => one.id === id)
  if (!step) return path
  const fields = allFields(step.root)
  if (fields.some((field) => field.path === path)) return path
  const schemas = schemasAt(step.schema, names)
  return fields.find((field) => field.schemas.some((schema) => schemas.includes(schema)))?.path ?? path
}

/** A missing answer has the place of its question, whether it is always required or by another answer. */
function refusalOf({ instancePath, keyword, params }: Pick<ErrorObject, 'instancePath' | 'keyword' | 'params'>) {
  const { missingProperty } = params as { missingProperty?: string }
  return missingProperty === undefined
    ? { keyword, place: instancePath }
    : { keyword: 'required', place: joinPointer(instancePath, missingProperty) }
}

function pointersIn(value: unknown, pointer = ''): string[] {
  const inside = Array.isArray(value) ? value.slice(0, 1).entries() : isRecord(value) ? Object.entries(value) : []
  return [pointer, ...[...inside].flatMap(([key, part]) => pointersIn(part, joinPointer(pointer, key)))]
}
