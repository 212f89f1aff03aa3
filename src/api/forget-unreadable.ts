import type { QueryClient } from '@tanstack/react-query'

/** Before another try at something that could not be drawn: its answer must not come from memory again. */
export function forgetUnreadable(queryClient: QueryClient): void {
  queryClient.removeQueries({ type: 'inactive' })
  void queryClient.invalidateQueries({ refetchType: 'none' })
}
