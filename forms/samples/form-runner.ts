import type { ErrorObject } from 'ajv'
import type { Answers, Definition, JsonSchema } from '../../form-model/definition.ts'
import { remember } from '../compile/remember.ts'
import { conditionKey, createAjv, stepKey, wholeSchema } from '../compile/compile-validator.ts'
import type { SourceForm } from '../source/load-source.ts'

/** A form's validators, compiled for the tool's own use. */
export type FormRunner = {
  whole(answers: unknown): { valid: boolean; errors: ErrorObject[] }
  condition(key: string, answers: Answers): boolean
  /** The answers without the steps that they hide. */
  visible(answers: Answers): Answers
}

/** The parts of a form, of its source or of a built version, that its validators come from. */
export type ValidatedForm = Pick<SourceForm, 'conditions' | 'value'> & {
  steps: readonly (Pick<SourceForm['steps'][number], 'id' | 'schema'> & { visibleWhen?: JsonSchema | undefined })[]
}

/** The schemas of a form's validator, by their purpose. */
export function validatorSchemas(form: ValidatedForm) {
  const stepIds = form.steps.map(({ id }) => id)
  const required = Array.isArray(form.value.requiredWhen)
    ? (form.value.requiredWhen as NonNullable<Definition['requiredWhen']>)
    : []
  return {
    steps: Object.fromEntries(form.steps.map(({ id, schema }) => [id, schema])),
    conditions: Object.fromEntries(Object.entries(form.conditions).map(([key, { schema }]) => [key, schema])),
    whole: wholeSchema(
      stepIds,
      form.steps.filter(({ visibleWhen }) => visibleWhen !== undefined).map(({ id }) => id),
      required.map(({ field }, index) => ({ field, key: `required:${index}` })),
    ),
  }
}

/** Throws what ajv throws if a schema cannot be compiled. */
export function createRunner(form: ValidatedForm): FormRunner {
  const conditional = form.steps.filter(({ visibleWhen }) => visibleWhen !== undefined).map(({ id }) => id)
  return compileRunner(validatorSchemas(form), conditional)
}

/** `conditional`: the steps that are shown on a condition. */
const compileRunner = remember(8, (schemas: ReturnType<typeof validatorSchemas>, conditional: string[]): FormRunner => {
  const stepIds = Object.keys(schemas.steps)
  const ajv = createAjv({ inlineRefs: false })
  for (const [id, schema] of Object.entries(schemas.steps)) ajv.addSchema(schema, stepKey(id))
  for (const [key, schema] of Object.entries(schemas.conditions)) ajv.addSchema(schema, conditionKey(key))
  const validate = ajv.compile(schemas.whole)

  const condition = (key: string, answers: Answers) => ajv.validate(conditionKey(key), answers)
  return {
    whole(answers) {
      const valid = validate(answers)
      return { valid, errors: [...(validate.errors ?? [])] }
    },
    condition,
    visible(answers) {
      let shown = answers
      for (let round = 0; round <= stepIds.length; round++) {
        const counted = shown
        const next = Object.fromEntries(
          stepIds.flatMap((id) =>
            Object.hasOwn(answers, id) && (!conditional.includes(id) || condition(`step:${id}`, counted))
              ? [[id, answers[id] ?? {}]]
              : [],
          ),
        )
        if (Object.keys(next).length === Object.keys(shown).length) return next
        shown = next
      }
      return shown
    },
  }
})
