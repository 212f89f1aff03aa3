import { buildForm } from '../build/build-form.ts'
import type { CheckedForm } from '../check/check-form.ts'
import { generateAnswers } from '../samples/generate-answers.ts'
import { checkedForm } from '../samples/samples.ts'
import type { Problem } from '../source/finding.ts'
import type { Drawing } from './drawing.ts'

/**
 * The steps of a usable form that the portal could not show: without answers, with its samples or with generated
 * answers.
 */
export async function undrawnSteps(
  { drawAnswers }: Pick<Drawing, 'drawAnswers'>,
  { form, usable }: CheckedForm,
  now: number,
  seeds = 25,
): Promise<Problem[]> {
  if (!usable) return []
  const { runner, samples } = usable
  const made = Array.from({ length: seeds }, (_, seed) => generateAnswers(checkedForm(form), runner, seed, now) ?? {})
  const answers = [{}, ...samples.valid.map((sample) => sample.answers), ...made]
  const undrawn = await drawAnswers(buildForm(form, runner, samples, now), answers)
  return undrawn.map(({ step, reason }) => ({
    rule: 'not-drawn',
    source: form.source,
    pointer: form.steps.find(({ id }) => id === step)?.pointer ?? '',
    params: { step, reason },
  }))
}
