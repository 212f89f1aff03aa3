import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Definition, FieldPath, FormTexts } from '../../form-model/definition.ts'
import { segmentsOf } from '../../form-model/pointer.ts'
import { loadSourceForm } from '../source/load-source.ts'
import type { SourceForm } from '../source/load-source.ts'
import { unreadablePlace } from '../source/reading-problems.ts'
import type { FileLine } from '../source/reading-problems.ts'
import { say } from '../source/messages.ts'
import { languages } from '../../src/lib/language.ts'
import type { Language } from '../../src/lib/language.ts'
import { publishedTexts } from '../source/published-texts.ts'
import type { ComparedForm } from './compare-forms.ts'
import type { FormWords } from './condition-words.ts'

/** A form, read from an author's folder or from a built version. */
export type FormVersion = {
  form: Omit<ComparedForm, 'steps'> & Pick<Definition, 'steps'>
  texts: { [language in Language]?: FormTexts }
  /** Conditions over the whole answers, by the keys of `conditionHolds`. */
  conditions: SourceForm['conditions']
  /** The mistake because of which a part of the form is missing here, so that a comparison would be wrong. */
  unreadable: FileLine | null
}

/** The form in a folder of an author, or of a built version; `null` for any other folder. */
export function readFormVersion(folder: string): FormVersion | null {
  if (existsSync(path.join(folder, 'form.json')))
    return sourceVersion(loadSourceForm(folder, { shown: (file) => path.relative(folder, file) }))
  const file = path.join(folder, 'definition.json')
  if (!existsSync(file)) return null
  const form = JSON.parse(readFileSync(file, 'utf8')) as Definition
  const texts = Object.fromEntries(
    languages.flatMap((language) => {
      const textFile = path.join(folder, `texts.${language}.json`)
      return existsSync(textFile) ? [[language, JSON.parse(readFileSync(textFile, 'utf8')) as FormTexts]] : []
    }),
  )
  const steps = form.steps.flatMap(({ id, visibleWhen }) => (visibleWhen ? [[`step:${id}`, visibleWhen] as const] : []))
  const required = (form.requiredWhen ?? []).map(({ when }, index) => [`required:${index}`, when] as const)
  const conditions = Object.fromEntries([...steps, ...required].map(([key, schema]) => [key, { schema, pointer: '' }]))
  return { form, texts, conditions, unreadable: null }
}

function sourceVersion(form: SourceForm): FormVersion {
  const { layout = 'steps', requiredWhen, checks, fee, delivery, renamed } = form.value as Partial<Definition>
  const whole = {
    ...(requiredWhen ? { requiredWhen } : {}),
    ...(checks ? { checks } : {}),
    ...(fee ? { fee } : {}),
    ...(delivery ? { delivery } : {}),
    ...(renamed ? { renamed } : {}),
  }
  const steps = form.steps.map(({ visibleWhen, ...step }) => ({ ...step, ...(visibleWhen ? { visibleWhen } : {}) }))
  return {
    form: { steps, layout, ...whole },
    texts: Object.fromEntries(languages.map((language) => [language, publishedTexts(form, language)])),
    conditions: form.conditions,
    unreadable: unreadablePlace([...form.problems, ...form.bundler.problems]),
  }
}

/** The words of a form in a language; a name without a text is shown as it is. */
export function wordsIn(texts: Partial<FormTexts> | undefined, language: Language): FormWords {
  return {
    language,
    label(given: FieldPath) {
      const field = given.replace(/\/\[\]$/, '')
      const segments = segmentsOf(field)
      const last = segments.at(-1) ?? ''
      const text = segments.length === 1 ? texts?.steps?.[last]?.title : texts?.fields?.[field]?.label
      return text === undefined || text === '' ? last : text
    },
    option(field, value) {
      const written = texts?.fields?.[field.replace(/\/\[\]$/, '')]?.options?.[String(value)]
      if (written !== undefined) return written
      return typeof value === 'boolean' ? say(value ? 'answer-yes' : 'answer-no', language) : String(value)
    },
  }
}
