import { feeTextKeys } from '../../form-model/fee.ts'
import { joinPointer, parentOf, segmentsOf, valueAt } from '../../form-model/pointer.ts'
import { spokenLanguage } from '../../form-model/language-tag.ts'
import { arrayOf, isRecord, recordOf } from '../../form-model/record.ts'
import { tableCells } from '../../form-model/table-text.ts'
import { isSafeText } from '../../form-model/visible-text.ts'
import { choicesOf, fieldsOf } from '../source/fields.ts'
import type { Problem } from '../source/finding.ts'
import type { JsonSource } from '../source/json-source.ts'
import { textPointer } from '../source/load-source.ts'
import type { SourceForm, TextSource } from '../source/load-source.ts'
import type { Language } from '../../src/lib/language.ts'
import { isComplete } from '../source/complete-languages.ts'
import { uiOption, walkSchemas } from '../../form-model/schema-walk.ts'
import { meantField } from './nearest.ts'
import { isLanguage, languages } from '../../src/lib/language.ts'
import { isJapanese, mistakesIn } from '../wording/japanese-wording.ts'
import { wrongLimits } from '../wording/stated-limits.ts'

/** All languages have the same texts, except that a variant may lack some; each is used, and none contains markup. */
export function textProblems(form: SourceForm): Problem[] {
  const problems: Problem[] = []
  for (const language of languages) {
    const texts = form.texts[language]
    if (!texts) continue
    problems.push(
      ...nextProblems(form, texts, language),
      ...unusedTexts(form, texts),
      ...wordingProblems(texts, language),
      ...statedLimits(form, texts, language),
      ...unevenRows(texts, language),
    )
    if (!isComplete(language)) continue
    problems.push(
      ...neededTexts(form, texts, language),
      ...(hasAbout(texts)
        ? []
        : [{ rule: 'no-about', source: texts.source, pointer: '', params: { language } } as const]),
    )
    const other = language === 'ja' ? 'en' : 'ja'
    const otherTexts = form.texts[other]
    if (otherTexts) problems.push(...untranslated(form, texts, language, otherTexts, other))
  }
  for (const { schema } of form.steps) {
    walkSchemas(schema, '', (part) => {
      const place = form.bundler.placeOf(part)
      const written = place ? valueAt(place.source.value, place.pointer) : undefined
      if (!place || !isRecord(written)) return
      for (const keyword of ['title', 'description']) {
        if (typeof written[keyword] === 'string')
          problems.push({
            rule: 'title-in-schema',
            source: place.source,
            pointer: joinPointer(place.pointer, keyword),
            part: 'key',
          })
      }
    })
  }
  return problems
}

function hasAbout({ source }: TextSource): boolean {
  return recordOf(source.value).about !== undefined
}

/** A step for one way of delivery needs a form with both, and such a form needs a step for each. */
function nextProblems(form: SourceForm, { source }: TextSource, language: Language): Problem[] {
  const { next } = recordOf(recordOf(source.value).about)
  if (!Array.isArray(next)) return []
  const ways = next.map((step: unknown) => recordOf(step).delivery)
  if (!isRecord(form.value.delivery))
    return ways.flatMap((way, index): Problem[] =>
      way === undefined ? [] : [{ rule: 'next-without-delivery', source, pointer: `/about/next/${index}/delivery` }],
    )
  const isComplete = ways.includes('post') && ways.includes('collection')
  return isComplete ? [] : [{ rule: 'next-for-all', source, pointer: '/about/next', params: { language } }]
}

/** Helps that state another limit than the question has. */
function statedLimits(form: SourceForm, texts: TextSource, language: Language): Problem[] {
  return fieldsOf(form).flatMap(({ path, merged, ui }) => {
    const { help } = recordOf(texts.own[path])
    if (typeof help !== 'string') return []
    const limits = { ...merged, maxItems: uiOption(ui, 'maxFiles') ?? merged.maxItems }
    return wrongLimits(help, language, limits).map(({ start, stop, limit }): Problem => {
      const params = { stated: help.slice(start, stop), limit, language }
      return { rule: 'stated-limit', source: texts.source, pointer: textPointer(path, 'help'), params }
    })
  })
}

/** Rows of explanations whose number of cells is not that of the headings, so that a cell is below a wrong one. */
function unevenRows(texts: TextSource, language: Language): Problem[] {
  return Object.entries(texts.own).flatMap(([path, text]) => {
    const { table } = recordOf(text)
    if (typeof table !== 'string') return []
    const [headings = [], ...rows] = tableCells(table)
    const index = rows.findIndex((cells) => cells.length !== headings.length)
    const row = rows[index]
    if (row === undefined) return []
    const params = { row: index + 2, cells: row.length, headings: headings.length, path, language }
    return [{ rule: 'table-cells', source: texts.source, pointer: textPointer(path, 'table'), params }]
  })
}

/** Titles of steps and names of fee lines that the form needs. */
function neededTexts(form: SourceForm, texts: TextSource, language: Language): Problem[] {
  const value = recordOf(texts.source.value)
  const missing = (key: string, pointer: string): Problem => ({
    rule: 'text-missing',
    source: texts.source,
    pointer,
    params: { key, language, other: 'form.json' },
  })
  const steps = recordOf(value.steps)
  const fee = recordOf(value.fee)
  const feeKeys = feeKeysOf(form)
  return [
    ...form.steps.filter(({ id }) => !Object.hasOwn(steps, id)).map(({ id }) => missing(`steps.${id}`, '/steps')),
    ...[...feeKeys].filter((key) => !Object.hasOwn(fee, key)).map((key) => missing(`fee.${key}`, '/fee')),
  ]
}

function feeKeysOf({ value }: SourceForm): ReadonlySet<string> {
  const { lines } = recordOf(value.fee)
  return new Set(arrayOf(lines).flatMap(feeTextKeys))
}

function unusedTexts(form: SourceForm, texts: TextSource): Problem[] {
  const value = recordOf(texts.source.value)
  const problems: Problem[] = []
  const unused = (key: string, pointer: string, hint: { nearest?: string } = {}) =>
    problems.push({ rule: 'text-unused', source: texts.source, pointer, part: 'key', params: { key, ...hint } })
  for (const id of Object.keys(recordOf(value.steps))) {
    if (!form.steps.some((step) => step.id === id)) unused(`steps.${id}`, joinPointer('/steps', id))
  }
  const fields = new Map(fieldsOf(form).map((field) => [field.path, field]))
  for (const [path, text] of Object.entries(texts.own)) {
    const field = fields.get(path)
    if (!field || uiOption(field.ui, 'widget') === 'hidden')
      unused(`fields.${path}`, textPointer(path), meantField(path, fields.keys()))
    else if (isRecord(text) && text.picture !== undefined && uiOption(field.ui, 'picture') === undefined)
      unused(`fields.${path}.picture`, textPointer(path, 'picture'))
    else if (isRecord(text) && text.table !== undefined && field.kind !== 'info')
      unused(`fields.${path}.table`, textPointer(path, 'table'))
    else if (isRecord(text) && isRecord(text.options)) {
      const choices = new Set([
        ...choicesOf(field).map(String),
        ...(field.merged.type === 'boolean' ? ['true', 'false'] : []),
        String(field.merged.const),
      ])
      for (const option of Object.keys(text.options))
        if (!choices.has(option)) unused(`options.${option}`, textPointer(path, 'options', option))
    }
  }
  const feeKeys = feeKeysOf(form)
  for (const key of Object.keys(recordOf(value.fee)))
    if (!feeKeys.has(key)) unused(`fee.${key}`, joinPointer('/fee', key))
  return problems
}

/** Texts below a pointer, as strings, with their pointers. */
function stringsOf(value: unknown, pointer: string): { pointer: string; text: string }[] {
  if (typeof value === 'string') return [{ pointer, text: value }]
  if (Array.isArray(value))
    return value.flatMap((part: unknown, index) => stringsOf(part, joinPointer(pointer, String(index))))
  if (!isRecord(value)) return []
  return Object.entries(value).flatMap(([key, part]) =>
    key === '$schema' || (key === 'delivery' && pointer.startsWith('/about/next/'))
      ? []
      : stringsOf(part, joinPointer(pointer, key)),
  )
}

function untranslated(
  form: SourceForm,
  texts: TextSource,
  language: Language,
  others: TextSource,
  other: Language,
): Problem[] {
  // `no-label` reports a field without any text here, and `no-option-label` the label of a choice.
  const isNamedElsewhere = (pointer: string) => {
    const [group, path = '', keyword] = segmentsOf(pointer)
    return group === 'fields' && (keyword === 'options' || !Object.hasOwn(texts.fields, path))
  }
  return missingTexts(form, texts, others).flatMap(({ pointer }): Problem[] => {
    if (isNamedElsewhere(pointer)) return []
    return [
      {
        rule: 'text-missing',
        source: texts.source,
        pointer: parentOf(pointer),
        params: { key: segmentsOf(pointer).join(' › '), language, other: `texts.${other}.json` },
      },
    ]
  })
}

/** Texts of the other language that this one lacks; `text-unused` reports those of unknown fields. */
export function missingTexts(
  form: SourceForm,
  texts: TextSource,
  others: TextSource,
): { pointer: string; text: string }[] {
  const fields = new Set(fieldsOf(form).map(({ path }) => path))
  const mine = new Set(stringsOf(texts.source.value, '').map(({ pointer }) => placeOfText(pointer)))
  return stringsOf(others.source.value, '').filter(({ pointer }) => {
    const [group, path = ''] = segmentsOf(pointer)
    // `no-about` reports the whole part.
    if (group === 'about' && !hasAbout(texts)) return false
    return !mine.has(placeOfText(pointer)) && !inherits(texts, pointer) && (group !== 'fields' || fields.has(path))
  })
}

/** A step after the application has its place, whether it is for one way of delivery or for all. */
function placeOfText(pointer: string): string {
  return pointer.replace(/^(\/about\/next\/\d+)\/text$/, '$1')
}

/** A field whose texts come from a shared part needs none of its own. */
function inherits(texts: TextSource, pointer: string): boolean {
  const [group, path = '', keyword, ...rest] = segmentsOf(pointer)
  return group === 'fields' && keyword === 'label' && rest.length === 0 && Object.hasOwn(texts.fields, path)
}

const words = /[A-Za-z]{3,}/
const free = /\/(?:example|unit|options)(?:\/|$)/
const markup = /<\/?[a-z][^>]*>|!?\[[^\]]*\]\([^)]*\)|\*\*[^*]+\*\*/i

/** Placeholders in the templates of `forms new` that authors must replace, and other common ones. */
const templateText =
  /^[0-9１-９]つ目$|^新しい申請(?:（.*）|\(.*\))?$|^この申請でできることを、1〜2文で説明します。$|^First$|^Second$|^New application(?: for corporations| with a fee)?$|^What this application is for, in a sentence or two\.$|^(?:申請できる方|用意するもの|申請のあとの流れと時期|ほかの方法)を書きます。$|^ここに説明を書きます。$|^Write the notice here\.$|^Who may apply\.$|^What to have at hand\.$|^What happens next, and when\.$|^Other ways to apply\.$|^English (?:label|text|title)|[○〇×]{3,}|\b(?:TODO|TBD|lorem ipsum)\b/i

function wordingProblems(texts: TextSource, language: Language): Problem[] {
  return stringsOf(texts.source.value, '').flatMap(({ pointer, text }): Problem[] => {
    if (markup.test(text)) return [{ rule: 'text-markup', source: texts.source, pointer }]
    if (!isSafeText(text)) return [{ rule: 'text-invisible', source: texts.source, pointer }]
    if (text.trim() !== text)
      return [{ rule: 'edge-space', source: texts.source, pointer, params: { text: shortened(text) } }]
    if (templateText.test(text)) return [{ rule: 'template-text', source: texts.source, pointer, params: { text } }]
    const isForJapanese = spokenLanguage(language) === 'ja'
    const isOtherLanguage = isForJapanese ? !isJapanese(text) && words.test(text) : isJapanese(text)
    if (isOtherLanguage && !free.test(pointer))
      return [{ rule: 'text-language', source: texts.source, pointer, params: { text: shortened(text), language } }]
    return isForJapanese ? japaneseProblems(texts.source, pointer, text) : []
  })
}

/** Enough of a text to recognise it in the list of findings. */
const longestQuote = 40

function shortened(text: string): string {
  const characters = [...text.replaceAll(/\s+/g, ' ')]
  return characters.length <= longestQuote ? characters.join('') : `${characters.slice(0, longestQuote - 1).join('')}…`
}

function japaneseProblems(source: JsonSource, pointer: string, text: string): Problem[] {
  return mistakesIn(text).map(({ rule, ...params }) => ({ rule, source, pointer, params }))
}

/**
 * What is shown of a service, in each of the languages. The words by which residents may search for it are not shown,
 * and may be in any.
 */
export function serviceTextProblems(source: JsonSource, required: readonly Language[]): Problem[] {
  const value = recordOf(source.value)
  const missing = ['name', 'summary', 'category'].flatMap((key): Problem[] => {
    const texts = value[key]
    if (!isRecord(texts)) return []
    return required
      .filter((language) => (texts[language] ?? '') === '')
      .map((language) => ({ rule: 'service-language', source, pointer: `/${key}`, params: { key, language } }))
  })
  const shown = stringsOf(source.value, '').filter(({ pointer }) => !pointer.startsWith('/words/'))
  const wrong = shown.flatMap(({ pointer, text }): Problem[] => {
    const language = segmentsOf(pointer).at(-1) ?? ''
    if (spokenLanguage(language) === 'ja') return japaneseProblems(source, pointer, text)
    if (!isLanguage(language) || !isJapanese(text)) return []
    return [{ rule: 'text-language', source, pointer, params: { text: shortened(text), language } }]
  })
  return [...missing, ...wrong]
}
