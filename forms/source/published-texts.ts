import type { FormTexts } from '../../form-model/definition.ts'
import { lookupTags } from '../../form-model/language-tag.ts'
import { recordOf } from '../../form-model/record.ts'
import { isLanguage } from '../../src/lib/language.ts'
import type { Language } from '../../src/lib/language.ts'
import { fieldsOf } from './fields.ts'
import type { SourceForm, TextSource } from './load-source.ts'
import { mergeRecords } from './merge-records.ts'

/**
 * The texts with those of shared parts, in the order of the form's fields. What a variant of a language lacks is in the
 * language itself, and a language that the tenant does not offer gets the Japanese texts, so that a form can be shown in
 * any page language.
 */
export function publishedTexts(form: SourceForm, language: Language): FormTexts {
  const written = lookupTags(language)
    .filter(isLanguage)
    .flatMap((tag) => form.texts[tag] ?? [])
  const layers = written.length > 0 ? written : [form.texts.ja].filter((texts) => texts !== null)
  const { $schema: _schema, ...own } = layers.map(wholeOf).reduceRight(mergeRecords, {})
  const texts = layers.map(({ fields }) => fields).reduceRight(mergeRecords, {})
  const fields = fieldsOf(form).flatMap(({ path }) =>
    Object.hasOwn(texts, path) ? [[path, texts[path]] as const] : [],
  )
  return { ...own, fields: Object.fromEntries(fields) } as FormTexts
}

function wholeOf({ source }: TextSource): { [key: string]: unknown } {
  return recordOf(source.value)
}
