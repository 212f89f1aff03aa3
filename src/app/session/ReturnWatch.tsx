import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useRevalidator } from 'react-router-dom'

/**
 * A page that comes back as it was left (from the card provider, or by the browser's Back) may be of another time and of
 * another user: the guard looks again, and what belongs to the user is read again.
 */
export function ReturnWatch() {
  const queryClient = useQueryClient()
  const { revalidate } = useRevalidator()
  useEffect(() => {
    const look = ({ persisted }: PageTransitionEvent): void => {
      if (!persisted) return
      void revalidate()
      void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'o' })
    }
    window.addEventListener('pageshow', look)
    return () => window.removeEventListener('pageshow', look)
  }, [queryClient, revalidate])
  return null
}
