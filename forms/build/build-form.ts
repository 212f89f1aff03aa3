import type { Definition, FormSource, FormTexts } from '../../form-model/definition.ts'
import { languages } from '../../src/lib/language.ts'
import { headingPhrases } from '../phrases/phrases.ts'
import { formRules } from '../samples/form-runner.ts'
import type { SourceForm } from '../source/load-source.ts'
import { publishedTexts } from '../source/published-texts.ts'
import { formVersionOf, toJson } from './form-version.ts'

/** The files of one version. */
export type BuiltForm = {
  definition: Definition
  /** Contents by file name. */
  files: { [name: string]: string }
}

/** Creates the published version of a form whose check found no error. The same source gives the same version. */
export function buildForm(form: SourceForm): BuiltForm {
  const { engine, layout = 'steps', checks, booking, renamed } = form.value as FormSource
  const { steps, requiredWhen, fee, delivery } = formRules(form)
  const content: Omit<Definition, 'formVersion'> = {
    engine,
    tenantId: form.tenantId,
    serviceId: form.serviceId,
    type: form.type,
    layout,
    steps: steps.map((step, index) => ({ ...step, ui: form.steps[index]?.ui ?? {} })),
    ...(requiredWhen ? { requiredWhen } : {}),
    ...(checks ? { checks } : {}),
    ...(fee ? { fee } : {}),
    ...(renamed ? { renamed } : {}),
    ...(booking ? { booking } : {}),
    ...(delivery ? { delivery } : {}),
  }
  const texts = Object.fromEntries(
    languages.map((language) => [`texts.${language}.json`, toJson(withPhrases(publishedTexts(form, language)))]),
  )
  const formVersion = formVersionOf({ definition: content, texts })
  const definition: Definition = { ...content, formVersion }
  return { definition, files: { 'definition.json': toJson(definition), ...texts } }
}

function withPhrases(texts: FormTexts): FormTexts {
  const phrases = headingPhrases([texts.title, ...Object.values(texts.steps).map(({ title }) => title)])
  return phrases.length === 0 ? texts : { ...texts, phrases }
}
