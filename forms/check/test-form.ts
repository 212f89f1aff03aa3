import type { Answers } from '../../form-model/definition.ts'
import { valuesAt } from '../../form-model/field-path.ts'
import { isRecord } from '../../form-model/record.ts'
import type { CheckedForm } from './check-form.ts'
import { createAjv, runSchema } from '../compile/compile-validator.ts'
import type { Place } from '../source/bundle.ts'
import { allFields } from '../source/fields.ts'
import type { Problem } from '../source/finding.ts'
import type { FormRunner } from '../samples/form-runner.ts'
import { generateAnswers } from '../samples/generate-answers.ts'
import type { SourceForm } from '../source/load-source.ts'
import { mutateAnswers } from '../samples/mutate-answers.ts'
import { placeOf } from '../source/load-source.ts'
import { answersErrors, checkedForm } from '../samples/samples.ts'

/** A branch of the form that answers can take or not. */
export type Branch = {
  /** `applicant if → true`, `step works → hidden`. */
  name: string
  place: Place
  bySamples: boolean
  byGenerated: boolean
}

export type FormTest = {
  samples: { valid: number; invalid: number }
  /** Made-up answers, and how many of them the form accepts. */
  generated: { tried: number; accepted: number }
  /** Valid answers made wrong in one place: how many of them are refused there, and the places of the others. */
  wrong: { tried: number; refused: number; accepted: { pointer: string; keyword: string }[] }
  branches: Branch[]
  problems: Problem[]
}

const seeds = 25

/** Tests a usable form with its samples, with made-up answers and with answers made wrong on purpose. */
export function testForm(checked: CheckedForm, now: number): FormTest | null {
  const { form, usable } = checked
  if (!usable) return null
  const { runner, samples } = usable
  const isValid = (answers: Answers) => answersErrors(form, runner, answers, now).length === 0
  const own = samples.valid.map(({ answers }) => answers).filter(isValid)
  const made = Array.from({ length: seeds }, (_, seed) => generateAnswers(checkedForm(form), runner, seed, now)).filter(
    (answers) => answers !== null,
  )
  const mutations = [...own, ...made.slice(0, 3)].flatMap((answers) => mutateAnswers(form.steps, answers))
  const accepted = mutations.filter(
    ({ answers, pointer, keyword }) =>
      !answersErrors(form, runner, answers, now).some(
        (error) => error.keyword === keyword && error.pointer === pointer,
      ),
  )
  const branches = branchesOf(form, runner, own, made)
  const problems: Problem[] = branches
    .filter(({ bySamples }) => !bySamples)
    .map(({ name, place }) => ({ rule: 'branch-untested', ...place, params: { branch: name } }))
  if (own.length === 0 && made.length === 0) problems.push({ rule: 'not-fillable', source: form.source, pointer: '' })
  return {
    samples: { valid: samples.valid.length, invalid: samples.invalid.length },
    generated: { tried: seeds, accepted: made.length },
    wrong: {
      tried: mutations.length,
      refused: mutations.length - accepted.length,
      accepted: distinctPlaces(accepted),
    },
    branches,
    problems,
  }
}

function distinctPlaces(places: readonly { pointer: string; keyword: string }[]) {
  return [...new Map(places.map(({ pointer, keyword }) => [`${pointer} ${keyword}`, { pointer, keyword }])).values()]
}

function branchesOf(form: SourceForm, runner: FormRunner, samples: Answers[], generated: Answers[]): Branch[] {
  const branches: Branch[] = []
  const add = (name: string, place: Place, holds: (answers: Answers) => boolean[]) => {
    const seen = (all: Answers[], wanted: boolean) => all.some((answers) => holds(answers).includes(wanted))
    for (const wanted of [true, false])
      branches.push({
        name: `${name} → ${String(wanted)}`,
        place,
        bySamples: seen(samples, wanted),
        byGenerated: seen(generated, wanted),
      })
  }
  for (const [key, { pointer }] of Object.entries(form.conditions)) {
    add(key, { source: form.source, pointer }, (answers) => [runner.condition(key, answers)])
  }
  const ajv = createAjv()
  for (const { schema: root, root: tree } of form.steps) {
    for (const field of allFields(tree)) {
      for (const schema of field.schemas) {
        const values = (answers: Answers) => valuesAt(answers, field.path).filter(({ value }) => value !== undefined)
        const { if: condition, oneOf } = schema
        if (isRecord(condition)) {
          const run = runSchema(withDefinitions(condition, root), ajv)
          add(`${field.path} if`, placeOf(form, schema, 'if'), (answers) =>
            values(answers).map(({ value }) => run(value).valid),
          )
        }
        if (!Array.isArray(oneOf)) continue
        ;(oneOf as unknown[]).filter(isRecord).forEach((part, index) => {
          const run = runSchema(withDefinitions(part, root), ajv)
          const taken = (all: Answers[]) => all.some((answers) => values(answers).some(({ value }) => run(value).valid))
          branches.push({
            name: `${field.path} oneOf/${index}`,
            place: placeOf(form, part),
            bySamples: taken(samples),
            byGenerated: taken(generated),
          })
        })
      }
    }
  }
  return branches
}

function withDefinitions(schema: { [keyword: string]: unknown }, root: { [keyword: string]: unknown }) {
  return root.definitions === undefined ? schema : { ...schema, definitions: root.definitions }
}
