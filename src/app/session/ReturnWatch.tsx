import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useRevalidator } from 'react-router-dom'
import { userQueries } from '../../api/user-queries.ts'

/**
 * A page restored from the browser's back/forward cache may be out of date or belong to another user: run the guard again
 * and fetch the user's data again.
 */
export function ReturnWatch() {
  const queryClient = useQueryClient()
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const look = ({ persisted }: PageTransitionEvent): void => {
      if (!persisted) return
      void revalidate()
      void queryClient.invalidateQueries(userQueries)
    }
    window.addEventListener('pageshow', look)
    return () => window.removeEventListener('pageshow', look)
  }, [queryClient, revalidate])
  return null
}
