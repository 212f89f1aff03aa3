import { useQuery } from '@tanstack/react-query'
import { keptUntil } from '../../drafts/kept-until.ts'
import { useLanguage, useText } from '../../i18n/use-text.ts'
import { useSessionPort, wantedPage } from '../../identity/port.ts'
import { formatDateTime } from '../../lib/dates.ts'
import { matchRoute } from '../../paths.ts'
import { useTenant } from '../../tenant/tenant-context.tsx'

/** The page that the tenant has closed over, and its user; null if a visit began with the closed tenant. */
export function useClosedPage() {
  const { tenantId } = useTenant()
  const user = useSessionPort().storedSession()
  const path = wantedPage(tenantId)
  return user === null || path === null ? null : { tenantId, userId: user.userId, path }
}

/** What happens to typed answers if the tenant has closed over a form. */
export function KeptAnswers() {
  const t = useText('tenant-state')
  const language = useLanguage()
  const closed = useClosedPage()
  const { serviceId, type } = matchRoute(closed?.path ?? '')?.params ?? {}
  const { data: until = null } = useQuery({
    queryKey: ['kept-until', closed?.userId, serviceId, type],
    queryFn: () => (closed && serviceId !== undefined ? keptUntil({ ...closed, serviceId, type }) : null),
    staleTime: 0,
  })
  return until === null ? null : <p>{t('kept', { until: formatDateTime(until, language) })}</p>
}
