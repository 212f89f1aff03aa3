import type { Answers } from '../../../form-model/definition.ts'
import type { LoadedForm } from './load-form.ts'

/**
 * The ids of the visible steps, in order. A pure function of the answers: answers of a hidden step are ignored, so the
 * API, which never receives them, computes the same steps.
 */
export function visibleSteps(form: LoadedForm, answers: Answers): string[] {
  const { steps } = form.definition
  let visible = steps.map(({ id }) => id)
  for (let round = 0; round <= steps.length; round += 1) {
    const counted = onlySteps(answers, visible)
    const next = steps
      .filter(({ id, visibleWhen }) => visibleWhen === undefined || holds(form, `step:${id}`, counted))
      .map(({ id }) => id)
    if (next.length === visible.length && next.every((id, index) => id === visible[index])) return next
    visible = next
  }
  return visible
}

/**
 * Whether a precompiled condition (`step:<id>`, `required:<index>`, `fee:<index>`, `delivery`) is true for the whole
 * answers.
 */
export function holds(form: LoadedForm, key: string, answers: Answers): boolean {
  const { conditions } = form.validator
  const condition = Object.hasOwn(conditions, key) ? conditions[key] : undefined
  if (!condition) throw new Error(`validator.js has no condition ${key}`)
  return condition(answers)
}

export function onlySteps(answers: Answers, stepIds: readonly string[]): Answers {
  return Object.fromEntries(
    stepIds.flatMap((id) => {
      const step = Object.hasOwn(answers, id) ? answers[id] : undefined
      return step === undefined ? [] : [[id, step]]
    }),
  )
}
