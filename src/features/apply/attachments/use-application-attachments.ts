import { useQueries } from '@tanstack/react-query'
import { getGetAttachmentQueryOptions } from '../../../api/generated/attachments/attachments.ts'
import type { AttachmentRef } from '../../../form-engine/attachments/attachment-storage.ts'
import { problemOf } from '../../../lib/problem.ts'
import { toRef } from './uploads.ts'

/** Long enough for one visit to the page (ms); the names of files never change. */
const keptFor = 60_000

type Files = {
  attachments: AttachmentRef[]
  loading: boolean
  /** The ids of those that the API does not have any more. */
  missing: string[]
}

/** Metadata of the files in the answers. A file that cannot be read is left out. */
export function useAttachments(ids: readonly string[]): Files {
  return useQueries({
    queries: ids.map((id) => ({ ...getGetAttachmentQueryOptions(id), staleTime: keptFor })),
    combine: (results) => ({
      attachments: results.flatMap(({ data }) => (data === undefined ? [] : [toRef(data)])),
      loading: results.some(({ isPending }) => isPending),
      missing: ids.filter((_id, index) => problemOf(results[index]?.error)?.kind === 'not-found'),
    }),
  })
}
