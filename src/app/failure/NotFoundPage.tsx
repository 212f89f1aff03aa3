import { ProblemPage } from '../../feedback/ProblemPage.tsx'
import { useHomePath } from '../portal/use-home-path.ts'

export function NotFoundPage() {
  return <ProblemPage problem={{ kind: 'not-found', fields: [] }} home={useHomePath()} />
}
