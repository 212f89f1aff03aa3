import type { QueryClient } from '@tanstack/react-query'
import type { DraftPage, ListDraftsParams } from '../api/generated/api.schemas.ts'
import { getListDraftsQueryKey } from '../api/generated/drafts/drafts.ts'

/** The list of procedures shows all drafts at once: there is one for each service and type. */
export const draftParams: ListDraftsParams = { limit: 50 }

/** Whether the list of procedures showed a draft of this form, and this tab has neither sent nor deleted it since. */
export function isListed(client: QueryClient, form: { serviceId: string; type: string }): boolean {
  const list = client.getQueryState<DraftPage>(getListDraftsQueryKey(draftParams))
  if (list?.data === undefined || list.isInvalidated) return false
  return list.data.items.some(({ serviceId, type }) => serviceId === form.serviceId && type === form.type)
}
