import { existsSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Answers } from '../../form-model/definition.ts'
import { isRecord, recordOf } from '../../form-model/record.ts'
import { checkForm } from '../check/check-form.ts'
import type { CheckedForm } from '../check/check-form.ts'
import type { Problem } from '../source/finding.ts'
import { generateAnswers } from '../samples/generate-answers.ts'
import { importSchema } from './import-schema.ts'
import type { ForeignSchema, ImportedForm } from './import-schema.ts'
import { serviceIdOf } from '../source/form-name.ts'
import type { JsonSource } from '../source/json-source.ts'
import { relativeToHere } from '../source/load-source.ts'
import { mutateAnswers } from '../samples/mutate-answers.ts'
import { exampleFileOf } from './unreferred-files.ts'
import { writeFileAtomically } from '../source/write-file.ts'
import { toolLanguages } from '../source/tool-languages.ts'
import { severityOf } from '../source/rule-list.ts'
import { readJson } from '../source/reading-problems.ts'
import { answersErrors, checkedForm } from '../samples/samples.ts'
import { formPlace } from '../templates/form-place.ts'
import type { TakenPlace } from '../templates/form-place.ts'

export type ImportOptions = {
  tenantId?: string
  serviceId?: string
  type?: string
  removesLeftover?: boolean | undefined
  shown?: (file: string) => string
  now?: number
}

export type ImportResult = {
  /** Folder of the form; `null` if nothing was written. */
  folder: string | null
  /** The wanted folder, and why nothing was written there. */
  taken: { folder: string; why: TakenPlace } | null
  /** The errors of the original, or, if it has none, those of the written form. */
  problems: Problem[]
  /** `null` if nothing was written. */
  imported: Pick<ImportedForm, 'fromAnswers' | 'original' | 'pointerInForm' | 'report' | 'toAnswers'> | null
  /** Written samples: from the file's own examples, and generated ones. */
  samples: { examples: number; generated: number; invalid: number }
}

const enoughSamples = 2

/** Writes a JSON Schema file as a form with texts and samples below `out/<tenant>/<service>/<type>/`. */
export function importFile(file: string, out: string, options: ImportOptions = {}): ImportResult {
  const { tenantId = 'imported', type = 'individual', shown = relativeToHere, now = Date.now() } = options
  const { serviceId = serviceIdOf(file), removesLeftover } = options
  const { source, problems: unreadable } = readJson(file, shown)
  const nothing = {
    folder: null,
    taken: null,
    imported: null,
    samples: { examples: 0, generated: 0, invalid: 0 },
  }
  if (unreadable.length > 0) return { ...nothing, problems: unreadable }
  if (!isRecord(source.value) || !isSchema(source.value))
    return {
      ...nothing,
      problems: [{ rule: 'wrong-value', source, pointer: '', params: { expected: 'expected-schema' } }],
    }
  const names = { tenant: tenantId, service: serviceId, type }
  const place = formPlace([out], { ...names, removesLeftover })
  const folder = path.join(out, tenantId, serviceId, type)
  if (place.kind !== 'free') return { ...nothing, taken: { folder, why: place }, problems: [] }
  const foreign = foreignSchema(source)
  const imported = importSchema(foreign, file, shown)
  // They are corrected in the original: what a form lacks would be missed there.
  if ('refused' in imported) return { ...nothing, problems: imported.refused }
  if (removesLeftover === true) rmSync(folder, { recursive: true, force: true })
  const write = (name: string, value: unknown) =>
    writeFileAtomically(path.join(folder, name), `${JSON.stringify(value, null, 2)}\n`)
  write('form.json', imported.form)
  for (const language of toolLanguages)
    write(`texts.${language}.json`, { $schema: '../../../texts.schema.json', ...imported.texts[language] })
  const examples = [...readExamples(file), ...foreign.examples].map(imported.toAnswers)
  examples.forEach((answers, index) => write(`valid/${index === 0 ? 'example' : `example-${index + 1}`}.json`, answers))
  const checked = checkForm(folder, { shown, now })
  const samples = { examples: examples.length, ...writeGenerated(checked, examples.length, write, now) }
  // The import only changes what it can keep the meaning of; the check names the place of everything else.
  const problems = checked.problems.filter(({ rule }) => severityOf(rule) === 'error')
  return { folder, taken: null, problems, imported, samples }
}

/** Keywords of which a schema has at least one; an object with a part `schema` and none of them contains a schema. */
const ownKeywords = ['type', 'properties', '$ref', 'allOf', 'anyOf', 'oneOf', 'if', '$defs', 'definitions'] as const

/** A file of another tool may be JSON without being a schema. */
function isSchema(value: { [key: string]: unknown }): boolean {
  const named = isRecord(value.schema) ? { ...value.schema, ...value } : value
  return (
    Object.keys(named).length === 0 || [...ownKeywords, 'enum', 'const'].some((keyword) => named[keyword] !== undefined)
  )
}

/** The schema of a file: the whole, or its part `schema` beside `uiSchema` and `formData`, as form libraries export it. */
function foreignSchema(source: JsonSource): ForeignSchema & { examples: unknown[] } {
  const { value } = source
  const isWrapped =
    isRecord(value) && isRecord(value.schema) && ownKeywords.every((keyword) => value[keyword] === undefined)
  if (!isWrapped) return { source, pointer: '', layout: {}, examples: [] }
  const { uiSchema, formData } = value
  const isAnswered = isRecord(formData) && Object.keys(formData).length > 0
  return {
    source,
    pointer: '/schema',
    layout: recordOf(uiSchema),
    examples: isAnswered ? [formData] : [],
  }
}

/** `x-example.json` beside `x-schema.json`, and `examples` of the schema. */
function readExamples(file: string): unknown[] {
  const beside = exampleFileOf(file)
  if (beside === file || !existsSync(beside)) return []
  const { value } = readJson(beside, path.basename).source
  return isRecord(value) ? [value] : []
}

/** Adds generated samples until there are enough, if its schemas can be used. */
function writeGenerated(
  { form, usable }: CheckedForm,
  examples: number,
  write: (name: string, value: unknown) => void,
  now: number,
): { generated: number; invalid: number } {
  if (!usable) return { generated: 0, invalid: 0 }
  const made: Answers[] = []
  for (let seed = 0; seed < 40 && made.length + examples < enoughSamples; seed++) {
    const answers = generateAnswers(checkedForm(form), usable.runner, seed, now)
    if (!answers || made.some((other) => JSON.stringify(other) === JSON.stringify(answers))) continue
    made.push(answers)
    write(`valid/generated-${made.length}.json`, answers)
  }
  const base = made[0] ?? usable.samples.valid[0]?.answers
  const from = made[0] ? 'generated-1' : 'example'
  if (!base) return { generated: 0, invalid: 0 }
  const keywords = new Set<string>()
  const chosen = mutateAnswers(form.steps, base).filter(({ pointer, keyword, answers, set }) => {
    if (set !== undefined && typeof set === 'string' && set.includes('\u0000')) return false
    const found = answersErrors(form, usable.runner, answers, now).some(
      (error) => error.pointer === pointer && error.keyword === keyword,
    )
    const isNew = found && !keywords.has(keyword)
    if (isNew) keywords.add(keyword)
    return isNew
  })
  const required = mutateAnswers(form.steps, base).filter(({ keyword }) => keyword === 'required')
  const wanted = [...chosen, ...required.slice(1)].slice(0, 4)
  wanted.forEach(({ pointer, keyword, set }, index) =>
    write(`invalid/${String(index + 1)}-${keyword}.json`, {
      from,
      ...(set === undefined ? { remove: [pointer] } : { set: { [pointer]: set } }),
      expect: { pointer, keyword },
    }),
  )
  return { generated: made.length, invalid: wanted.length }
}
