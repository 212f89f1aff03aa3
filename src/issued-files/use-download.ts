import { useRef, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { useCreateAttachmentLink } from '../api/generated/attachments/attachments.ts'
import { getListFilesInfiniteQueryKey, useCreateFileLink } from '../api/generated/files/files.ts'
import { newIdempotencyKey } from '../lib/idempotency.ts'
import { problemOf } from '../lib/problem.ts'
import { leaveForFile } from './leave-for-file.ts'

export type Downloadable = { kind: 'file' | 'attachment'; id: string }

export type Download = {
  /** Fetches a fresh link and follows it. A press while one is being fetched does nothing. */
  download: (wanted: Downloadable) => Promise<void>
  /** The id whose link is being fetched. */
  busyId: string | null
  /** The id whose link led to an address the portal does not follow. */
  refusedId: string | null
}

/** Links are signed and good for one download, so each press asks for its own. Failures are notified by the query client. */
export function useDownload(): Download {
  const queryClient = useQueryClient()
  const fileLink = useCreateFileLink({ mutation: { meta: { problem: 'notify' } } })
  const attachmentLink = useCreateAttachmentLink({ mutation: { meta: { problem: 'notify' } } })
  const [busyId, setBusyId] = useState<string | null>(null)
  const [refusedId, setRefusedId] = useState<string | null>(null)
  const pressed = useRef(false)

  async function download({ kind, id }: Downloadable) {
    if (pressed.current) return
    pressed.current = true
    setBusyId(id)
    setRefusedId(null)
    const headers = { 'Idempotency-Key': newIdempotencyKey() }
    try {
      const link =
        kind === 'file'
          ? await fileLink.mutateAsync({ fileId: id, headers })
          : await attachmentLink.mutateAsync({ attachmentId: id, headers })
      if (!leaveForFile(link.url)) setRefusedId(id)
    } catch (error) {
      // Shown by the query client (meta). What is gone should not be offered again.
      if (problemOf(error)?.kind === 'gone') {
        await queryClient.invalidateQueries({ queryKey: getListFilesInfiniteQueryKey() })
      }
    } finally {
      pressed.current = false
      setBusyId(null)
    }
  }

  return { download, busyId, refusedId }
}
