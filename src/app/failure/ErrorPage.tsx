import { useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { ProblemPage } from '../../feedback/ProblemPage.tsx'
import { paths } from '../../paths.ts'
import { useHomePath } from '../portal/use-home-path.ts'

/** The generic error page. It forgets the query it was opened with, whatever it says. */
export function ErrorPage() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const dirty = search.size > 0
  useEffect(() => {
    if (dirty) void navigate(paths.error(), { replace: true })
  }, [dirty, navigate])
  return <ProblemPage problem={{ kind: 'unreadable', fields: [] }} home={useHomePath()} />
}
