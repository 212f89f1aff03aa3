import type { TextKey } from '../i18n/catalogue.ts'
import type { FormFault } from '../ui/fields/form-errors.ts'
import type { Text } from '../i18n/use-text.ts'
import type { ProfileFault } from './profile-check.ts'
import { textNames } from './profile-values.ts'
import type { TextName } from './profile-values.ts'

/** The three parts of a birth date have one label. */
export function labelKey(name: TextName): TextKey<'account'> {
  return name === 'birthYear' || name === 'birthMonth' || name === 'birthDay' ? 'field.birthDate' : `field.${name}`
}

/** A fault in words, at the control that has it: controls of a profile have the names of their texts as ids. */
export function faultMessage({ name, rule, limit = 0, count = 0 }: ProfileFault, t: Text<'account'>): FormFault {
  return { targetId: name, message: t(`fault.${rule}`, { label: t(labelKey(name)), limit, count }) }
}

/** The control a JSON Pointer of a refusal means, e.g. `/profile/address/city`; null for none of the profile's. */
export function refusedField(pointer: string): TextName | null {
  const last = pointer.split('/').at(-1)
  if (last === 'birthDate') return 'birthYear'
  if (last === 'address') return 'postalCode'
  return textNames.find((name) => name === last) ?? null
}
