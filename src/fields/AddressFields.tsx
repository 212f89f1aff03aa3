import { useState } from 'react'
import { formatRegExp } from '../../form-model/formats.ts'
import { prefectureName, prefectures } from '../../form-model/prefectures.ts'
import { cleanText } from '../../form-model/visible-text.ts'
import { useLanguage, useText } from '../i18n/use-text.ts'
import { groupPostalCode, normalizePostalCode } from '../lib/japanese.ts'
import { controlClass } from '../ui/fields/control.ts'
import { FieldShell, controlAria } from '../ui/fields/FieldShell.tsx'
import { useFieldText } from '../ui/fields/use-field-text.ts'
import type { AddressPart, AddressTexts } from './address.ts'
import { findAddresses } from './look-ups.ts'
import { LookUpLine } from './LookUpLine.tsx'
import { TidyTextField } from './TidyTextField.tsx'
import { useLookUp } from './use-look-up.ts'

type Props = {
  tenantId: string
  texts: AddressTexts
  setTexts: (changes: Partial<AddressTexts>) => void
  /** Receives what the look-up fills in; `setTexts` if it is missing. */
  fillTexts?: (changes: Partial<AddressTexts>) => void
  isRequired: (part: AddressPart) => boolean
  messageOf: (part: AddressPart) => string | undefined
  /** Prefix of the control ids, for a page with other fields of these names. */
  idPrefix?: string
  /** The section of `autocomplete`, e.g. `shipping`. */
  section?: string
}

const lines = [
  { name: 'city', autoComplete: 'address-level2' },
  { name: 'town', autoComplete: 'address-level3' },
  { name: 'street', autoComplete: 'address-line1', help: 'address.streetHelp' },
  { name: 'building', autoComplete: 'address-line2' },
] as const

/** An address whose postal code fills in the rest, which stays editable. */
export function AddressFields(props: Props) {
  const { tenantId, texts, setTexts, fillTexts = setTexts, isRequired, messageOf, idPrefix = '', section } = props
  const t = useText('fields')
  const language = useLanguage()
  // A hyphen added during a composition would be doubled by the input method, with all digits.
  const [isTyping, setTyping] = useState(false)
  const autoComplete = (name: string) => (section === undefined ? name : `${section} ${name}`)
  const lookUp = useLookUp({
    initial: normalizePostalCode(texts.postalCode),
    isComplete: isCompletePostalCode,
    search: async (postalCode) => {
      const found = await findAddresses(tenantId, postalCode)
      return found.map(({ prefecture, city, town }) => ({
        label: `${prefecture}${city}${town}`,
        fills: { prefecture, city, town },
      }))
    },
    current: () => ({ prefecture: texts.prefecture, city: texts.city, town: texts.town }),
    fill: fillTexts,
  })
  const shownPostalCode = isTyping ? texts.postalCode : groupPostalCode(texts.postalCode)
  const postalCodeInput = useFieldText<HTMLInputElement>(shownPostalCode, (text) => {
    setTyping(true)
    setTexts({ postalCode: text })
    lookUp.onNumber(normalizePostalCode(text))
  })
  const prefectureList = useFieldText<HTMLSelectElement>(texts.prefecture, (text) => setTexts({ prefecture: text }))
  const postalCode = {
    id: `${idPrefix}postalCode`,
    label: t('address.postalCode'),
    required: isRequired('postalCode'),
    help: t('address.postalCodeHelp'),
    error: messageOf('postalCode'),
  }
  const prefecture = {
    id: `${idPrefix}prefecture`,
    label: t('address.prefecture'),
    required: isRequired('prefecture'),
    error: messageOf('prefecture'),
  }
  return (
    <>
      <FieldShell {...postalCode}>
        <LookUpLine subject="postal" lookUp={lookUp} number={() => normalizePostalCode(texts.postalCode)}>
          <input
            {...controlAria(postalCode)}
            type="text"
            name={postalCode.id}
            inputMode="numeric"
            autoComplete={autoComplete('postal-code')}
            className={controlClass('short')}
            {...postalCodeInput}
            onBlur={({ currentTarget: { value } }) => {
              setTyping(false)
              setTexts({ postalCode: normalizePostalCode(value) })
            }}
          />
        </LookUpLine>
      </FieldShell>
      <FieldShell {...prefecture}>
        <select
          {...controlAria(prefecture)}
          name={prefecture.id}
          autoComplete={autoComplete('address-level1')}
          className={controlClass('medium')}
          {...prefectureList}
        >
          <option value="">{t('address.choosePrefecture')}</option>
          {prefecturesWith(texts.prefecture).map((name) => (
            <option key={name} value={name}>
              {prefectureName(name, language)}
            </option>
          ))}
        </select>
      </FieldShell>
      {lines.map(({ name, ...line }) => (
        <TidyTextField
          key={name}
          id={`${idPrefix}${name}`}
          name={`${idPrefix}${name}`}
          label={t(`address.${name}`)}
          required={isRequired(name)}
          error={messageOf(name)}
          value={texts[name]}
          tidy={cleanText}
          onText={(text) => setTexts({ [name]: text })}
          autoComplete={autoComplete(line.autoComplete)}
          {...('help' in line && { help: t(line.help) })}
        />
      ))}
    </>
  )
}

/** The prefectures, and a text from the time when any text could be entered. */
function prefecturesWith(text: string): readonly string[] {
  return text === '' || prefectures.includes(text) ? prefectures : [text, ...prefectures]
}

export function isCompletePostalCode(number: string): boolean {
  return formatRegExp('jp-postal-code').test(number)
}
