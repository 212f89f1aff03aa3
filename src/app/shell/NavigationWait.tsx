import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router-dom'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './NavigationWait.module.css'

/** Milliseconds until the wait for the next page is said, and until it is said that it takes long. */
const saidAfter = 1_000
const longAfter = 10_000

type Wait = 'short' | 'said' | 'long'

/** The page that was asked for is on its way while the last one still stands: says so, and lets the user stay. */
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
    const said = setTimeout(() => setWait('said'), saidAfter)
    const long = setTimeout(() => setWait('long'), longAfter)
    return () => {
      clearTimeout(said)
      clearTimeout(long)
      setWait('short')
    }
  }, [waiting, key])
  const words = { short: '', said: critical('app.loading'), long: critical('app.stillLoading') }
  // A visit to where one is ends the one that is under way; its late answer is nobody's any more.
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
