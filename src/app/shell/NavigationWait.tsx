import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router-dom'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './NavigationWait.module.css'

/** Delays of the message that the next page loads, and of the message that it takes long. */
const messageAfterMs = 1_000
const longWaitAfterMs = 10_000

type Wait = 'short' | 'said' | 'long'

/** Shown while the next page loads; after a while the user can stay on the current page. */
export function NavigationWait() {
  const common = useText('common')
  const critical = useText('critical')
  const navigate = useNavigate()
  const here = useLocation()
  const { state, location: wanted } = useNavigation()
  const waiting = state === 'loading'
  const [wait, setWait] = useState<Wait>('short')
  const key = wanted?.key
  useEffect(() => {
    if (!waiting) return
    const said = setTimeout(() => setWait('said'), messageAfterMs)
    const long = setTimeout(() => setWait('long'), longWaitAfterMs)
    return () => {
      clearTimeout(said)
      clearTimeout(long)
      setWait('short')
    }
  }, [waiting, key])
  const words = { short: '', said: critical('app.loading'), long: critical('app.stillLoading') }
  // Navigating to the current location cancels the pending navigation.
  const stay = () => void navigate(here, { replace: true, state: here.state as unknown })
  return (
    <div className={wait === 'short' ? styles.none : styles.line}>
      <output>{words[wait]}</output>
      {wait === 'long' && (
        <Button variant="text" onClick={stay}>
          {common('nav.stopLoading')}
        </Button>
      )}
    </div>
  )
}
