import type { FormFiles } from '../../edit/commands.ts'
import { studioHost } from '../studio-host.ts'
import { useAnswer } from '../use-answer.ts'

/** The files of a tenant in the published folder, which may have come from elsewhere; null until they are read. */
export function usePublishedTenant(tenantId: string): FormFiles | null {
  return useAnswer(tenantId, () => studioHost().publishedTenant(tenantId))
}
