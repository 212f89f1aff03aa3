import type { Answers, Definition } from '../../../form-model/definition.ts'
import { segmentsOf } from '../../../form-model/pointer.ts'
import { schemasAt } from '../../../form-model/schema-walk.ts'
import { leavesOf } from './answers-at.ts'

/** The ids of the files in the answers, by the format in the definition, each once. */
export function attachmentsOf({ steps }: Pick<Definition, 'steps'>, answers: Answers): string[] {
  const ids = leavesOf(answers).flatMap(({ pointer, value }) => {
    const [stepId, ...path] = segmentsOf(pointer)
    const step = steps.find(({ id }) => id === stepId)
    const schemas = step === undefined ? [] : schemasAt(step.schema, path)
    return typeof value === 'string' && schemas.some(({ format }) => format === 'attachment-id') ? [value] : []
  })
  return [...new Set(ids)]
}
