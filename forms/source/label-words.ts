import { arrayOf } from '../../form-model/record.ts'
import { choicesOf } from './fields.ts'
import type { Field } from './fields.ts'
import type { ToolLanguage } from './tool-languages.ts'

/** Words of letters in camelCase, snake_case or kebab-case, perhaps with a number at the end. */
const identifier = /^[A-Za-z]+(?:[_-][A-Za-z]+)*_?[0-9]*$/

/** A readable label from an identifier: `dateOfBirth` → `Date of birth`. Any other name, such as `A+`, is its own label. */
export function words(name: string): string {
  if (!identifier.test(name)) return name
  const parts = name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    // `VATNumber`, but not `PDFs`.
    .replaceAll(/([A-Z])([A-Z](?!s(?![a-z]))[a-z])/g, '$1 $2')
    .split(/[ _-]/)
    .filter((part) => part !== '')
  // Capitals are an abbreviation if the name also has small letters: `hasVATNumber` → `Has VAT number`.
  const isAbbreviation = /[a-z]/.test(name) ? /^[A-Z]{2}/ : /^$/
  const spaced = parts.map((part) => (isAbbreviation.test(part) ? part : part.toLowerCase())).join(' ')
  return spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

export const yesNo: { [language in ToolLanguage]: { true: string; false: string } } = {
  ja: { true: 'はい', false: 'いいえ' },
  en: { true: 'Yes', false: 'No' },
}

/** Labels of the choices of a field that has none yet. */
export function labelsOf(field: Field, language: ToolLanguage): { [value: string]: string } {
  if (field.merged.const === true) return {}
  const names = namesOf(field)
  const nameOf = (value: string) => names.get(value)?.[0]?.slice(0, 200) ?? ''
  if (field.merged.type === 'boolean')
    return { true: nameOf('true') || yesNo[language].true, false: nameOf('false') || yesNo[language].false }
  // The check refuses every other choice.
  const usable = choicesOf(field).filter((choice) => typeof choice !== 'object')
  const labels = usable.map((choice): [value: string, label: string] => {
    const value = String(choice)
    const label = typeof choice === 'string' && !/^[A-Z0-9]{1,4}$/.test(value) ? words(value) : value
    const shown = typeof choice === 'boolean' ? yesNo[language][`${choice}`] : label
    return [value, nameOf(value) || shown.slice(0, 200)]
  })
  // `fooBar` and `foo_bar` have the same words.
  const isShared = (own: string, shown: string) => labels.some(([value, label]) => value !== own && label === shown)
  return Object.fromEntries(
    labels.map(([value, label]) => [value, nameOf(value) || (isShared(value, label) ? value : label)]),
  )
}

/** Choices whose branches name them differently; a form shows the first name in every branch. */
export function lostNames(field: Field): { value: string; kept: string; lost: string }[] {
  return [...namesOf(field)].flatMap(([value, [kept = '', ...others]]) => others.map((lost) => ({ value, kept, lost })))
}

/** The different labels of each choice in `enumNames`, which has the order of `enum`, or of true and false. */
function namesOf(field: Field): ReadonlyMap<string, string[]> {
  const entry = field.children.find(({ name }) => name === '[]')
  const found = new Map<string, string[]>()
  for (const { enum: choices, enumNames, type } of [...field.schemas, ...(entry?.schemas ?? [])]) {
    const values: unknown[] = Array.isArray(choices) ? choices : type === 'boolean' ? [true, false] : []
    const names: unknown[] = arrayOf(enumNames)
    for (const [index, value] of values.entries()) {
      const key = String(value)
      if (typeof value === 'object') continue
      const name = names[index]
      const known = found.get(key) ?? []
      const isNew = typeof name === 'string' && name.trim() !== '' && !known.includes(name.trim())
      if (isNew) found.set(key, [...known, name.trim()])
    }
  }
  return found
}
