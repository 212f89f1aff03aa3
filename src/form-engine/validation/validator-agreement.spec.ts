import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { customizeValidator } from '@rjsf/validator-ajv8'
import { describe, expect, it } from 'vitest'
import { createRunner } from '../../../forms/samples/form-runner.ts'
import { generateAnswers } from '../../../forms/samples/generate-answers.ts'
import { loadSourceForm } from '../../../forms/source/load-source.ts'
import { mutateAnswers } from '../../../forms/samples/mutate-answers.ts'
import type { CompiledValidator, Definition, Manifest, ValidatorModule } from '../../../form-model/definition.ts'
import { formatRegExp, formats, isFormatName } from '../../../form-model/formats.ts'
import { satisfiesSchema } from './interpreter.ts'

/**
 * F-06: the validators of the build, rjsf's own at run time and the interpreter must agree, or the portal would refuse
 * what the API accepts, or the other way round.
 */
const root = join(import.meta.dirname, '../../..')
const built = join(root, '.local/forms')

const runtime = customizeValidator({
  customFormats: Object.fromEntries(
    Object.keys(formats)
      .filter(isFormatName)
      .map((name) => [name, formatRegExp(name)]),
  ),
  ajvOptionsOverrides: { discriminator: true, strict: false },
})

type Pair = { step: string; schema: Definition['steps'][number]['schema']; data: unknown; compiled: CompiledValidator }

const forms = [
  'residence-certificate/individual',
  'bulky-waste/individual',
  'road-occupancy/corporate',
  'childcare-consultation/individual',
]
let pairs = 0

describe.each(forms)('the validators of minato-city/%s (F-06)', (name) => {
  it('the validators agree on generated answers and on every mutation of them', async () => {
    const found = await pairsOf('minato-city', name)
    pairs += found.length
    const disagreeing = found.flatMap(({ step, schema, data, compiled }) => {
      const answers = [
        compiled(data),
        (runtime.rawValidation(schema, data).errors ?? []).length === 0,
        satisfiesSchema(schema, data, schema),
      ]
      return new Set(answers).size === 1 ? [] : [`${step}: ${String(answers)} for ${JSON.stringify(data)}`]
    })
    expect(disagreeing).toEqual([])
    expect(found.some(({ compiled, data }) => compiled(data))).toBe(true)
    expect(found.some(({ compiled, data }) => !compiled(data))).toBe(true)
  })
})

it('the comparison covers more than two thousand pairs (F-06)', () => {
  expect(pairs).toBeGreaterThan(2000)
})

async function pairsOf(tenantId: string, name: string): Promise<Pair[]> {
  const [serviceId = '', type = ''] = name.split('/')
  const manifest = JSON.parse(readFileSync(join(built, tenantId, 'manifest.json'), 'utf8')) as Manifest
  const folder = join(built, tenantId, name, manifest.forms[serviceId]?.[type]?.current ?? '')
  const { steps } = JSON.parse(readFileSync(join(folder, 'definition.json'), 'utf8')) as Definition
  const code = readFileSync(join(folder, 'validator.js')).toString('base64')
  const module = (await import(/* @vite-ignore */ `data:text/javascript;base64,${code}`)) as ValidatorModule
  const form = loadSourceForm(join(root, 'schemas', tenantId, name))
  const runner = createRunner(form)
  const now = Date.UTC(2026, 10, 21)
  const right = Array.from({ length: 12 }, (_, seed) => generateAnswers({ ...form.value, steps }, runner, seed, now))
  const all = right.flatMap((answers) =>
    answers === null ? [] : [answers, ...mutateAnswers(form.steps, answers).map((mutation) => mutation.answers)],
  )
  return all.flatMap((answers) =>
    steps.flatMap(({ id, schema }) => {
      const compiled = module.steps[id]
      return compiled === undefined || !Object.hasOwn(answers, id)
        ? []
        : [{ step: id, schema, data: answers[id], compiled }]
    }),
  )
}
