import type { ComponentProps } from 'react'
import { isCorporateNumber } from '../../form-model/corporate-number.ts'
import { addressParts } from '../fields/address.ts'
import type { AddressPart } from '../fields/address.ts'
import { BirthDateInputs } from '../fields/BirthDateInputs.tsx'
import type { FormError } from '../fields/FormErrors.tsx'
import { findCorporations } from '../fields/look-ups.ts'
import { LookUpLine } from '../fields/LookUpLine.tsx'
import { TidyTextField } from '../fields/TidyTextField.tsx'
import { eraOfTypedDate, tidyDatePart } from '../fields/typed-date.ts'
import { useLookUp } from '../fields/use-look-up.ts'
import type { TextKey } from '../i18n/catalogue.ts'
import { useText } from '../i18n/use-text.ts'
import { controlClass } from '../ui/fields/control.ts'
import { FieldShell, controlAria, describedBy } from '../ui/fields/FieldShell.tsx'
import { useFieldText } from '../ui/fields/use-field-text.ts'
import type { ProfileError } from './profile-check.ts'
import { tidyText, birthOf, textNames } from './profile-values.ts'
import type { ProfileValues, TextName } from './profile-values.ts'

/** The corporate number. It fills in name and address from the public register. */
export function CorporateNumberField(props: FieldsInput & FilledInput & { tenantId: string }) {
  const { tenantId, texts, setTexts, fillTexts = setTexts, isRequired, messageOf } = props
  const t = useText('profile-form')
  const number = () => tidyText('corporateNumber', texts.corporateNumber)
  const lookUp = useLookUp({
    initial: number(),
    isComplete: isCorporateNumber,
    search: async (wanted) => {
      const found = await findCorporations(tenantId, wanted)
      return found.map(({ name, nameKana, address: { postalCode, prefecture, city, street } }) => ({
        label: `${name} ${prefecture}${city}${street}`,
        fills: {
          corporationName: name,
          ...(nameKana !== undefined && { corporationNameKana: nameKana }),
          ...(postalCode !== undefined && { postalCode }),
          prefecture,
          city,
          town: '',
          street,
        },
      }))
    },
    current: () => {
      const { corporationName, corporationNameKana, postalCode, prefecture, city, town, street } = texts
      return { corporationName, corporationNameKana, postalCode, prefecture, city, town, street }
    },
    fill: fillTexts,
  })
  const control = useFieldText<HTMLInputElement>(texts.corporateNumber, (text) => {
    setTexts({ corporateNumber: text })
    lookUp.onNumber(tidyText('corporateNumber', text))
  })
  const field = {
    id: 'corporateNumber',
    label: t('field.corporateNumber'),
    required: isRequired('corporateNumber'),
    help: t('help.corporateNumber'),
    error: messageOf('corporateNumber'),
  }
  return (
    <FieldShell {...field}>
      <LookUpLine subject="corporation" lookUp={lookUp} number={number}>
        <input
          {...controlAria(field)}
          type="text"
          name={field.id}
          inputMode="numeric"
          autoComplete="off"
          className={controlClass('medium')}
          {...control}
          onBlur={({ currentTarget: { value } }) => setTexts({ corporateNumber: tidyText('corporateNumber', value) })}
        />
      </LookUpLine>
    </FieldShell>
  )
}

type TextFieldProps = FieldsInput &
  Pick<ComponentProps<typeof TidyTextField>, 'width' | 'autoComplete' | 'inputMode' | 'type'> & {
    name: TextName
    help?: TextKey<'profile-form'>
  }

/** One text of a profile. */
export function ProfileTextField(props: TextFieldProps) {
  const { name, help, undivided, texts, setTexts, isRequired, messageOf, ...input } = props
  const t = useText('profile-form')
  const { label } = useProfileTexts()
  return (
    <TidyTextField
      {...input}
      id={name}
      name={name}
      label={label(name, { undivided })}
      {...(help !== undefined && { help: t(help) })}
      required={isRequired(name)}
      error={messageOf(name)}
      value={texts[name]}
      tidy={(text) => tidyText(name, text)}
      onText={(text) => setTexts({ [name]: text })}
    />
  )
}

const names = { year: 'birthYear', month: 'birthMonth', day: 'birthDay' } as const

export function BirthDateField({ texts, setTexts, messageOf }: FieldsInput) {
  const t = useText('profile-form')
  const error = messageOf('birthYear')
  const field = { id: 'birthDate', error }
  const controls = {
    year: useFieldText<HTMLInputElement>(texts.birthYear, (text) => setTexts({ birthYear: text })),
    month: useFieldText<HTMLInputElement>(texts.birthMonth, (text) => setTexts({ birthMonth: text })),
    day: useFieldText<HTMLInputElement>(texts.birthDay, (text) => setTexts({ birthDay: text })),
  }
  return (
    <FieldShell {...field} label={t('field.birthDate')} required={false} group>
      <BirthDateInputs
        era={eraOfTypedDate(birthOf(texts))}
        describedBy={describedBy(field)}
        inputOf={(part) => ({
          id: names[part],
          name: names[part],
          'aria-invalid': error === undefined ? undefined : true,
          ...controls[part],
          onBlur: ({ currentTarget: { value } }) => {
            // What was typed last: React may not have rendered it yet.
            const text = tidyDatePart(part, value)
            if (text !== value) setTexts({ [names[part]]: text })
          },
        })}
      />
    </FieldShell>
  )
}

/** The props that all fields of a profile share. */
export type FieldsInput = {
  undivided: boolean
  texts: Record<TextName, string>
  setTexts: (changes: Partial<Record<TextName, string>>) => void
  isRequired: (name: TextName) => boolean
  messageOf: (id: string) => string | undefined
}

export type FilledInput = {
  /** Receives what a look-up fills in; `setTexts` if it is missing. */
  fillTexts?: FieldsInput['setTexts']
}

type Named = Pick<ProfileValues, 'undivided'>

/** Labels and errors of the fields of a profile. The id of a control is the name of its text. */
export function useProfileTexts() {
  const t = useText('profile-form')
  const fields = useText('fields')

  function label(name: TextName, { undivided }: Named): string {
    if (isAddressPart(name)) return fields(`address.${name}`)
    if (undivided && name === 'familyName') return t('field.wholeName')
    if (undivided && name === 'familyNameKana') return t('field.wholeNameKana')
    // The three parts of a birth date share one label.
    return t(name === 'birthYear' || name === 'birthMonth' || name === 'birthDay' ? 'field.birthDate' : `field.${name}`)
  }

  return {
    label,
    formErrorOf: ({ name, rule, limit = 0, count = 0 }: ProfileError, values: Named): FormError => ({
      targetId: name,
      message: t(`fault.${name === 'prefecture' && rule === 'required' ? 'requiredChoice' : rule}`, {
        label: label(name, values),
        limit,
        count,
      }),
    }),
    /** The error of a field that the API refused; null if the pointer is not a field of a profile. */
    refusedError(pointer: string, values: Named): FormError | null {
      const name = refusedField(pointer)
      return name === null ? null : { targetId: name, message: t('fault.other', { label: label(name, values) }) }
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
