import { useEffect, useState } from 'react'
import { longWaitMs } from '../lib/clock.ts'

/** Whether something has been running for a long time without a pause. */
export function useIsLate(running: boolean): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!running) return undefined
    const timer = setTimeout(() => setLate(true), longWaitMs)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [running])
  return running && late
}
