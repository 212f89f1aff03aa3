import type { FieldText, FormSource } from '../../../form-model/definition.ts'
import type { Language } from '../../lib/language.ts'
import type { LoadedForm } from '../definition/load-form.ts'

type Options = {
  fields?: { [path: string]: FieldText }
  language?: Language
}

/** A form of a test as `forms build` publishes it. */
export function exampleForm(source: Omit<FormSource, 'engine'>, options: Options = {}): LoadedForm {
  const { fields = {}, language = 'ja' } = options
  return {
    definition: {
      engine: 1,
      layout: 'steps',
      tenantId: 'minato-city',
      serviceId: 'test',
      type: 'individual',
      formVersion: '0123456789ab',
      ...source,
    },
    texts: {
      title: 'テスト',
      steps: Object.fromEntries(source.steps.map(({ id }) => [id, { title: id }])),
      fields,
    },
    language,
  }
}
