import type { ContactChoices, NewProfile } from '../api/generated/api.schemas.ts'
import { languageName } from '../i18n/texts.ts'
import { useLanguage, useText } from '../i18n/use-text.ts'
import type { Text } from '../i18n/use-text.ts'
import { formatDateWithEra } from '../lib/dates.ts'
import { formatAddress, formatPhone } from '../lib/japanese.ts'
import type { Language } from '../lib/language.ts'

/** One row of the profile; `members` are the members of the profile it shows. */
export type ProfileRow = { key: string; members: string[]; term: string; value: string }

type Texts = { t: Text<'profile-form'>; missing: string; language: Language }

function profileRows(profile: NewProfile, { t, missing, language }: Texts): ProfileRow[] {
  const row = (key: string, term: string, value: string | undefined, members = [key]): ProfileRow => ({
    key,
    members,
    term,
    value: value === undefined || value === '' ? missing : value,
  })
  const named =
    profile.kind === 'person'
      ? [
          row('name', t('section.person'), `${profile.familyName} ${profile.givenName}`.trim(), [
            'familyName',
            'givenName',
          ]),
          row('kana', t('section.kana'), `${profile.familyNameKana} ${profile.givenNameKana}`.trim(), [
            'familyNameKana',
            'givenNameKana',
          ]),
          row('birthDate', t('field.birthDate'), profile.birthDate && formatDateWithEra(profile.birthDate, language)),
        ]
      : [
          row('corporateNumber', t('field.corporateNumber'), profile.corporateNumber),
          row('corporationName', t('field.corporationName'), profile.corporationName),
          row('corporationNameKana', t('field.corporationNameKana'), profile.corporationNameKana),
          row('department', t('field.department'), profile.department),
          row('contactName', t('field.contactName'), profile.contactName),
          row('contactNameKana', t('field.contactNameKana'), profile.contactNameKana),
        ]
  return [
    ...named,
    row(
      'address',
      t(profile.kind === 'person' ? 'section.address' : 'section.addressCorporation'),
      profile.address && formatAddress(profile.address),
    ),
    row('phone', t('field.phone'), profile.phone && formatPhone(profile.phone)),
    row('contact', t('field.contact'), profile.contact && contactLine(profile.contact, t)),
    row('locale', t('field.locale'), languageName(profile.locale)),
  ]
}

function contactLine(contact: ContactChoices, t: Text<'profile-form'>): string {
  const chosen = (['email', 'phone', 'post'] as const).filter((way) => contact[way])
  return chosen.length === 0 ? t('contact.none') : chosen.map((way) => t(`contact.${way}`)).join(t('contact.separator'))
}

/** The profile as rows. Without a text for missing values their rows are left out. */
export function useProfileRows(missing = ''): (profile: NewProfile) => ProfileRow[] {
  const t = useText('profile-form')
  const language = useLanguage()
  return (profile) => profileRows(profile, { t, missing, language }).filter(({ value }) => value !== '')
}
