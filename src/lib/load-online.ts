import { ProblemError } from './problem.ts'

/**
 * Loads code that a press needs. A browser never asks again for a module that once did not arrive, and the reload that
 * would help takes what was typed along: so without a network it is not asked for at all.
 */
export function loadOnline<T>(load: () => Promise<T>): Promise<T> {
  // Where nobody knows, as in Node.js, there is a network.
  const { onLine }: { onLine?: boolean } = navigator
  return onLine === false ? Promise.reject(new ProblemError({ kind: 'offline', fields: [] })) : load()
}
