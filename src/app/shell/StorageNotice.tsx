import { useEffect } from 'react'
import { notify } from '../../feedback/notify.ts'
import { useText } from '../../i18n/use-text.ts'
import { localStore } from '../../lib/safe-storage.ts'

let said = false

/** Says once that a browser which refuses storage keeps no drafts; everything else works without it. */
export function StorageNotice() {
  const t = useText('common')
  useEffect(() => {
    if (said || localStore.persistent) return
    said = true
    notify({ tone: 'warning', message: t('app.storageBlocked') })
  }, [t])
  return null
}
