import type { AnswerError } from '../../form-model/definition.ts'
import type { SchemaError } from '../../form-model/interpreter.ts'
import { joinPointer } from '../../form-model/pointer.ts'

/**
 * Converts the errors of schemas to the places and keywords that samples use: a missing property is at its own place, a format
 * has its name. Returns all errors; the engine shows one for each field.
 */
export function toAnswerErrors(errors: readonly SchemaError[]): AnswerError[] {
  return errors.flatMap(({ instancePath, keyword, params }): AnswerError[] => {
    const { missingProperty, format, tag } = params
    if (typeof missingProperty === 'string')
      return [{ pointer: joinPointer(instancePath, missingProperty), keyword: 'required', params: {} }]
    if (keyword === 'format') return [{ pointer: instancePath, keyword: String(format), params: {} }]
    if (keyword === 'discriminator') return [{ pointer: joinPointer(instancePath, String(tag)), keyword, params: {} }]
    return [{ pointer: instancePath, keyword, params }]
  })
}
