import { spokenLanguage } from '../../../form-model/language-tag.ts'
import { useLanguage, useText } from '../../i18n/use-text.ts'
import { changeLanguage, languageName, texts } from '../../i18n/texts.ts'
import { languages } from '../../lib/language.ts'
import type { Language } from '../../lib/language.ts'
import { localStore } from '../../lib/safe-storage.ts'
import { storageKeys } from '../../lib/storage-keys.ts'
import { announce } from '../../feedback/Announcer.tsx'
import { notify } from '../../feedback/notify.ts'
import { useOptionalTenant } from '../../tenant/tenant-context.tsx'
import styles from './LanguageSwitch.module.css'

/** The languages of the tenant, each named in that language. Switching keeps everything on the page. */
export function LanguageSwitch() {
  const t = useText('common')
  const errors = useText('errors')
  const current = useLanguage()
  const offered = useOptionalTenant()?.info.branding?.locales
  const choices = languages.filter((language) => offered === undefined || offered.includes(language))
  if (choices.length < 2) return null

  async function choose(language: Language) {
    try {
      if (!(await changeLanguage(language))) return
      localStore.set(storageKeys.language, language)
      announce(texts.getFixedT<string>(language, 'common')('language.changed'))
    } catch {
      notify({ tone: 'failure', message: errors('kind.offline') })
    }
  }

  return (
    <fieldset className={styles.switch}>
      <legend className={styles.label}>{t('language.label')}</legend>
      {choices.map((language) => (
        <button
          key={language}
          type="button"
          lang={spokenLanguage(language)}
          aria-pressed={language === current}
          className={styles.choice}
          onClick={() => void choose(language)}
        >
          {languageName(language)}
        </button>
      ))}
    </fieldset>
  )
}
