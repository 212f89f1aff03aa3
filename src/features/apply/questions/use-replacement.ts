import { useEffect, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { OrderReplacement } from '../../../api/generated/api.schemas.ts'
import { getGetOrderQueryOptions } from '../../../api/generated/orders/orders.ts'
import { withTimeLimit } from '../../../lib/clock.ts'

/** A question waits for the answer, since texts and buttons that change later would be missed or hit by mistake. */
export const replacementWaitMs = 3_000

/** `reading`: for a limited time. `unknown`: without a returned application, or if it cannot be read. */
export type Replacement = 'reading' | 'unknown' | 'none' | OrderReplacement

/** Reads once whether another application has replaced a returned one. */
export function useReplacement(returned: string | null): Replacement {
  const queryClient = useQueryClient()
  const [read, setRead] = useState<{ orderId: string; replacement: Replacement } | null>(null)
  useEffect(() => {
    if (returned === null) return undefined
    let isAwaited = true
    const finish = (replacement: Replacement) => {
      if (isAwaited) setRead({ orderId: returned, replacement })
    }
    const order = queryClient.query({ ...getGetOrderQueryOptions(returned), staleTime: 0 })
    withTimeLimit(order, replacementWaitMs).then(
      ({ replacedBy }) => finish(replacedBy ?? 'none'),
      // The query client reports the failure.
      () => finish('unknown'),
    )
    return () => {
      isAwaited = false
      setRead(null)
    }
  }, [queryClient, returned])
  if (returned === null) return 'unknown'
  return read?.orderId === returned ? read.replacement : 'reading'
}
