import 'fake-indexeddb/auto'
import { describe, expect, it, vi } from 'vitest'
import type { Session, SessionPort } from '../../../identity/port.ts'
import { parseTenantId } from '../../../paths.ts'
import { emptyContent } from './content-state.ts'
import { applicationDeps } from './application-deps.ts'

const tenantId = parseTenantId('Minato-City') ?? expect.fail('not a tenant id')
const key = { tenantId, userId: 'u-1', serviceId: 'water-start', type: 'individual' }

function depsWith(session: Pick<Session, 'tenantId' | 'userId'>) {
  const call = vi.fn<(ask: () => Promise<unknown>) => Promise<never>>(() => new Promise(() => undefined))
  const storedSession = () => session as Session
  const deps = applicationDeps(key, {
    tenantId,
    session: { storedSession } as SessionPort,
    call: call as never,
    profile: () => Promise.reject(new Error('no profile in this test')),
    loadVersion: () => Promise.reject(new Error('no other version in this test')),
    loadPublished: async () => null,
    refreshLists: () => undefined,
  })
  return { deps, call }
}

describe('the draft of a user', () => {
  it('a draft is saved although the identity provider writes the tenant in lower case', async () => {
    const { deps, call } = depsWith({ tenantId: 'minato-city', userId: 'u-1' })
    void deps.server.save(emptyContent('v1'), { applicationId: 'application-1', etag: null }, false)
    await vi.waitFor(() => expect(call).toHaveBeenCalledOnce())
  })

  it.each([
    ['another user', { tenantId: 'minato-city', userId: 'u-2' }],
    ['another tenant', { tenantId: 'yume', userId: 'u-1' }],
  ])('a draft is not sent with the token of %s', async (_name, session) => {
    const { deps, call } = depsWith(session)
    expect(
      await deps.server.save(emptyContent('v1'), { applicationId: 'application-1', etag: null }, false),
    ).toMatchObject({ kind: 'failed' })
    expect(call).not.toHaveBeenCalled()
  })
})
