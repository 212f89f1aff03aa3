import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Definition } from '../../form-model/definition.ts'
import { buildForm } from '../build/build-form.ts'
import type { BuiltForm } from '../build/build-form.ts'
import type { CheckedForm } from '../check/check-form.ts'
import { readFormVersion } from '../differences/form-version.ts'
import { createRunner, schemasOf } from '../samples/form-runner.ts'
import { generateAnswers } from '../samples/generate-answers.ts'
import { isUsable } from '../samples/rjsf-verdict.ts'
import { checkedForm } from '../samples/samples.ts'
import type { Problem } from '../source/finding.ts'
import type { JsonSource } from '../source/json-source.ts'
import { parseJsonSource } from '../source/json-source.ts'
import type { Drawing } from './drawing.ts'

type Draws = Pick<Drawing, 'drawAnswers'>

const drawnSeeds = 25

/**
 * The steps of a usable form that the portal could not show: without answers, with its samples or with generated
 * answers.
 */
export async function undrawnSteps(drawing: Draws, { form, usable }: CheckedForm, now: number): Promise<Problem[]> {
  if (!usable) return []
  const { runner, samples } = usable
  const made = Array.from(
    { length: drawnSeeds },
    (_, seed) => generateAnswers(checkedForm(form), runner, seed, now) ?? {},
  )
  const answers = [{}, ...samples.valid.map((sample) => sample.answers), ...made]
  return undrawn(drawing, buildForm(form), answers, form.source, form.steps)
}

/**
 * The same for the folder of a built version, which has no samples.
 * @param name `tenant/service/type`
 */
export async function undrawnVersion(drawing: Draws, folder: string, name: string, now: number): Promise<Problem[]> {
  const read = (file: string) => readFileSync(path.join(folder, file), 'utf8')
  const source = parseJsonSource(`${name}/definition.json`, read('definition.json'))
  const version = readFormVersion(folder)
  if (version === null) return []
  const definition = source.value as Definition
  const form = { steps: definition.steps, conditions: version.conditions, value: { ...definition } }
  if (!schemasOf(form).every(isUsable)) return [{ rule: 'invalid-schema', source, pointer: '' }]
  const runner = createRunner(form)
  const made = Array.from({ length: drawnSeeds }, (_, seed) => generateAnswers(definition, runner, seed, now) ?? {})
  const files = {
    'definition.json': read('definition.json'),
    ...Object.fromEntries(
      Object.keys(version.texts).map((language) => [`texts.${language}.json`, read(`texts.${language}.json`)]),
    ),
  }
  const places = definition.steps.map(({ id }, index) => ({ id, pointer: `/steps/${index}` }))
  return undrawn(drawing, { definition, files }, [{}, ...made], source, places)
}

async function undrawn(
  { drawAnswers }: Draws,
  built: BuiltForm,
  answers: Parameters<Drawing['drawAnswers']>[1],
  source: JsonSource,
  steps: readonly { id: string; pointer: string }[],
): Promise<Problem[]> {
  const failed = await drawAnswers(built, answers)
  return failed.map(({ step, reason }) => ({
    rule: 'not-drawn',
    source,
    pointer: steps.find(({ id }) => id === step)?.pointer ?? '',
    params: { step, reason },
  }))
}
