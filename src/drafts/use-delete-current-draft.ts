import { useQueryClient } from '@tanstack/react-query'
import { getGetDraftQueryOptions, useDeleteDraft } from '../api/generated/drafts/drafts.ts'
import { staleTimes } from '../api/queries.ts'
import { problemOf } from '../lib/problem.ts'

/**
 * Deletes the draft of a service and type as it is at that moment, because an open form of this tab may just have saved
 * it. A draft that no longer exists is the desired result.
 */
export function useDeleteCurrentDraft() {
  const queryClient = useQueryClient()
  const { mutateAsync } = useDeleteDraft({ mutation: { meta: { problem: 'inline' } } })
  return async function deleteCurrentDraft(serviceId: string, type: string): Promise<void> {
    try {
      const options = getGetDraftQueryOptions(serviceId, type)
      const { data, headers } = await queryClient.query({ ...options, staleTime: staleTimes.drafts })
      const { applicationId } = data
      await mutateAsync({ serviceId, type, params: { applicationId }, headers: { 'If-Match': headers.etag ?? '' } })
    } catch (error) {
      const kind = problemOf(error)?.kind
      if (kind !== 'not-found' && kind !== 'gone') throw error
    }
  }
}
