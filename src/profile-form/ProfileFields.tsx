import { useState } from 'react'
import { spokenLanguage } from '../../form-model/language-tag.ts'
import { addressParts } from '../fields/address.ts'
import { AddressFields } from '../fields/AddressFields.tsx'
import { languageName } from '../i18n/texts.ts'
import { useText } from '../i18n/use-text.ts'
import { languages } from '../lib/language.ts'
import { boxClass, optionClass } from '../ui/fields/control.ts'
import { Folded } from '../ui/Folded.tsx'
import { FieldShell } from '../ui/fields/FieldShell.tsx'
import { RadioGroup } from '../ui/fields/RadioGroup.tsx'
import { BirthDateField, CorporateNumberField, ProfileTextField } from './ProfileInputs.tsx'
import { isRequired } from './profile-check.ts'
import type { FieldsInput, FilledInput } from './ProfileInputs.tsx'
import { nameFieldsOf, textNames } from './profile-values.ts'
import type { ProfileValues, TextName } from './profile-values.ts'
import layout from './form-layout.module.css'
import styles from './ProfileFields.module.css'
import { inPhrases } from '../ui/phrases.ts'

const nameTokens = {
  familyName: 'family-name',
  givenName: 'given-name',
  familyNameKana: 'off',
  givenNameKana: 'off',
} as const

type Props = {
  tenantId: string
  values: ProfileValues
  /** Receives a function from the current values to the next, since two fields may change at once. */
  onChange: (change: (now: ProfileValues) => ProfileValues) => void
  messageOf: (id: string) => string | undefined
  /** Removes the errors of fields that a look-up has filled in. */
  dropErrors?: (ids: readonly string[]) => void
  /** The kind of a new profile can be chosen, and what may be left out is folded. */
  isNew: boolean
}

/** All fields of a profile. The form element, its errors and its submission belong to the page. */
export function ProfileFields({ tenantId, values, onChange, messageOf, dropErrors, isNew }: Props) {
  const t = useText('profile-form')
  const { kind, undivided, contact, locale } = values
  const [isOpened, setIsOpened] = useState(
    () => contact.phone || contact.post || mayBeLeftOut.some((name) => values.texts[name] !== ''),
  )
  // What the look-up of a company asks for is there.
  const isNeeded = kind === 'corporation'
  const isWrong = mayBeLeftOut.some((name) => messageOf(name) !== undefined)
  const fields: FieldsInput = {
    undivided,
    texts: values.texts,
    setTexts(changes) {
      // The look-up of a company, or the browser, fills in what is folded: the user has to see it.
      if (mayBeLeftOut.some((name) => (changes[name] ?? '') !== '')) setIsOpened(true)
      onChange((now) => ({ ...now, texts: { ...now.texts, ...changes } }))
    },
    isRequired: (name) => isRequired(values, name),
    messageOf,
  }
  const fillTexts: FieldsInput['setTexts'] = (changes) => {
    fields.setTexts(changes)
    dropErrors?.(textNames.filter((name) => (changes[name] ?? '') !== ''))
  }
  const language = <Language value={locale} onChange={(next) => onChange((now) => ({ ...now, locale: next }))} />
  const rest = (
    <>
      {isNew && kind === 'person' && <BirthDateField {...fields} />}
      <section className={styles.section}>
        <h2>{t(kind === 'person' ? 'section.address' : 'section.addressCorporation')}</h2>
        <AddressFields {...fields} fillTexts={fillTexts} tenantId={tenantId} />
      </section>
      <section className={styles.section}>
        <h2>{inPhrases(t('section.contact'))}</h2>
        <ProfileTextField
          {...fields}
          name="phone"
          help="help.phone"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          width="medium"
        />
        <FieldShell id="contact" label={t('field.contact')} required={false} help={t('help.contact')} group>
          <div>
            {ways.map((way) => (
              <label key={way} className={optionClass}>
                <input
                  type="checkbox"
                  name="contact"
                  value={way}
                  className={boxClass}
                  checked={contact[way]}
                  onChange={({ currentTarget: { checked } }) =>
                    onChange((now) => ({ ...now, contact: { ...now.contact, [way]: checked } }))
                  }
                />
                <span>{t(`contact.${way}`)}</span>
              </label>
            ))}
          </div>
        </FieldShell>
        {!isNew && language}
      </section>
    </>
  )
  return (
    <div className={layout.sections}>
      {isNew && (
        <RadioGroup
          id="kind"
          label={t('kind.label')}
          required
          options={kinds.map((value) => ({ value, label: t(`kind.${value}`) }))}
          value={kind}
          onChange={(next) => onChange((now) => ({ ...now, kind: next }))}
        />
      )}
      {kind === 'person' ? (
        <Person
          {...fields}
          setUndivided={(next) => onChange((now) => ({ ...now, undivided: next }))}
          hasBirthDate={!isNew}
        />
      ) : (
        <Corporation {...fields} fillTexts={fillTexts} tenantId={tenantId} />
      )}
      {isNew ? (
        <>
          {language}
          <Folded title={t('section.optional')} open={isOpened || isWrong || isNeeded} onToggle={setIsOpened}>
            <div className={styles.folded}>
              <p>{t('help.optional')}</p>
              {rest}
            </div>
          </Folded>
        </>
      ) : (
        rest
      )}
    </div>
  )
}

const mayBeLeftOut: readonly TextName[] = ['birthYear', 'birthMonth', 'birthDay', 'phone', ...addressParts]

const kinds = ['person', 'corporation'] as const
const ways = ['email', 'phone', 'post'] as const

type PersonProps = FieldsInput & { setUndivided: (undivided: boolean) => void; hasBirthDate: boolean }

function Person({ setUndivided, hasBirthDate, ...fields }: PersonProps) {
  const t = useText('profile-form')
  const { undivided } = fields
  return (
    <section className={styles.section}>
      <h2>{inPhrases(t('section.person'))}</h2>
      <div className={styles.pair}>
        {nameFieldsOf(fields).map((name) => (
          <ProfileTextField
            key={name}
            {...fields}
            name={name}
            help={undivided ? (name === 'familyName' ? 'help.wholeName' : 'help.wholeNameKana') : `help.${name}`}
            autoComplete={undivided && name === 'familyName' ? 'name' : nameTokens[name]}
          />
        ))}
      </div>
      <label className={optionClass}>
        <input
          type="checkbox"
          name="undivided"
          className={boxClass}
          checked={undivided}
          onChange={({ currentTarget: { checked } }) => setUndivided(checked)}
        />
        <span>{t('field.undivided')}</span>
      </label>
      {hasBirthDate && <BirthDateField {...fields} />}
    </section>
  )
}

type CorporationProps = FieldsInput & Required<FilledInput> & { tenantId: string }

function Corporation({ tenantId, fillTexts, ...fields }: CorporationProps) {
  const t = useText('profile-form')
  return (
    <>
      <section className={styles.section}>
        <h2>{inPhrases(t('section.corporation'))}</h2>
        <CorporateNumberField {...fields} fillTexts={fillTexts} tenantId={tenantId} />
        <ProfileTextField {...fields} name="corporationName" autoComplete="organization" />
        <ProfileTextField {...fields} name="corporationNameKana" autoComplete="off" />
      </section>
      <section className={styles.section}>
        <h2>{inPhrases(t('section.contactPerson'))}</h2>
        <ProfileTextField {...fields} name="department" autoComplete="off" />
        <div className={styles.pair}>
          <ProfileTextField {...fields} name="contactName" help="help.contactName" autoComplete="name" />
          <ProfileTextField {...fields} name="contactNameKana" help="help.contactNameKana" autoComplete="off" />
        </div>
      </section>
    </>
  )
}

type LanguageProps = { value: ProfileValues['locale']; onChange: (value: ProfileValues['locale']) => void }

/** Each language is named in that language. */
function Language({ value, onChange }: LanguageProps) {
  const t = useText('profile-form')
  return (
    <RadioGroup
      id="locale"
      label={t('field.locale')}
      required
      options={languages.map((language) => ({
        value: language,
        label: <span lang={spokenLanguage(language)}>{languageName(language)}</span>,
      }))}
      value={value}
      onChange={onChange}
    />
  )
}
