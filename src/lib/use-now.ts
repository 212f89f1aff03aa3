import { useEffect, useReducer } from 'react'
import { after, serverNow } from './clock.ts'

const minuteMs = 60_000

/**
 * The API's time. Renders again at each full minute, because opening hours, periods and days begin and end with one, and
 * when the page becomes visible, because a device that sleeps stops the timer.
 */
export function useNow(): number {
  const [, renderAgain] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    let cancel = wait()
    function wait(): () => void {
      return after(minuteMs - (serverNow() % minuteMs), tick)
    }
    function tick(): void {
      renderAgain()
      cancel = wait()
    }
    const onVisible = () => {
      if (document.visibilityState !== 'visible') return
      cancel()
      tick()
    }
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      document.removeEventListener('visibilitychange', onVisible)
      cancel()
    }
  }, [])
  return serverNow()
}
