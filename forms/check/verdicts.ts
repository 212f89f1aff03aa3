import { fieldPathOf } from '../../form-model/answers.ts'
import type { Answers, JsonSchema } from '../../form-model/definition.ts'
import { schemaErrors } from '../../form-model/interpreter.ts'
import { joinPointer, valueAt } from '../../form-model/pointer.ts'
import { walkSchemas } from '../../form-model/schema-walk.ts'
import { schemasOf } from '../samples/form-runner.ts'
import { isUsable, rjsfVerdict } from '../samples/rjsf-verdict.ts'
import { allFields } from '../source/fields.ts'
import type { Problem } from '../source/finding.ts'
import type { JsonSource } from '../source/json-source.ts'
import { placeOf } from '../source/load-source.ts'
import type { SourceForm } from '../source/load-source.ts'

type Place = { source: JsonSource; pointer: string }

/**
 * The portal's verdict about each part of the answers compared with that of rjsf's own validator. Where they differ, one
 * of them has a defect, and residents would be refused what the authors meant to accept, or the other way round.
 */
export function verdictProblems(form: SourceForm, all: readonly Answers[]): Problem[] {
  const problems = new Map<string, Problem>()
  const compare = (schema: JsonSchema, value: unknown, placeOfError: (instancePath: string) => Place) => {
    const theirs = rjsfVerdict(schema, value)
    if (theirs === 'unusable') return
    const refusedAt = schemaErrors(schema, value)[0]?.instancePath ?? null
    if ((refusedAt === null) === (theirs.refusedAt === null)) return
    const instancePath = refusedAt ?? theirs.refusedAt ?? ''
    const place = placeOfError(instancePath)
    const shown = JSON.stringify(valueAt(value, instancePath) ?? null).slice(0, 100)
    problems.set(`${place.source.file}#${place.pointer}`, {
      rule: 'verdict-differs',
      ...place,
      params: { value: shown },
    })
  }
  for (const { id, schema, root } of form.steps) {
    // Answers with one deliberate error share the other steps.
    for (const value of new Set(all.flatMap((answers) => (Object.hasOwn(answers, id) ? [answers[id]] : []))))
      compare(schema, value, (instancePath) => {
        const path = fieldPathOf(`${joinPointer('', id)}${instancePath}`)
        const field = allFields(root).find((one) => one.path === path) ?? root
        return placeOf(form, field.schemas[0] ?? schema)
      })
  }
  for (const { schema, pointer } of Object.values(form.conditions))
    for (const answers of all) compare(schema, answers, () => ({ source: form.source, pointer }))
  return [...problems.values()]
}

/** The innermost schema that rjsf cannot use by itself, or `null`. The library has no place, and no words for authors. */
export function unusablePlace(form: SourceForm): Place | null {
  if (schemasOf(form).every(isUsable)) return null
  let found: Place = { source: form.source, pointer: '' }
  for (const { schema } of form.steps) {
    let deepest = -1
    walkSchemas(schema, '', (part, _pointer, depth) => {
      // A reference to another part of the step cannot be followed from here.
      if (depth <= deepest || JSON.stringify(part).includes('"$ref"') || isUsable(part)) return
      deepest = depth
      found = placeOf(form, part)
    })
  }
  return found
}
