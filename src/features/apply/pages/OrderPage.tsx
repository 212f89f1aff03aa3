import { Navigate, useLocation, useParams, useSearchParams } from 'react-router-dom'
import { useListDraftsSuspense } from '../../../api/generated/drafts/drafts.ts'
import { staleTimes } from '../../../api/queries.ts'
import { ProblemError } from '../../../lib/problem.ts'
import { parseServiceId, paths } from '../../../paths.ts'
import type { Path } from '../../../paths.ts'
import { useTenant } from '../../../tenant/tenant-context.tsx'
import { ApplicationBoundary } from '../application/ApplicationBoundary.tsx'
import { applicationAt } from '../application/ApplicationFlow.tsx'
import type { OpenApplication } from '../application/use-application.ts'
import type { Elements } from '../../../ui/elements.ts'

type Props = {
  /** The page's own address for a type. */
  to: (tenantId: string, serviceId: string, type: string) => Path
  children: (application: OpenApplication) => Elements
}

/**
 * The frame of the `/order/…` pages. The type is in `?type=`. Without it, they use the service's draft if there is
 * exactly one, else they redirect to 手続き一覧.
 */
export function OrderPage({ to, children }: Props) {
  const application = applicationAt(useLocation())
  const serviceId = parseServiceId(useParams().serviceId)
  const [search] = useSearchParams()
  if (serviceId !== null && !search.has('type')) return <OnlyDraft serviceId={serviceId} to={to} />
  if (application === null) throw new ProblemError({ kind: 'not-found', fields: [] })
  return (
    <ApplicationBoundary {...application} silent>
      {children}
    </ApplicationBoundary>
  )
}

function OnlyDraft({ serviceId, to }: { serviceId: string; to: Props['to'] }) {
  const { tenantId } = useTenant()
  const { data } = useListDraftsSuspense(undefined, { query: { staleTime: staleTimes.drafts } })
  const open = data.items.filter((draft) => draft.serviceId === serviceId)
  const [only] = open
  return (
    <Navigate
      replace
      to={only === undefined || open.length > 1 ? paths.applicationList(tenantId) : to(tenantId, serviceId, only.type)}
    />
  )
}
