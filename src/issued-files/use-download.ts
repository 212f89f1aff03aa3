import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useCreateAttachmentLink } from '../api/generated/attachments/attachments.ts'
import { getListFilesInfiniteQueryKey, useCreateFileLink } from '../api/generated/files/files.ts'
import { newIdempotencyKey } from '../lib/idempotency.ts'
import { useSubmitOnce } from '../lib/use-submit-once.ts'
import { leaveForFile } from './leave-for-file.ts'

export type Downloadable = { kind: 'file' | 'attachment'; id: string }

export type Download = {
  /** Fetches a fresh link and follows it. A click while one is being fetched does nothing. */
  download: (wanted: Downloadable) => Promise<void>
  /** The id whose link is being fetched. */
  busyId: string | null
  /** The id whose link led to an address the portal does not follow. */
  refusedId: string | null
}

/** Links are signed and good for one download, so each click asks for its own. Failures are notified by the query client. */
export function useDownload(): Download {
  const queryClient = useQueryClient()
  const fileLink = useCreateFileLink({ mutation: { meta: { problem: 'notify' } } })
  const attachmentLink = useCreateAttachmentLink({ mutation: { meta: { problem: 'notify' } } })
  const { submit, busy } = useSubmitOnce()
  const [wantedId, setWantedId] = useState<string | null>(null)
  const [refusedId, setRefusedId] = useState<string | null>(null)

  function download({ kind, id }: Downloadable): Promise<void> {
    const headers = { 'Idempotency-Key': newIdempotencyKey() }
    return submit(
      async () => {
        setWantedId(id)
        setRefusedId(null)
        const link =
          kind === 'file'
            ? await fileLink.mutateAsync({ fileId: id, headers })
            : await attachmentLink.mutateAsync({ attachmentId: id, headers })
        if (!leaveForFile(link.url)) setRefusedId(id)
      },
      ({ kind: failure }) => {
        // The query client shows the problem (meta). A file that is gone is no longer offered.
        if (failure === 'gone') void queryClient.invalidateQueries({ queryKey: getListFilesInfiniteQueryKey() })
        return null
      },
    )
  }

  return { download, busyId: busy ? wantedId : null, refusedId }
}
