import { changeLanguage } from '../../../i18n/texts.ts'
import { useText } from '../../../i18n/use-text.ts'
import { notify } from '../../../feedback/notify.ts'
import type { Language } from '../../../lib/language.ts'
import { localStore } from '../../../lib/safe-storage.ts'
import { storageKeys } from '../../../lib/storage-keys.ts'

/** Who chooses another language for messages sees the portal in it, too. */
export function useSpokenLanguage(): (chosen: Language, before: Language) => Promise<void> {
  const errors = useText('errors')
  return async (chosen, before) => {
    if (chosen === before) return
    try {
      await changeLanguage(chosen)
      localStore.set(storageKeys.language, chosen)
    } catch {
      // The choice itself is saved; only its texts have not arrived.
      notify({ tone: 'failure', message: errors('kind.offline') })
    }
  }
}
