/**
 * Starts a query in a loader without waiting for it, so that the page appears at once and each part of it with its own
 * answer. A failure is kept in the query cache and thrown by the hook that reads it, inside that part's boundary.
 */
export function startQuery(answer: Promise<unknown>): void {
  answer.then(noop, noop)
}

function noop(): void {
  return undefined
}
