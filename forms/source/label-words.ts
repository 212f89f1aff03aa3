import { choicesOf } from './fields.ts'
import type { Field } from './fields.ts'
import type { Language } from '../../src/lib/language.ts'

/** A readable label from a property name: `dateOfBirth` → `Date of birth`. */
export function words(name: string): string {
  const spaced = name
    .replaceAll(/[_\-.:/]+/g, ' ')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .trim()
    .toLowerCase()
  return spaced === '' ? name : spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

const yesNo: { [language in Language]: { true: string; false: string } } = {
  ja: { true: 'はい', false: 'いいえ' },
  en: { true: 'Yes', false: 'No' },
}

/** Labels of the choices of a field that has none yet. */
export function labelsOf(field: Field, language: Language): { [value: string]: string } {
  if (field.merged.const === true) return {}
  if (field.merged.type === 'boolean') return yesNo[language]
  const entry = field.children.find(({ name }) => name === '[]')
  const named = field.merged.enumNames ?? entry?.merged.enumNames
  const names = Array.isArray(named) ? (named as unknown[]) : []
  return Object.fromEntries(
    choicesOf(field).map((choice, index) => {
      const name = names[index]
      const value = String(choice)
      const label =
        typeof name === 'string' && name !== '' ? name : /^[A-Z0-9]{1,4}$/.test(value) ? value : words(value)
      return [value, label.slice(0, 200) || value]
    }),
  )
}
