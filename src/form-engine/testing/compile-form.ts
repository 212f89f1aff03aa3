import { Ajv } from 'ajv'
import type { CompiledValidator, FieldText, FormSource, JsonSchema } from '../../../form-model/definition.ts'
import { formatRegExp, formats, isFormatName } from '../../../form-model/formats.ts'
import { schemaKey } from '../../../form-model/canonical.ts'
import { isRecord } from '../../../form-model/record.ts'
import type { Language } from '../../lib/language.ts'
import type { LoadedForm, MissingValidator } from '../definition/load-form.ts'

type Options = {
  fields?: { [path: string]: FieldText }
  language?: Language
  onMissing?: (missing: MissingValidator) => void
  /** Leaves out the sub-schemas, to simulate a build that has missed them. */
  withoutSub?: boolean
}

export function newAjv(): Ajv {
  const ajv = new Ajv({ allErrors: true, strict: false, discriminator: true, messages: false, validateFormats: true })
  for (const name of Object.keys(formats)) if (isFormatName(name)) ajv.addFormat(name, formatRegExp(name))
  return ajv
}

/** Does the same as `forms build`, for one form of a test and with run-time ajv. */
export function compileForm(source: Omit<FormSource, 'engine'>, options: Options = {}): LoadedForm {
  const { fields = {}, language = 'ja', onMissing, withoutSub = false } = options
  const ajv = newAjv()
  const compile = (schema: JsonSchema): CompiledValidator => {
    const validate = ajv.compile(schema)
    const run: CompiledValidator = (data) => {
      const valid = validate(data) === true
      run.errors = (validate.errors ?? []).map(({ instancePath, schemaPath, keyword, params }) => ({
        instancePath,
        schemaPath,
        keyword,
        params: params as { [name: string]: unknown },
      }))
      return valid
    }
    return run
  }
  const sub = new Map<string, CompiledValidator>()
  const collect = (schema: unknown, root: JsonSchema): void => {
    if (Array.isArray(schema)) for (const part of schema as unknown[]) collect(part, root)
    if (!isRecord(schema)) return
    const { definitions } = root
    const key = schemaKey(schema)
    if (!sub.has(key))
      sub.set(
        key,
        lazily(() => compile({ ...(definitions ? { definitions } : {}), ...schema })),
      )
    for (const part of Object.values(schema)) collect(part, root)
  }
  if (!withoutSub) for (const { schema } of source.steps) collect(schema, schema)
  const conditions = new Map<string, CompiledValidator>()
  for (const { id, visibleWhen } of source.steps) if (visibleWhen) conditions.set(`step:${id}`, compile(visibleWhen))
  for (const [index, { when }] of (source.requiredWhen ?? []).entries())
    conditions.set(`required:${index}`, compile(when))
  return {
    definition: {
      engine: 1,
      layout: 'steps',
      tenantId: 'minato-city',
      serviceId: 'test',
      type: 'individual',
      formVersion: '0123456789ab',
      ...source,
    },
    texts: {
      title: 'テスト',
      steps: Object.fromEntries(source.steps.map(({ id }) => [id, { title: id }])),
      fields,
    },
    validator: {
      steps: Object.fromEntries(source.steps.map(({ id, schema }) => [id, compile(schema)])),
      conditions: Object.fromEntries(conditions),
      whole: compile({
        type: 'object',
        properties: Object.fromEntries(source.steps.map(({ id, schema }) => [id, schema])),
      }),
      sub: Object.fromEntries(sub),
    },
    language,
    ...(onMissing ? { onMissing } : {}),
  }
}

function lazily(make: () => CompiledValidator): CompiledValidator {
  let made: CompiledValidator | undefined
  return (data) => {
    made ??= make()
    return made(data)
  }
}
