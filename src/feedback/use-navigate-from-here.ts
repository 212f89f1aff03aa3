import { useEffect, useRef } from 'react'
import { useNavigate, useNavigation } from 'react-router-dom'
import type { NavigateOptions } from 'react-router-dom'

/**
 * Like `useNavigate`, for the end of an action that takes time: does nothing if the user has left the page meanwhile, or
 * is waiting for the next one.
 */
export function useNavigateFromHere(): (path: string, options?: NavigateOptions) => Promise<void> {
  const navigate = useNavigate()
  const { state } = useNavigation()
  const isHere = useRef(false)
  useEffect(() => {
    isHere.current = state === 'idle'
    return () => {
      isHere.current = false
    }
  }, [state])
  return async (path, options) => {
    if (isHere.current) await navigate(path, options)
  }
}
