import { useInsertionEffect, useRef } from 'react'
import { useNavigate, useNavigation } from 'react-router-dom'
import type { NavigateOptions } from 'react-router-dom'

/** Returns whether the component is still shown and the user is not waiting for another page. */
export function useIsHere(): () => boolean {
  const { state } = useNavigation()
  const isHere = useRef(false)
  // The only effect that ends with the change of the page: `useEffect` ends after the next page is visible, and
  // `useLayoutEffect` also while the page is hidden because a part of it is being loaded.
  useInsertionEffect(() => {
    isHere.current = state === 'idle'
    return () => {
      isHere.current = false
    }
  }, [state])
  return () => isHere.current
}

/**
 * Like `useNavigate`, for the end of an action that takes time: does nothing if the user has left the page meanwhile, or
 * is waiting for the next one.
 */
export function useNavigateFromHere(): (path: string, options?: NavigateOptions) => Promise<void> {
  const navigate = useNavigate()
  const isHere = useIsHere()
  return async (path, options) => {
    if (isHere()) await navigate(path, options)
  }
}
