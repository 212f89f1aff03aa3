import { useEffect, useState } from 'react'
import { announce } from '../../feedback/announce.ts'
import { useText } from '../../i18n/use-text.ts'
import styles from './OfflineBar.module.css'

/** One quiet line while the device is offline; its end is only read out. */
export function OfflineBar() {
  const t = useText('common')
  const [online, setOnline] = useState(() => navigator.onLine)
  useEffect(() => {
    const back = (): void => {
      setOnline(true)
      announce(t('connection.online'))
    }
    const gone = (): void => setOnline(false)
    window.addEventListener('online', back)
    window.addEventListener('offline', gone)
    return () => {
      window.removeEventListener('online', back)
      window.removeEventListener('offline', gone)
    }
  }, [t])
  return <output className={online ? styles.none : styles.line}>{online ? '' : t('connection.offline')}</output>
}
