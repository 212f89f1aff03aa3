import { afterEach, describe, expect, it, vi } from 'vitest'
import { memoryStore, tabGroup } from './testing/memory-tab.ts'
import { listenAsPool, openTab as tab, password, pool, server } from './testing/pool-session.ts'

listenAsPool()
afterEach(() => {
  vi.useRealTimers()
  pool.reset()
})

function sent(action: string) {
  return pool.requests.filter((request) => request.action === action)
}
/** Every request to revoke a token was answered, and its caller has the response. */
async function revoked() {
  await vi.waitFor(() =>
    expect(pool.answered.filter((action) => action === 'RevokeToken')).toHaveLength(sent('RevokeToken').length),
  )
  await new Promise((resolve) => setTimeout(resolve))
}
function tokenKeys(store: { keys(): string[] }) {
  return store.keys().filter((key) => /Token$|LastAuthUser$/.test(key))
}

describe('the session', () => {
  it('signs in by SRP as configured and reports the user', async () => {
    const username = pool.user()
    const { port, changes } = tab({ flow: 'USER_SRP_AUTH' })
    expect(port.hasSession()).toBe(false)
    expect(await port.currentSession()).toBeNull()
    expect(await port.signIn(username, password)).toEqual({ kind: 'done' })
    expect(sent('InitiateAuth')[0]?.body).toMatchObject({ AuthFlow: 'USER_SRP_AUTH' })
    const session = await port.currentSession()
    expect(session).toMatchObject({
      username,
      tenantId: 'minato-city',
      userId: username.slice('minato-city__'.length),
      email: `${username.slice('minato-city__'.length)}@example.jp`,
    })
    expect(port.hasSession()).toBe(true)
    expect(port.lastKnownIdToken()).toBe(await port.getIdToken())
    expect(changes).toEqual([{ kind: 'signed-in', session, here: true }])
  })

  it.each(['session', 'local'] as const)(
    'keeps tokens in the storage that the user wants, by default in %s storage, and device keys in local storage',
    async (tokenStorage) => {
      for (const chosen of [undefined, 'session', 'local'] as const) {
        const { port, stores } = tab({ tokenStorage })
        await port.signIn(pool.user(), password, chosen)
        const expected = chosen ?? tokenStorage
        expect(tokenKeys(stores[expected])).toHaveLength(4)
        expect(tokenKeys(stores[expected === 'local' ? 'session' : 'local'])).toEqual([])
        await port.getIdToken()
        expect(port.keptIn()).toBe(expected)
        await port.signOut()
        expect(port.keptIn(), 'the next user decides again').toBe(tokenStorage)
        const deviceKeys = stores.local
          .keys()
          .filter((key) => /(?:deviceKey|deviceGroupKey|randomPasswordKey)$/.test(key))
        expect(deviceKeys).toHaveLength(3)
      }
    },
  )

  it('counts in a new tab only if the user wants so, also after a reload at a second factor', async () => {
    for (const { keptIn, signedIn } of [
      { keptIn: 'local', signedIn: true },
      { keptIn: 'session', signedIn: false },
    ] as const) {
      const { port, stores } = tab()
      await port.signIn(pool.user({ mfa: { enabled: ['SMS_MFA'] } }), password, keptIn)
      const reloaded = tab({}, stores)
      expect(await reloaded.port.confirm(pool.lastCode())).toEqual({ kind: 'done' })
      expect(tab({}, { local: stores.local, session: memoryStore() }).port.hasSession()).toBe(signedIn)
    }
  })

  it("revokes and removes the tab's own sign-in and that of the browser at a log-out", async () => {
    const mine = tab()
    const username = pool.user()
    await mine.port.signIn(username, password)
    const other = tab({}, { local: mine.stores.local, session: memoryStore() })
    await other.port.signIn(username, password, 'local')
    expect(await mine.port.getIdToken()).not.toBe(await other.port.getIdToken())
    await mine.port.signOut()
    expect(sent('RevokeToken')).toHaveLength(2)
    for (const store of [mine.stores.session, mine.stores.local]) expect(tokenKeys(store)).toEqual([])
    expect(other.port.hasSession()).toBe(false)
  })

  it('keeps the sign-in that follows a log-out, if another tab reports the log-out late', async () => {
    const username = pool.user()
    const frozen = tab()
    await frozen.port.signIn(username, password, 'local')
    const other = tab({}, { local: frozen.stores.local, session: memoryStore() })
    await other.port.signOut()
    await other.port.signIn(username, password, 'local')
    // The messages that the frozen tab has not received yet; its group has no other tab.
    for (const message of other.group.posted) frozen.group.open().post(message)
    expect(other.port.hasSession()).toBe(true)
    await vi.waitFor(() => expect(frozen.changes.at(-1)).toMatchObject({ kind: 'signed-in', here: false }))
    expect(frozen.port.hasSession()).toBe(true)
    expect(sent('RevokeToken')).toHaveLength(1)
  })

  it.each(['session', 'local'] as const)(
    'ignores, until the next sign-in, tokens whose removal arrives after the message of a log-out (%s storage)',
    async (keptIn) => {
      const username = pool.user()
      const group = tabGroup()
      const behind = { local: memoryStore(), session: memoryStore() }
      const ahead = { local: memoryStore(), session: memoryStore() }
      const arrive = () => {
        for (const key of ahead.local.keys()) behind.local.set(key, ahead.local.get(key) ?? '')
      }
      const first = tab({}, behind, group)
      if (keptIn === 'session') await first.port.signIn(username, password, keptIn)
      const other = tab({}, ahead, group)
      await other.port.signIn(username, password, 'local')
      arrive()
      expect(first.port.hasSession()).toBe(true)
      await other.port.signOut()
      await vi.waitFor(() => expect(first.changes.at(-1)).toMatchObject({ kind: 'signed-out', here: false }))
      expect(tokenKeys(behind.local)).toHaveLength(4)
      expect(first.port.hasSession()).toBe(false)
      expect(await first.port.currentSession()).toBeNull()
      await other.port.signIn(username, password, 'local')
      arrive()
      expect(first.port.hasSession()).toBe(true)
    },
  )

  it('continues after a reload without a request to the provider', async () => {
    const { port, stores } = tab()
    await port.signIn(pool.user(), password)
    pool.requests.length = 0
    const reloaded = tab({}, stores)
    expect(reloaded.port.hasSession()).toBe(true)
    expect(await reloaded.port.getIdToken()).toBe(port.lastKnownIdToken())
    expect(pool.requests).toEqual([])
  })

  it('renews with a rotated refresh token, once for parallel calls', async () => {
    const { port, stores } = tab()
    await port.signIn(pool.user(), password)
    const before = port.lastKnownIdToken()
    const refreshKey = stores.session.keys().find((key) => key.endsWith('.refreshToken')) ?? ''
    const refreshToken = stores.session.get(refreshKey)
    const results = await Promise.all([port.refresh(), port.refresh(), port.refresh(), port.refresh(), port.refresh()])
    expect(new Set(results)).toEqual(new Set(['refreshed']))
    expect(sent('GetTokensFromRefreshToken')).toHaveLength(1)
    expect(port.lastKnownIdToken()).not.toBe(before)
    expect(stores.session.get(refreshKey)).not.toBe(refreshToken)
  })

  it('renews a token that is about to expire before it returns it', async () => {
    const { port } = tab()
    await port.signIn(pool.user(), password)
    const before = port.lastKnownIdToken()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_580_000 })
    const token = await port.getIdToken()
    expect(token).not.toBe(before)
    expect(sent('GetTokensFromRefreshToken')).toHaveLength(1)
  })

  it('keeps the session if the identity provider cannot be reached', async () => {
    const { port, changes } = tab()
    await port.signIn(pool.user(), password)
    pool.faults.failing = true
    await expect(port.refresh()).rejects.toMatchObject({ problem: { kind: 'offline' } })
    expect(port.hasSession()).toBe(true)
    expect(await port.getIdToken()).not.toBeNull()
    expect(changes.map(({ kind }) => kind)).toEqual(['signed-in'])
    pool.faults.failing = false
    expect(await port.refresh()).toBe('refreshed')
  })

  it('ends a renewal without a response at the limit, and renews at the next attempt', async () => {
    const { port, changes } = tab({}, undefined, undefined, 200)
    await port.signIn(pool.user(), password)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_700_000 })
    pool.faults.delayMs = 20_000
    pool.faults.actions = ['GetTokensFromRefreshToken']
    await expect(port.getIdToken()).rejects.toMatchObject({ problem: { kind: 'timeout' } })
    expect(pool.answered, 'rejected without waiting for the response').not.toContain('GetTokensFromRefreshToken')
    expect(port.hasSession()).toBe(true)
    pool.faults.delayMs = 0
    await vi.waitFor(async () => expect(await port.getIdToken()).not.toBeNull())
    expect(changes.map(({ kind }) => kind)).toEqual(['signed-in'])
  })

  it('treats an account action without a response as a network failure at the limit', async () => {
    const { port } = tab({}, undefined, undefined, 200)
    const username = pool.user()
    await port.signIn(username, password)
    pool.faults.delayMs = 20_000
    pool.faults.actions = ['GetUser', 'ForgotPassword']
    await expect(port.accountOf(username).attributes()).rejects.toMatchObject({ reason: 'network' })
    await expect(port.reset.request('minato-city__x')).rejects.toMatchObject({ reason: 'network' })
  })

  it('reads the user from an expired token without renewing it', async () => {
    const username = pool.user()
    const { port } = tab()
    await port.signIn(username, password)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_700_000 })
    pool.requests.length = 0
    expect(port.storedSession()?.username).toBe(username)
    expect(port.lastKnownIdToken()).not.toBeNull()
    expect(pool.requests).toEqual([])
  })

  it('rejects with a network problem if an expired token cannot be renewed', async () => {
    const { port } = tab()
    await port.signIn(pool.user(), password)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_700_000 })
    pool.faults.failing = true
    await expect(port.getIdToken()).rejects.toMatchObject({ problem: { kind: 'offline' } })
    expect(port.hasSession()).toBe(true)
  })

  it('expires but keeps the owner of the page if the identity provider has revoked the sign-in', async () => {
    const username = pool.user()
    const { port, stores, changes } = tab()
    await port.signIn(username, password)
    pool.identity.users.signOutEverywhere(username)
    expect(await port.refresh()).toBe('signed-out')
    expect(tokenKeys(stores.session)).toEqual([])
    expect(await port.getIdToken()).toBeNull()
    expect(changes.at(-1)).toEqual({ kind: 'expired' })
  })

  it('revokes at log-out before it removes the tokens, and keeps only device keys and the marker', async () => {
    const { port, stores, changes } = tab()
    await port.signIn(pool.user(), password)
    let tokensAtRevocation: string[] = []
    server.events.on('request:start', () => {
      tokensAtRevocation = tokenKeys(stores.session)
    })
    await port.signOut()
    server.events.removeAllListeners()
    expect(sent('RevokeToken')).toHaveLength(1)
    expect(tokensAtRevocation).toHaveLength(4)
    expect(stores.session.keys()).toEqual([])
    expect(stores.local.keys().map((key) => key.split('.').at(-1))).toEqual([
      'deviceKey',
      'deviceGroupKey',
      'randomPasswordKey',
      'left',
    ])
    expect(stores.local.get('portal.left'), 'who it was cannot be read').toMatch(/^[0-9a-z]{1,7}$/)
    expect(changes.at(-1)).toMatchObject({ kind: 'signed-out', here: true, reason: 'log-out' })
    expect(port.hasSession()).toBe(false)
  })

  it('logs out within the limit if the identity provider hangs, and a late response does not affect a newer sign-in', async () => {
    const { port } = tab()
    await port.signIn(pool.user(), password)
    pool.faults.delayMs = 1000
    pool.faults.actions = ['RevokeToken']
    const leaving = port.signOut()
    expect(await port.getIdToken()).toBeNull()
    await leaving
    expect(pool.answered, 'the answer comes later').not.toContain('RevokeToken')
    expect(port.hasSession()).toBe(false)
    await port.signIn(pool.user(), password)
    await revoked()
    expect(port.hasSession()).toBe(true)
    expect(await port.getIdToken()).not.toBeNull()
  })

  it('begins a sign-in only after a running log-out', async () => {
    const { port } = tab()
    await port.signIn(pool.user(), password)
    pool.faults.delayMs = 100
    pool.faults.actions = ['RevokeToken']
    const username = pool.user()
    const [, step] = await Promise.all([port.signOut(), port.signIn(username, password)])
    expect(step).toEqual({ kind: 'done' })
    expect((await port.currentSession())?.username).toBe(username)
  })

  it('abandons a running sign-in when the user is logged out', async () => {
    const { port, stores } = tab()
    pool.faults.delayMs = 100
    pool.faults.actions = ['InitiateAuth']
    const late = port.signIn(pool.user(), password)
    await Promise.all([expect(late).rejects.toMatchObject({ reason: 'challenge-expired' }), port.signOut()])
    expect(tokenKeys(stores.session)).toEqual([])
    expect(port.hasSession()).toBe(false)
  })

  it('signs out everywhere', async () => {
    const username = pool.user()
    const elsewhere = await pool.identity.issueTokens(username)
    const { port } = tab()
    await port.signIn(username, password)
    await port.signOut({ everywhere: true })
    expect(sent('GlobalSignOut')).toHaveLength(1)
    const { body } = await pool.identity.handle('GetUser', { AccessToken: elsewhere.accessToken })
    expect(body).toMatchObject({ __type: 'NotAuthorizedException' })
  })

  it('signs the former user out when another user signs in', async () => {
    const { port } = tab()
    await port.signIn(pool.user(), password)
    const second = pool.user()
    expect(await port.signIn(second, password)).toEqual({ kind: 'done' })
    expect(sent('RevokeToken')).toHaveLength(1)
    expect((await port.currentSession())?.username).toBe(second)
  })

  it('completes a challenge, stays on it after a wrong code, and can remember the device', async () => {
    const username = pool.user({ mfa: { enabled: ['SMS_MFA'] } })
    const { port, stores } = tab()
    const step = { kind: 'code', channel: 'sms', destination: '+********5678' }
    expect(await port.signIn(username, password)).toEqual(step)
    expect(port.hasSession()).toBe(false)
    await expect(port.confirm('000')).rejects.toMatchObject({ reason: 'code-wrong' })
    expect(tab({}, stores).port.pendingStep()).toEqual(step)
    expect(await port.confirm(pool.lastCode(), { rememberDevice: true })).toEqual({
      kind: 'done',
      deviceRemembered: true,
    })
    expect(port.pendingStep()).toBeNull()
    await port.signOut()
    expect(await port.signIn(username, password)).toEqual({ kind: 'done' })
  })

  it('returns to the start if the sign-in in progress is over', async () => {
    const { port } = tab()
    await port.signIn(pool.user({ mfa: { enabled: ['SMS_MFA'] } }), password)
    pool.shiftClock(3 * 60_000)
    await expect(port.confirm(pool.lastCode())).rejects.toMatchObject({ reason: 'challenge-expired' })
    expect(port.pendingStep()).toBeNull()
  })

  it('drops the tokens of an abandoned sign-in', async () => {
    const { port, stores } = tab()
    pool.faults.delayMs = 100
    const late = port.signIn(pool.user(), password)
    port.abandonSignIn()
    await expect(late).rejects.toMatchObject({ reason: 'challenge-expired' })
    expect(tokenKeys(stores.session)).toEqual([])
    expect(port.hasSession()).toBe(false)
  })

  it('logs the other tabs of the user out', async () => {
    const username = pool.user()
    const group = tabGroup()
    const first = tab({}, undefined, group)
    await first.port.signIn(username, password)
    const second = tab({}, undefined, group)
    await second.port.signIn(username, password)
    await second.port.signOut()
    await vi.waitFor(() =>
      expect(first.changes.at(-1)).toEqual({
        kind: 'signed-out',
        here: false,
        reason: 'log-out',
        user: { tenantId: 'minato-city', userId: username.slice('minato-city__'.length) },
      }),
    )
    expect(first.port.hasSession()).toBe(false)
  })

  it.each(['storage', 'focus', 'pageshow', 'visibilitychange'])(
    'detects a log-out in another tab at the event "%s" if the browser has no BroadcastChannel (S-13)',
    async (type) => {
      const username = pool.user()
      const page = new EventTarget()
      const mine = tab({}, undefined, undefined, undefined, page)
      await mine.port.signIn(username, password)
      // The other tab has a group of its own, so that no message arrives.
      const other = tab({}, { local: mine.stores.local, session: memoryStore() })
      await other.port.signIn(username, password)
      await other.port.signOut()
      expect(mine.changes.at(-1)).toMatchObject({ kind: 'signed-in' })
      page.dispatchEvent(new Event(type))
      await vi.waitFor(() => expect(mine.changes.at(-1)).toMatchObject({ kind: 'signed-out', here: false }))
      expect(tokenKeys(mine.stores.session)).toEqual([])
    },
  )

  it('logs out and revokes its own sign-in after a log-out in another tab (S-13)', async () => {
    const username = pool.user()
    const away = tab()
    await away.port.signIn(username, password)
    const other = tab({}, { local: away.stores.local, session: memoryStore() })
    await other.port.signIn(username, password)
    await other.port.signOut()
    const back = tab({}, away.stores)
    expect(back.port.hasSession()).toBe(false)
    expect(await back.port.currentSession()).toBeNull()
    await vi.waitFor(() => expect(back.changes.at(-1)).toMatchObject({ kind: 'signed-out', here: false }))
    expect(tokenKeys(away.stores.session)).toEqual([])
    expect(sent('RevokeToken')).toHaveLength(2)
    // A user who signs in again is signed in, also after a reload.
    await back.port.signIn(username, password)
    expect(tab({}, back.stores).port.hasSession()).toBe(true)
  })

  it('distinguishes a limit from a log-out, by message and by marker', async () => {
    const username = pool.user()
    const group = tabGroup()
    const first = tab({}, undefined, group)
    await first.port.signIn(username, password)
    const away = { local: first.stores.local, session: memoryStore() }
    for (const key of first.stores.session.keys()) away.session.set(key, first.stores.session.get(key) ?? '')
    const other = tab({}, { local: first.stores.local, session: memoryStore() }, group)
    await other.port.signIn(username, password)
    await other.port.signOut({ reason: 'limit' })
    await vi.waitFor(() => expect(first.changes.at(-1)).toMatchObject({ kind: 'signed-out', reason: 'limit' }))
    const back = tab({}, away)
    expect(back.port.hasSession()).toBe(false)
    await vi.waitFor(() => expect(back.changes.at(-1)).toMatchObject({ kind: 'signed-out', reason: 'limit' }))
  })

  it('logs out after a log-out in another tab while this one was frozen (S-13)', async () => {
    const username = pool.user()
    const frozen = tab()
    await frozen.port.signIn(username, password)
    const other = tab({}, { local: frozen.stores.local, session: memoryStore() })
    await other.port.signIn(username, password)
    await other.port.signOut()
    expect(frozen.port.hasSession()).toBe(false)
    await vi.waitFor(() => expect(frozen.changes.at(-1)).toMatchObject({ kind: 'signed-out', here: false }))
    expect(tokenKeys(frozen.stores.session)).toEqual([])
  })

  it('logs out once if both the marker and the message report a log-out', async () => {
    const username = pool.user()
    const group = tabGroup()
    const first = tab({}, undefined, group)
    await first.port.signIn(username, password)
    const other = tab({}, { local: first.stores.local, session: memoryStore() })
    await other.port.signIn(username, password)
    await other.port.signOut()
    expect(first.port.hasSession()).toBe(false)
    group.open().post({ kind: 'signed-out', username, reason: 'log-out' })
    await vi.waitFor(() => expect(first.changes.at(-1)?.kind).toBe('signed-out'))
    await revoked()
    expect(first.changes.map(({ kind }) => kind)).toEqual(['signed-in', 'signed-out'])
  })

  it('stays signed in after a log-out of another user', async () => {
    const away = tab()
    await away.port.signIn(pool.user(), password)
    const other = tab({}, { local: away.stores.local, session: memoryStore() })
    await other.port.signIn(pool.user(), password)
    await other.port.signOut()
    expect(tab({}, away.stores).port.hasSession()).toBe(true)
  })

  it('reports another user even if the storage changes after the message (S-12)', async () => {
    const group = tabGroup()
    const behind = { local: memoryStore(), session: memoryStore() }
    const first = tab({ tokenStorage: 'local' }, behind, group)
    await first.port.signIn(pool.user(), password)
    const ahead = { local: memoryStore(), session: memoryStore() }
    const other = pool.user()
    await tab({ tokenStorage: 'local' }, ahead, group).port.signIn(other, password)
    expect(first.changes.map(({ kind }) => kind)).toEqual(['signed-in', 'other-user'])
    for (const key of ahead.local.keys()) behind.local.set(key, ahead.local.get(key) ?? '')
    await vi.waitFor(() =>
      expect(first.changes.at(-1)).toMatchObject({ kind: 'replaced', session: { username: other } }),
    )
  })

  it('reports another user to a tab with tokens of its own, which keeps its own user', async () => {
    const group = tabGroup()
    const [first, second] = [tab({}, undefined, group), tab({}, undefined, group)]
    const [owner, other] = [pool.user(), pool.user()]
    await first.port.signIn(owner, password)
    await second.port.signIn(other, password)
    expect(first.changes.at(-1)).toEqual({ kind: 'other-user', owner, other })
    expect((await first.port.currentSession())?.username).toBe(owner)
    await second.port.signOut()
    await second.port.signIn(owner, password)
    expect(first.changes.filter(({ kind }) => kind === 'other-user')).toHaveLength(1)
  })

  it('gives a page no token of another user who signed in in another tab', async () => {
    const group = tabGroup()
    const stores = { local: memoryStore(), session: memoryStore() }
    const first = tab({ tokenStorage: 'local' }, stores, group)
    const owner = pool.user()
    await first.port.signIn(owner, password)
    const second = tab({ tokenStorage: 'local' }, stores, group)
    const other = pool.user()
    await second.port.signIn(other, password)
    expect(first.changes.at(-1)).toMatchObject({ kind: 'replaced', session: { username: other } })
    expect(await first.port.getIdToken()).toBeNull()
    await expect(first.port.accountOf(owner).attributes()).rejects.toMatchObject({ reason: 'session-ended' })
    expect(await first.port.currentSession()).toBeNull()
    expect((await second.port.currentSession())?.username).toBe(other)
  })

  it('adopts tokens that a duplicate of this tab has rotated', async () => {
    const group = tabGroup()
    const original = tab({}, undefined, group)
    await original.port.signIn(pool.user(), password)
    const copied = memoryStore()
    for (const key of original.stores.session.keys()) copied.set(key, original.stores.session.get(key) ?? '')
    const duplicate = tab({}, { local: original.stores.local, session: copied }, group)
    expect(await duplicate.port.refresh()).toBe('refreshed')
    expect(original.port.lastKnownIdToken()).toBe(duplicate.port.lastKnownIdToken())
  })

  it('asks for the tokens that a duplicate rotated before this tab could receive them', async () => {
    const group = tabGroup()
    const original = tab({}, undefined, group)
    await original.port.signIn(pool.user(), password)
    const copied = memoryStore()
    for (const key of original.stores.session.keys()) copied.set(key, original.stores.session.get(key) ?? '')
    expect(await original.port.refresh()).toBe('refreshed')
    const late = tab({}, { local: original.stores.local, session: copied }, group)
    expect(await late.port.refresh()).toBe('refreshed')
    expect(late.port.lastKnownIdToken()).toBe(original.port.lastKnownIdToken())
  })

  it('does not report its rotated tokens after its log-out', async () => {
    const group = tabGroup()
    const original = tab({}, undefined, group)
    await original.port.signIn(pool.user(), password)
    await original.port.refresh()
    const rotations = () => group.posted.filter((message) => message.kind === 'rotated')
    const [{ replaced } = { replaced: '' }] = rotations()
    const ask = () => group.open().post({ kind: 'successor-asked', replaced })
    ask()
    expect(rotations()).toHaveLength(2)
    await original.port.signOut()
    ask()
    expect(rotations()).toHaveLength(2)
  })
})
