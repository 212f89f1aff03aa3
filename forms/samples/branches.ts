import type { Answers } from '../../form-model/definition.ts'
import { valuesAt } from '../../form-model/field-path.ts'
import { isRecord } from '../../form-model/record.ts'
import { createAjv, runSchema } from '../compile/compile-validator.ts'
import type { Place } from '../source/bundle.ts'
import { allFields } from '../source/fields.ts'
import { placeOf } from '../source/load-source.ts'
import type { SourceForm } from '../source/load-source.ts'
import type { FormRunner } from './form-runner.ts'

/** A branch of the form that some answers take and others do not. */
export type Branch = {
  /** `applicant if → true`, `step:works → false`. */
  name: string
  place: Place
  isTaken: (answers: Answers) => boolean
}

/**
 * Both outcomes of each condition, and each part of the unions. Not the conditions of a shared part: they are the same in
 * all forms, so the part's own tests cover them (src/form-engine/shared-parts.spec.ts).
 */
export function branchesOf(form: SourceForm, runner: FormRunner): Branch[] {
  const branches: Branch[] = []
  const add = (name: string, place: Place, outcomes: (answers: Answers) => boolean[]) => {
    for (const wanted of [true, false])
      branches.push({
        name: `${name} → ${String(wanted)}`,
        place,
        isTaken: (answers) => outcomes(answers).includes(wanted),
      })
  }
  for (const [key, { pointer }] of Object.entries(form.conditions))
    add(key, { source: form.source, pointer }, (answers) => [runner.condition(key, answers)])
  const ajv = createAjv()
  for (const { schema: root, root: tree } of form.steps) {
    for (const field of allFields(tree)) {
      for (const schema of field.schemas) {
        const values = (answers: Answers) => valuesAt(answers, field.path).filter(({ value }) => value !== undefined)
        const { if: condition, oneOf } = schema
        const place = placeOf(form, schema, 'if')
        if (isRecord(condition) && place.source === form.source) {
          const run = runSchema(withDefinitions(condition, root), ajv)
          add(`${field.path} if`, place, (answers) => values(answers).map(({ value }) => run(value).valid))
        }
        if (!Array.isArray(oneOf)) continue
        ;(oneOf as unknown[]).filter(isRecord).forEach((part, index) => {
          const run = runSchema(withDefinitions(part, root), ajv)
          branches.push({
            name: `${field.path} oneOf/${index}`,
            place: placeOf(form, part),
            isTaken: (answers) => values(answers).some(({ value }) => run(value).valid),
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
