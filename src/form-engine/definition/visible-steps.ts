import { conditionHolds } from '../../../form-model/conditions.ts'
import type { Answers, Definition } from '../../../form-model/definition.ts'

/**
 * The ids of the visible steps, in order. A pure function of the answers: answers of a hidden step are ignored, so the
 * API, which never receives them, computes the same steps.
 */
export function visibleSteps(form: Pick<Definition, 'steps'>, answers: Answers): string[] {
  const { steps } = form
  let visible = steps.map(({ id }) => id)
  for (let round = 0; round <= steps.length; round += 1) {
    const counted = onlySteps(answers, visible)
    const next = steps
      .filter(({ id, visibleWhen }) => visibleWhen === undefined || conditionHolds(form, `step:${id}`, counted))
      .map(({ id }) => id)
    if (next.length === visible.length && next.every((id, index) => id === visible[index])) return next
    visible = next
  }
  return visible
}

export function onlySteps(answers: Answers, stepIds: readonly string[]): Answers {
  return Object.fromEntries(
    stepIds.flatMap((id) => {
      const step = Object.hasOwn(answers, id) ? answers[id] : undefined
      return step === undefined ? [] : [[id, step]]
    }),
  )
}
