import { JUNK_OPTION_ID, createSchemaUtils } from '@rjsf/utils'
import type { RJSFSchema, SchemaUtilsType, ValidatorType } from '@rjsf/utils'
import { satisfiesSchema } from '../../../form-model/interpreter.ts'
import { isRecord } from '../../../form-model/record.ts'
import { defaultFormState } from './default-form-state.ts'
import type { LoadedForm } from '../definition/load-form.ts'

/**
 * rjsf validates while it renders (which branch of `if`, `oneOf` … applies). `validate.ts` creates the errors, so rjsf
 * itself reports none.
 */
export const rjsfValidator: ValidatorType = {
  isValid(schema: unknown, value: unknown, root: unknown): boolean {
    if (!isRecord(schema)) return schema !== false
    if (schema.$id === JUNK_OPTION_ID) return false
    return satisfiesSchema(schema, value, isRecord(root) ? root : schema)
  },
  validateFormData: () => ({ errors: [], errorSchema: {} }),
  rawValidation: () => ({}),
}

const schemaUtils = new WeakMap<LoadedForm, Map<string, SchemaUtilsType>>()

/** rjsf's tools for the schema of one step. */
export function stepSchemaUtils(form: LoadedForm, stepId: string): SchemaUtilsType {
  const ofForm = schemaUtils.get(form) ?? new Map<string, SchemaUtilsType>()
  schemaUtils.set(form, ofForm)
  const known = ofForm.get(stepId)
  if (known) return known
  const step = form.definition.steps.find(({ id }) => id === stepId)
  if (!step) throw new Error(`The form has no step ${stepId}`)
  const made = createSchemaUtils(rjsfValidator, step.schema as RJSFSchema, defaultFormState)
  ofForm.set(stepId, made)
  return made
}
