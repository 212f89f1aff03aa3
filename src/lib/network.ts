import { ProblemError } from './problem.ts'

/**
 * Loads code that a click needs. A browser never requests a module again that once failed to load, and a reload would
 * lose typed text: so it is not requested while offline.
 */
export function loadOnline<T>(load: () => Promise<T>): Promise<T> {
  // Node.js does not report it; there a network is assumed.
  const { onLine }: { onLine?: boolean } = navigator
  return onLine === false ? Promise.reject(new ProblemError({ kind: 'offline', fields: [] })) : load()
}
