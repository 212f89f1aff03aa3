import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router-dom'
import { isSwitching, keepLanguage } from '../../i18n/texts.ts'
import { useText } from '../../i18n/use-text.ts'
import { longWaitMs } from '../../lib/clock.ts'
import { Button } from '../../ui/Button.tsx'
import { requestPageFocus } from '../../ui/PageTitle.tsx'
import styles from './NavigationWait.module.css'

/** The delay of the message that the next page loads. */
const messageAfterMs = 1_000

type Wait = 'short' | 'message' | 'long'

/**
 * Shown while the next page or language loads: a bar at once, after a second the outline of the page over the current one, and
 * after a while a way to stay on the current page.
 */
export function NavigationWait() {
  const common = useText('common')
  const critical = useText('critical')
  const navigate = useNavigate()
  const here = useLocation()
  const { state, location: wanted } = useNavigation()
  const isLeaving = state === 'loading'
  const isTranslating = useSyncExternalStore(isSwitching.subscribe, isSwitching.get)
  const waiting = isLeaving || isTranslating
  const [reached, setReached] = useState<Wait>('short')
  const key = wanted?.key
  useEffect(() => {
    if (!waiting) return
    const messageTimer = setTimeout(() => setReached('message'), messageAfterMs)
    const long = setTimeout(() => setReached('long'), longWaitMs)
    return () => {
      clearTimeout(messageTimer)
      clearTimeout(long)
      setReached('short')
    }
  }, [waiting, key])
  // Ends in the render that shows the next page: while the content is inert, its heading cannot take the focus.
  const wait = waiting ? reached : 'short'
  const outlined = isLeaving && wait !== 'short' && wanted?.pathname !== here.pathname
  useLayoutEffect(() => (outlined ? suspendContent() : undefined), [outlined])
  const words = { short: '', message: critical('app.loading'), long: critical('app.stillLoading') }
  const stay = () => {
    if (isTranslating) keepLanguage()
    // The clicked button goes away.
    if (!isLeaving) requestPageFocus()
    // Navigating to the current location cancels the pending navigation.
    if (isLeaving) void navigate(here, { replace: true, state: here.state as unknown })
  }
  return (
    <>
      {waiting && <div className={styles.bar} data-loading />}
      {outlined && (
        <div className={styles.cover} data-outline>
          <div className={styles.outline}>
            <i />
            <i />
            <i />
            <i />
          </div>
        </div>
      )}
      <div className={wait === 'short' ? styles.none : styles.line}>
        <output>{words[wait]}</output>
        {wait === 'long' && (
          <Button variant="text" onClick={stay}>
            {common('nav.stopLoading')}
          </Button>
        )}
      </div>
    </>
  )
}

/** The page's own skeleton replaces the outline, so it is visible at once (Skeleton.module.css). */
const skeletonDelayMs = 300

/** The covered page cannot be operated, but keeps its answers and its position. The focus returns to it. */
function suspendContent(): () => void {
  const content = document.getElementById('content')
  const focused = document.activeElement
  content?.toggleAttribute('inert', true)
  const { dataset } = document.documentElement
  dataset.outlined = ''
  return () => {
    setTimeout(() => delete dataset.outlined, skeletonDelayMs)
    content?.toggleAttribute('inert', false)
    const isLost = document.activeElement === null || document.activeElement === document.body
    if (isLost && focused instanceof HTMLElement && focused.isConnected) focused.focus({ preventScroll: true })
  }
}
