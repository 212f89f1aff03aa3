import 'fake-indexeddb/auto'
import { MutationCache, QueryClient } from '@tanstack/react-query'
import { describe, expect, it, vi } from 'vitest'
import type { Session, SessionPort } from '../../../identity/port.ts'
import { parseTenantId } from '../../../paths.ts'
import { emptyContent } from './content-state.ts'
import { applicationDeps } from './application-deps.ts'

const tenantId = parseTenantId('Minato-City') ?? expect.fail('not a tenant id')
const key = { tenantId, userId: 'u-1', serviceId: 'water-start', type: 'individual' }

function depsWith(session: Pick<Session, 'tenantId' | 'userId'>) {
  const asked = vi.fn<() => Promise<never>>(() => new Promise(() => undefined))
  const queryClient = new QueryClient({ mutationCache: new MutationCache({ onMutate: asked }) })
  const storedSession = () => session as Session
  const page = { tenantId, queryClient, formsBase: '/forms', language: 'ja' as const }
  const deps = applicationDeps(key, { ...page, session: { storedSession } as SessionPort })
  return { deps, asked }
}

describe('the draft of a user', () => {
  it('a draft is saved although the identity provider writes the tenant in lower case', async () => {
    const { deps, asked } = depsWith({ tenantId: 'minato-city', userId: 'u-1' })
    void deps.server.save(emptyContent('v1'), { applicationId: 'application-1', etag: null }, false)
    await vi.waitFor(() => expect(asked).toHaveBeenCalledOnce())
  })

  it.each([
    ['another user', { tenantId: 'minato-city', userId: 'u-2' }],
    ['another tenant', { tenantId: 'yume', userId: 'u-1' }],
  ])('a draft is not sent, read or deleted with the token of %s', async (_name, session) => {
    const { deps, asked } = depsWith(session)
    const applicationId = 'application-1'
    const save = [emptyContent('v1'), { applicationId, etag: null }] as const
    expect(await deps.server.save(...save, false)).toMatchObject({ kind: 'failed' })
    expect(deps.server.sendOnLeave(...save)).toBe(false)
    expect(await deps.server.read()).toMatchObject({ kind: 'unreachable' })
    expect(await deps.server.remove({ applicationId, etag: '"1"' })).toMatchObject({ kind: 'failed' })
    expect(asked).not.toHaveBeenCalled()
  })
})
