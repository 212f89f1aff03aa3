import { Suspense } from 'react'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { LastResort } from '../failure/RootBoundary.tsx'
import { useSurroundings } from './load-shell.ts'

/** The boundary of every page. */
export function RouteFailure() {
  return (
    <LastResort framed>
      <Suspense fallback={<Skeleton />}>
        <Problem />
      </Suspense>
    </LastResort>
  )
}

function Problem() {
  const { RouteProblem } = useSurroundings()
  return <RouteProblem />
}
