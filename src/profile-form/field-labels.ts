import { addressParts } from '../fields/AddressFields.tsx'
import type { AddressPart } from '../fields/AddressFields.tsx'
import { useText } from '../i18n/use-text.ts'
import type { FormError } from '../fields/FormErrors.tsx'
import type { ProfileError } from './profile-check.ts'
import { textNames } from './profile-values.ts'
import type { TextName } from './profile-values.ts'

/** Labels and errors of the fields of a profile. The id of a control is the name of its text. */
export function useProfileTexts() {
  const t = useText('account')
  const fields = useText('fields')

  function label(name: TextName): string {
    if (isAddressPart(name)) return fields(`address.${name}`)
    // The three parts of a birth date have one label.
    return t(name === 'birthYear' || name === 'birthMonth' || name === 'birthDay' ? 'field.birthDate' : `field.${name}`)
  }

  return {
    label,
    formErrorOf: ({ name, rule, limit = 0, count = 0 }: ProfileError): FormError => ({
      targetId: name,
      message: t(`fault.${rule}`, { label: label(name), limit, count }),
    }),
    /** The error of a field that the API refused; null if the pointer is not a field of a profile. */
    refusedError(pointer: string): FormError | null {
      const name = refusedField(pointer)
      return name === null ? null : { targetId: name, message: t('fault.other', { label: label(name) }) }
    },
  }
}

/** The control of a JSON Pointer such as `/profile/address/city`. */
function refusedField(pointer: string): TextName | null {
  const last = pointer.split('/').at(-1)
  if (last === 'birthDate') return 'birthYear'
  if (last === 'address') return 'postalCode'
  return textNames.find((name) => name === last) ?? null
}

function isAddressPart(name: TextName): name is AddressPart {
  return addressParts.some((part) => part === name)
}
