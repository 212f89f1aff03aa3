import { Validator, format as knownFormats } from '@cfworker/json-schema'
import type { Schema } from '@cfworker/json-schema'
import type { JsonSchema } from '../../../form-model/definition.ts'
import { formatRegExp, formats, isFormatName } from '../../../form-model/formats.ts'

for (const name of Object.keys(formats)) {
  if (isFormatName(name)) knownFormats[name] = (value: string) => formatRegExp(name).test(value)
}

/**
 * Whether a value satisfies a schema, evaluated at run time: for schemas that the build did not precompile. Needs no
 * `eval`. `root` contains the definitions of local references.
 */
export function satisfiesSchema(schema: JsonSchema, value: unknown, root: JsonSchema): boolean {
  const { definitions, $defs } = root
  const whole: JsonSchema = {
    ...(definitions === undefined ? {} : { definitions }),
    ...($defs === undefined ? {} : { $defs }),
    ...schema,
  }
  const plain = value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as unknown)
  return new Validator(whole as Schema, '7', true).validate(plain).valid
}
