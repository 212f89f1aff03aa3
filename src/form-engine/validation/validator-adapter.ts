import { JUNK_OPTION_ID, createSchemaUtils } from '@rjsf/utils'
import type { RJSFSchema, SchemaUtilsType, ValidatorType } from '@rjsf/utils'
import { schemaKey } from '../../../form-model/canonical.ts'
import type { CompiledValidator, JsonSchema } from '../../../form-model/definition.ts'
import { isRecord } from '../../../form-model/record.ts'
import { defaultFormState } from './default-form-state.ts'
import type { LoadedForm } from '../definition/load-form.ts'

type Interpret = (schema: JsonSchema, value: unknown, root: JsonSchema) => boolean

/** The precompiled validator of a form as rjsf's interface, and the number of missing schemas. */
export type ValidatorAdapter = {
  /** A new object once the interpreter is loaded, so that rjsf validates again. */
  readonly validator: ValidatorType
  /** Schemas used at run time that the build did not compile. */
  readonly missed: number
  /** Calls back when `validator` has changed. */
  subscribe: (listener: () => void) => () => void
}

const adapters = new WeakMap<LoadedForm, ValidatorAdapter>()

/**
 * rjsf validates while it renders (which branch of `if`, `oneOf` … applies), when the content security policy forbids
 * compiling. Precompiled functions are found by the key of the schema. For a missing one, an interpreter is loaded
 * once; until then such a condition counts as false.
 */
export function validatorAdapter(form: LoadedForm): ValidatorAdapter {
  const known = adapters.get(form)
  if (known) return known
  const made = createAdapter(form)
  adapters.set(form, made)
  return made
}

function createAdapter(form: LoadedForm): ValidatorAdapter {
  const listeners = new Set<() => void>()
  const keys = new WeakMap<object, string>()
  const missing = new Set<string>()
  const stepOfKey = new Map(form.definition.steps.map(({ id, schema }) => [schemaKey(schema), id]))
  let interpret: Interpret | undefined
  let loading = false

  const keyOf = (schema: JsonSchema): string => {
    const known = keys.get(schema) ?? schemaKey(schema)
    keys.set(schema, known)
    return known
  }

  const compiledFor = (key: string): CompiledValidator | undefined => {
    const stepId = stepOfKey.get(key)
    return stepId === undefined ? form.validator.sub[key] : form.validator.steps[stepId]
  }

  const loadInterpreter = async () => {
    const { satisfiesSchema } = await import('./interpreter.ts')
    interpret = satisfiesSchema
    adapter.validator = makeValidator()
    for (const listener of listeners) listener()
  }

  const isValid = (schema: unknown, value: unknown, root: unknown): boolean => {
    if (!isRecord(schema)) return schema !== false
    if (schema.$id === JUNK_OPTION_ID) return false
    const key = keyOf(schema)
    const compiled = compiledFor(key)
    if (compiled) return compiled(value)
    if (!missing.has(key)) {
      missing.add(key)
      form.onMissing?.({ key, schema, formVersion: form.definition.formVersion })
    }
    if (interpret) return interpret(schema, value, isRecord(root) ? root : {})
    if (!loading) {
      loading = true
      loadInterpreter().catch((cause: unknown) => {
        loading = false
        reportError(new Error('The interpreter for schemas could not be loaded', { cause }))
      })
    }
    return false
  }

  /** validate.ts creates the errors; rjsf only renders and never validates by itself. */
  const makeValidator = (): ValidatorType => ({
    isValid,
    validateFormData: () => ({ errors: [], errorSchema: {} }),
    rawValidation: () => ({}),
  })

  const adapter = {
    validator: makeValidator(),
    get missed() {
      return missing.size
    },
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
  return adapter
}

const schemaUtils = new WeakMap<ValidatorType, Map<string, SchemaUtilsType>>()

/** rjsf's tools for the schema of one step. */
export function stepSchemaUtils(form: LoadedForm, stepId: string): SchemaUtilsType {
  const { validator } = validatorAdapter(form)
  const ofForm = schemaUtils.get(validator) ?? new Map<string, SchemaUtilsType>()
  schemaUtils.set(validator, ofForm)
  const known = ofForm.get(stepId)
  if (known) return known
  const step = form.definition.steps.find(({ id }) => id === stepId)
  if (!step) throw new Error(`The form has no step ${stepId}`)
  const made = createSchemaUtils(validator, step.schema as RJSFSchema, defaultFormState)
  ofForm.set(stepId, made)
  return made
}
