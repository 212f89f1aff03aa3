import type { Answers } from '../../../form-model/definition.ts'

/** The contract leaves answers open; the form engine wants them by step. What is no step is not shown. */
export function toAnswers(answers: Readonly<Record<string, unknown>>): Answers {
  const steps: Answers = {}
  for (const [stepId, value] of Object.entries(answers)) {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) steps[stepId] = { ...value }
  }
  return steps
}
