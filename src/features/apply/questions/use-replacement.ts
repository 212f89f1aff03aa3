import { useEffect, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import type { OrderReplacement } from '../../../api/generated/api.schemas.ts'
import { getGetOrderQueryOptions } from '../../../api/generated/orders/orders.ts'
import { withTimeLimit } from '../../../lib/clock.ts'

/** A question waits for the answer, since texts and buttons that change later would be missed or hit by mistake. */
export const replacementWaitMs = 3_000

/**
 * `reading`: for a limited time. `unknown`: without a returned application, or if it cannot be read. `not-returned`: the
 * return was taken back.
 */
export type Replacement = 'reading' | 'unknown' | 'none' | 'not-returned' | OrderReplacement

/** Reads once whether a returned application can be corrected, or which one has replaced it. */
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
      ({ replacedBy, status }) => finish(replacedBy ?? (status === 'CANCELLED_BY_TENANT' ? 'none' : 'not-returned')),
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
