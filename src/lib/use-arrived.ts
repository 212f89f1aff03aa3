import { useEffect, useState } from 'react'

/**
 * What a promise has resolved to; null before. Unlike React's `use` it does not suspend: in the 0.3 s after the fallback
 * of a `Suspense`, React shows nothing new.
 * @throws what the promise is rejected with, while rendering
 */
export function useArrived<Value>(promise: Promise<Value>): Value | null {
  const [arrived, setArrived] = useState<{ from: Promise<Value>; result: PromiseSettledResult<Value> } | null>(null)
  useEffect(() => {
    let isWanted = true
    void Promise.allSettled([promise]).then(([result]) => {
      if (isWanted) setArrived({ from: promise, result })
    })
    return () => {
      isWanted = false
    }
  }, [promise])
  if (arrived?.from !== promise) return null
  if (arrived.result.status === 'rejected') throw arrived.result.reason
  return arrived.result.value
}
