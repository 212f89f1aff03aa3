import { buildForms } from '../../build/build.ts'
import { checkForm } from '../../check/check-form.ts'
import { makeSamples } from '../../samples/make-samples.ts'
import type { MadeSamples } from '../../samples/make-samples.ts'
import type { Published } from '../studio-host.ts'

export { approval, formChanges } from './form-changes.ts'

/** The samples that a form lacks; `null` if it has errors. */
export function madeSamples(folder: string): MadeSamples | null {
  const now = Date.now()
  const { form, usable } = checkForm(folder, { now })
  return usable && makeSamples(form, usable.runner, usable.samples, now)
}

/** Builds a form and publishes it to a folder. */
export async function publish(folder: string, to: string): Promise<Published> {
  const results = await buildForms(folder, to)
  const [built] = results.filter(({ kind }) => kind !== 'refused')
  const isRefused = results.some(({ kind }) => kind === 'refused')
  return built && !isRefused && 'formVersion' in built
    ? { kind: 'published', version: built.formVersion }
    : { kind: 'refused' }
}
