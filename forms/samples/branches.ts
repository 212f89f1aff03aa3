import type { Answers } from '../../form-model/definition.ts'
import { valuesAt } from '../../form-model/field-path.ts'
import { satisfiesSchema } from '../../form-model/interpreter.ts'
import { pointerOf, segmentsOf, valueAt } from '../../form-model/pointer.ts'
import { isRecord, recordOf } from '../../form-model/record.ts'
import type { Place } from '../source/bundle.ts'
import { allFields } from '../source/fields.ts'
import type { FieldAlternative } from '../source/fields.ts'
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
 * Both outcomes of each condition, and each part of the unions; of those inside another branch only where that branch
 * applies, because nothing of it is drawn otherwise. Not the conditions of a shared part: they are the same in all
 * forms, so the part's own tests cover them (src/form-engine/shared-parts.spec.ts).
 */
export function branchesOf(form: SourceForm, runner: FormRunner): Branch[] {
  const branches: Branch[] = []
  const add = (name: string, place: Place, isTaken: Branch['isTaken']) => branches.push({ name, place, isTaken })
  const addBoth = (name: string, place: Place, outcomes: (answers: Answers) => boolean[]) => {
    for (const wanted of [true, false])
      add(`${name} → ${String(wanted)}`, place, (answers) => outcomes(answers).includes(wanted))
  }
  for (const [key, { pointer }] of Object.entries(form.conditions))
    addBoth(key, { source: form.source, pointer }, (answers) => [runner.condition(key, answers)])
  for (const { schema: root, root: tree } of form.steps) {
    const holds = (schema: unknown, value: unknown) =>
      isRecord(schema) ? satisfiesSchema(schema, value, root) : schema !== false
    for (const field of allFields(tree)) {
      for (const { schema, when } of field.parts) {
        /** The outcomes of a condition in the groups where the part applies. */
        const outcomes = (condition: unknown) => (answers: Answers) =>
          valuesAt(answers, field.path)
            .filter(({ value, pointer }) => value !== undefined && when.every((one) => applies(one, pointer, answers)))
            .map(({ value }) => holds(condition, value))
        const applies = ({ base, condition }: FieldAlternative, pointer: string, answers: Answers) => {
          const above = segmentsOf(pointer).slice(0, segmentsOf(base).length)
          return holds(condition, valueAt(answers, pointerOf(above)))
        }
        const place = placeOf(form, schema, 'if')
        if (isRecord(schema.if) && place.source === form.source) addBoth(`${field.path} if`, place, outcomes(schema.if))
        for (const keyword of ['oneOf', 'anyOf'] as const) {
          const union = schema[keyword]
          if (!Array.isArray(union)) continue
          for (const [index, part] of union.entries() as Iterable<[number, unknown]>) {
            const isTaken = outcomes(part)
            if (isRecord(part))
              add(`${field.path} ${keyword}/${index}`, placeOf(form, part), (answers) =>
                isTaken(answers).includes(true),
              )
          }
        }
        for (const [name, part] of Object.entries(recordOf(schema.dependencies))) {
          if (isRecord(part) && place.source === form.source)
            addBoth(`${field.path} ${name}`, placeOf(form, part), outcomes({ required: [name] }))
        }
      }
    }
  }
  return branches
}
