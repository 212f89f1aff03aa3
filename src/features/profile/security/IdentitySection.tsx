import type { ReactNode } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import { useText } from '../../../i18n/use-text.ts'
import { Button } from '../../../ui/Button.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Skeleton } from '../../../ui/Skeleton.tsx'
import { accountFault } from './account-fault.ts'

type Props<Answer> = { query: UseQueryResult<Answer>; lines?: number; children: (answer: Answer) => ReactNode }

/** A part of the page that the identity provider has to answer first; it may fail by itself and be tried again. */
export function IdentitySection<Answer>({ query, lines = 3, children }: Props<Answer>) {
  const t = useText('profile')
  const common = useText('common')
  const { data, error, isFetching, refetch } = query
  if (data !== undefined) return children(data)
  if (error === null) return <Skeleton lines={lines} />
  return (
    <Notice tone="danger" role="alert" title={t(accountFault(error))}>
      <Button variant="secondary" busy={isFetching} onClick={() => void refetch()}>
        {common('button.retry')}
      </Button>
    </Notice>
  )
}
