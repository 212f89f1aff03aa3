import { Suspense } from 'react'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { RootBoundary } from '../failure/RootBoundary.tsx'
import { useShell } from './load-shell.ts'

/** The boundary of every page. */
export function RouteBoundary() {
  return (
    <RootBoundary framed>
      <Suspense fallback={<Skeleton />}>
        <Problem />
      </Suspense>
    </RootBoundary>
  )
}

function Problem() {
  const { RouteProblem } = useShell()
  return <RouteProblem />
}
