import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { useAccount, useSession } from '../session/session-context.tsx'
import type { Account } from '../session/cognito-account.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { requestPageFocus } from '../../ui/PageTitle.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { accountErrorText } from './account-error.ts'
import type { Elements } from '../../ui/elements.ts'

type Props<Answer> = { query: UseQueryResult<Answer>; lines?: number; children: (answer: Answer) => Elements }

/** A part of the page with data of the identity provider. It loads, fails and retries on its own. */
export function IdentitySection<Answer>({ query, lines = 3, children }: Props<Answer>) {
  const t = useText('profile')
  const common = useText('common')
  const { data, error, refetch } = query
  if (data !== undefined) return children(data)
  if (error === null) return <Skeleton lines={lines} />
  function retry() {
    void refetch()
    // A skeleton replaces the button.
    requestPageFocus()
  }
  return (
    <Notice tone="danger" role="alert" title={t(accountErrorText(error))}>
      <Button variant="secondary" onClick={retry}>
        {common('button.retry')}
      </Button>
    </Notice>
  )
}

type Answers = {
  attributes: Awaited<ReturnType<Account['attributes']>>
  factors: Awaited<ReturnType<Account['factors']>>
  devices: Awaited<ReturnType<Account['devices']>>
  setUpTotp: Awaited<ReturnType<Account['setUpTotp']>>
}

/** One of the user's queries, so that it is fetched again after signing in again, and removed with them. */
function identityKey(username: string, what?: keyof Answers) {
  return what === undefined ? ['o', 'identity', username] : ['o', 'identity', username, what]
}

/** Data of the identity provider about the user. Every view fetches it again; there is no refetch in the background. */
function useIdentity<What extends keyof Answers>(
  what: What,
  ask: (account: Account) => Promise<Answers[What]>,
): UseQueryResult<Answers[What]> {
  const { username } = useSession()
  const account = useAccount()
  return useQuery({
    queryKey: identityKey(username, what),
    queryFn: () => ask(account),
    staleTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}

export function useAttributes() {
  return useIdentity('attributes', (account) => account.attributes())
}
export function useFactors() {
  return useIdentity('factors', (account) => account.factors())
}
export function useDevices() {
  return useIdentity('devices', (account) => account.devices())
}

/** A new secret for an authenticator app. It is removed from the cache when the page is left. */
export function useTotpSecret(): UseQueryResult<Answers['setUpTotp']> {
  const { username } = useSession()
  const account = useAccount()
  return useQuery({
    queryKey: identityKey(username, 'setUpTotp'),
    queryFn: () => account.setUpTotp(),
    staleTime: Infinity,
    gcTime: 0,
  })
}

/** Fetches the shown data again after a change, before the change counts as done. */
export function useIdentityReload(): () => Promise<void> {
  const queryClient = useQueryClient()
  const { username } = useSession()
  return () => queryClient.invalidateQueries({ queryKey: identityKey(username) })
}
