import { useEffect, useState } from 'react'

/** Whether something has been running for `afterMs` milliseconds without a pause. */
export function useIsLate(running: boolean, afterMs: number): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!running) return undefined
    const timer = setTimeout(() => setLate(true), afterMs)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [running, afterMs])
  return running && late
}
