import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useCreateAttachmentLink } from '../api/generated/attachments/attachments.ts'
import { getListFilesInfiniteQueryKey, useCreateFileLink } from '../api/generated/files/files.ts'
import { newIdempotencyKey } from '../lib/idempotency.ts'
import { useSubmitOnce } from '../lib/use-submit-once.ts'
import { leaveForFile } from './leave-for-file.ts'

export type Downloadable = { kind: 'file' | 'attachment'; id: string }

export type Download = {
  /** Requests a new link and follows it. A click while a request is running does nothing. */
  download: (wanted: Downloadable) => Promise<void>
  /** The id whose link is being requested. */
  busyId: string | null
  /** The id whose link had an address that the portal does not follow. */
  refusedId: string | null
}

/** A link is signed and valid for one download, so each click requests its own. The query client shows failures. */
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
        // The query client shows the problem (meta). A file that is gone must disappear from the list.
        if (failure === 'gone') void queryClient.invalidateQueries({ queryKey: getListFilesInfiniteQueryKey() })
        return null
      },
    )
  }

  return { download, busyId: busy ? wantedId : null, refusedId }
}
