import { useEffect, useSyncExternalStore } from 'react'

let marked = 0
const listeners = new Set<() => void>()

function change(by: number): void {
  marked += by
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** While the caller is shown, the page's title says that there are errors. */
export function useErrorTitle(): void {
  useEffect(() => {
    change(1)
    return () => change(-1)
  }, [])
}

export function useHasErrorTitle(): boolean {
  return useSyncExternalStore(subscribe, () => marked > 0)
}
