import type { FormTexts } from '../../form-model/definition.ts'
import { isRecord } from '../../form-model/record.ts'
import { allFields } from './fields.ts'
import type { SourceForm } from './load-source.ts'
import type { Language } from '../../src/lib/language.ts'

/**
 * The texts with those of shared parts, in the order of the form's fields. A language that the tenant does not offer
 * gets the Japanese texts, so that a form can be shown in any page language.
 */
export function publishedTexts(form: SourceForm, language: Language): FormTexts {
  const texts = form.texts[language] ?? form.texts.ja
  const written = (isRecord(texts?.source.value) ? texts.source.value : {}) as FormTexts & { $schema?: string }
  const { $schema: _schema, ...own } = written
  const fields = form.steps
    .flatMap(({ root }) => allFields(root))
    .flatMap(({ path }) => (texts && Object.hasOwn(texts.fields, path) ? [[path, texts.fields[path]]] : []))
  return { ...own, fields: Object.fromEntries(fields) as FormTexts['fields'] }
}
