import { useQueries } from '@tanstack/react-query'
import { getGetAttachmentQueryOptions } from '../../../api/generated/attachments/attachments.ts'
import type { Attachment } from '../../../api/generated/api.schemas.ts'

/** In milliseconds, long enough for one visit to the page; names never change. */
const keptFor = 60_000

/** Metadata of the files in the answers. A file that cannot be read is left out; its id is still sent. */
export function useAttachments(ids: readonly string[]): { attachments: Attachment[]; loading: boolean } {
  return useQueries({
    queries: ids.map((id) => ({ ...getGetAttachmentQueryOptions(id), staleTime: keptFor })),
    combine: (results) => ({
      attachments: results.flatMap(({ data }) => (data === undefined ? [] : [data])),
      loading: results.some(({ isPending }) => isPending),
    }),
  })
}
