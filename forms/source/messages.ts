import { inLanguage, isJapanese } from '../../form-model/language-tag.ts'
import en from './messages.en.json' with { type: 'json' }
import ja from './messages.ja.json' with { type: 'json' }
import type { Language } from '../../src/lib/language.ts'
import type { ToolLanguage } from './tool-languages.ts'
import type { RuleId } from './rule-list.ts'

/** The texts of a rule. */
export type RuleText = {
  /** The requirement, for the reference. */
  title: string
  /** The problem and its fix; `{{name}}` are filled in. */
  message: string
}

type Catalogue = { rules: { [rule in RuleId]: RuleText }; words: { [key: string]: string } }

const catalogues: { [language in ToolLanguage]: Catalogue } & { [language: string]: Catalogue | undefined } = { ja, en }

export function fill(text: string, params: { [name: string]: string | number }) {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) =>
    Object.hasOwn(params, name) ? shortened(String(params[name])) : whole,
  )
}

/** A value of the file may be as long as the file; a sentence of the tool itself is not. */
function shortened(value: string): string {
  return value.length > longestValue ? `${value.slice(0, longestValue)}…` : value
}

const longestValue = 300

export function ruleText(rule: RuleId, language: Language): RuleText {
  return inLanguage(catalogues, language).rules[rule]
}

export function messageOf(rule: RuleId, params: MessageValues, language: Language): string {
  return fill(ruleText(rule, language).message, shownValues(rule, params, language))
}

export type MessageValues = { [name: string]: string | number }

/** `nearest` becomes the sentence "Did you mean …"; languages are named, and errors of JSON and of patterns are described in words. */
export function shownValues(rule: RuleId, params: MessageValues, language: Language): MessageValues {
  const hint = params.nearest === undefined ? '' : say('hint', language, { name: params.nearest })
  const { language: about } = params
  const languageName = about === undefined ? '' : say(`language-${about}`, language)
  const expected = wordsFor(
    isJapanese(language) ? (params.expectedJa ?? params.expected) : params.expected,
    language,
    params,
  )
  const reason =
    rule === 'syntax' || rule === 'invalid-pattern'
      ? say(`${rule === 'syntax' ? 'syntax' : 'pattern'}-${params.reason ?? ''}`, language)
      : (params.reason ?? '')
  const others = params.more === undefined ? '' : say('other-texts', language, { count: params.more })
  return {
    ...params,
    hint,
    languageName,
    reason,
    expected,
    others,
    instead: wordsFor(params.instead, language, params),
  }
}

/** `expected-…` and `instead-…` name a text; other values are shown unchanged. */
function wordsFor(
  expected: string | number | undefined,
  language: Language,
  params: { [name: string]: string | number },
): string | number {
  if (expected === undefined) return ''
  return typeof expected === 'string' && /^(?:expected|instead)-/.test(expected)
    ? say(expected, language, params)
    : expected
}

/** A sentence of the command line itself. */
export function say(key: string, language: Language, params: { [name: string]: string | number } = {}): string {
  const text = inLanguage(catalogues, language).words[key]
  if (text === undefined) throw new Error(`There is no text ${key}`)
  return fill(text, params)
}
