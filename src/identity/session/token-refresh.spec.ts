import { afterEach, describe, expect, it, vi } from 'vitest'
import { clientId, testPool } from '../../../sandbox/identity/testing/identity-pool.ts'
import type { StoredTokens, TokenSet } from './stored-tokens.ts'
import { storedTokens, tokenKeys } from './stored-tokens.ts'
import { memoryStore } from './testing/memory-tab.ts'
import type { RefreshParts, TabLocks } from './token-refresh.ts'
import { refreshShared, tabLocks } from './token-refresh.ts'

const pool = testPool()
afterEach(() => {
  vi.useRealTimers()
  pool.reset()
})

let exchanges = 0
const noDuplicates = { rotated: () => {}, askSuccessor: () => {} }

async function exchange(held: TokenSet): Promise<TokenSet> {
  exchanges++
  const { body } = await pool.identity.handle('GetTokensFromRefreshToken', {
    ClientId: clientId,
    RefreshToken: held.refreshToken,
  })
  const { AuthenticationResult: result, __type } = body as {
    AuthenticationResult?: { IdToken: string; AccessToken: string; RefreshToken: string }
    __type?: string
  }
  if (!result) throw Object.assign(new Error('refused'), { name: __type })
  return { ...held, idToken: result.IdToken, accessToken: result.AccessToken, refreshToken: result.RefreshToken }
}

/** Tabs that share one storage, or duplicated tabs with one storage each, whose messages arrive after `delayMs`. */
async function tabs(
  kind: 'shared' | 'duplicated',
  delayMs = 0,
): Promise<{ stored: StoredTokens; refresh: () => Promise<TokenSet> }[]> {
  exchanges = 0
  const username = pool.user()
  const { idToken, accessToken, refreshToken } = await pool.identity.issueTokens(username)
  const all: StoredTokens[] = []
  const shared = memoryStore()
  const open = async () => {
    const session = kind === 'shared' ? shared : memoryStore()
    const stored = storedTokens(clientId, { local: memoryStore(), session })
    stored.acceptSignIn('session')
    const keys = tokenKeys(clientId)
    await stored.forAmplify.setItem(keys.lastUser, username)
    for (const [name, value] of Object.entries({ idToken, accessToken, refreshToken, clockDrift: '0' }))
      await stored.forAmplify.setItem(keys.of(username, name), value)
    stored.acceptSignIn(null)
    all.push(stored)
    const parts: RefreshParts = {
      stored,
      locks: tabLocks,
      limitMs: 5_000,
      exchange,
      duplicates: {
        ...noDuplicates,
        rotated(replaced, tokens) {
          const others = all.filter((other) => other !== stored)
          const tell = () => others.forEach((other) => other.adopt(replaced, tokens))
          if (delayMs === 0) tell()
          else setTimeout(tell, delayMs)
        },
      },
    }
    const refresh = async (): Promise<TokenSet> => {
      const held = stored.read()
      if (!held) throw new Error('This tab has lost its session')
      return refreshShared(held, `refresh of ${username}`, parts)
    }
    return { stored, refresh }
  }
  return [await open(), await open()]
}

describe('refreshing in two tabs at once', () => {
  it.each(['shared', 'duplicated'] as const)(
    'loses no session in 20 rounds, with one exchange each, %s tokens and no grace period',
    async (kind) => {
      const [first, second] = await tabs(kind)
      for (let round = 1; round <= 20; round++) {
        const [a, b] = await Promise.all([first?.refresh(), second?.refresh()])
        expect(a?.refreshToken).toBe(b?.refreshToken)
        expect(exchanges).toBe(round)
        // The old token is invalid now: a tab that still had it would be refused in the next round.
        pool.shiftClock(61_000)
      }
      expect(first?.stored.read()).toEqual(second?.stored.read())
    },
  )

  it.each([
    ['at the same moment', 0],
    ['just after the other has let go', 20],
  ])('exchanges once although the new tokens reach the other tab late: %s', async (_when, laterMs) => {
    const [first, second] = await tabs('duplicated', 150)
    const renewed = first?.refresh()
    if (laterMs > 0) await renewed
    const successor = await second?.refresh()
    expect(successor?.refreshToken).toBe((await renewed)?.refreshToken)
    expect(exchanges).toBe(1)
  })

  it('exchanges again if the successor never arrives', async () => {
    const [first, second] = await tabs('duplicated', 60_000)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const renewed = await first?.refresh()
    const before = vi.getTimerCount()
    const again = second?.refresh()
    await expect.poll(() => vi.getTimerCount(), { message: 'the second tab waits' }).toBe(before + 1)
    await vi.advanceTimersByTimeAsync(2_000)
    expect((await again)?.refreshToken).not.toBe(renewed?.refreshToken)
    expect(exchanges).toBe(2)
  })

  it('does not wait for a successor of a token whose exchange has failed', async () => {
    const [tab] = await tabs('shared')
    const held = tab?.stored.read()
    if (!tab || !held) throw new Error('not signed in')
    const claims: boolean[] = []
    const claim: TabLocks['claim'] = async (name) => {
      const release = await tabLocks.claim(name)
      claims.push(release !== null)
      return release
    }
    const parts = { stored: tab.stored, locks: { ...tabLocks, claim }, limitMs: 5_000, duplicates: noDuplicates }
    const refused = refreshShared(held, 'lock', { ...parts, exchange: () => Promise.reject(new Error('no network')) })
    await expect(refused).rejects.toThrow('no network')
    await refreshShared(held, 'lock', { ...parts, exchange })
    expect(claims).toEqual([true, true])
  })

  it('sends no further request if this tab logs out while it waits for the successor', async () => {
    const [first, second] = await tabs('duplicated', 60_000)
    await first?.refresh()
    const waiting = second?.refresh()
    second?.stored.clear('all')
    await expect(waiting).rejects.toMatchObject({ reason: 'session-ended' })
    expect(exchanges).toBe(1)
  })

  it('stores nothing if this tab logs out meanwhile', async () => {
    const [tab] = await tabs('shared')
    const renewing = tab?.refresh()
    tab?.stored.clear('all')
    await expect(renewing).rejects.toMatchObject({ reason: 'session-ended' })
    expect(tab?.stored.read()).toBeNull()
  })

  it('adopts tokens that another tab stored if its own token is refused', async () => {
    const [tab] = await tabs('shared')
    const held = tab?.stored.read()
    if (!tab || !held) throw new Error('not signed in')
    const newer = { ...held, idToken: 'newer', refreshToken: 'newer' }
    const refused = refreshShared(held, 'other lock', {
      stored: tab.stored,
      locks: { exclusive: (_name, _limitMs, task) => task(), claim: async () => () => {} },
      exchange: async () => {
        tab.stored.adopt(held.refreshToken, newer)
        throw Object.assign(new Error('refused'), { name: 'NotAuthorizedException' })
      },
      duplicates: noDuplicates,
      limitMs: 5_000,
    })
    expect(await refused).toEqual(newer)
  })

  it('ends an exchange without a response at the limit, releases the lock, and still stores a late response', async () => {
    const [tab] = await tabs('shared')
    const held = tab?.stored.read()
    if (!tab || !held) throw new Error('not signed in')
    let answer: (tokens: TokenSet) => void = () => {}
    const silent = new Promise<TokenSet>((resolve) => (answer = resolve))
    const parts = { stored: tab.stored, locks: tabLocks, duplicates: noDuplicates, limitMs: 50 }
    const hanging = refreshShared(held, 'silent', { ...parts, exchange: () => silent })
    await expect(hanging).rejects.toMatchObject({ name: 'TimeoutError' })
    expect(
      (await navigator.locks.query()).held?.filter(({ name }) => name?.startsWith('silent') && !name.endsWith('spent')),
    ).toEqual([])
    const late = { ...held, idToken: 'late', refreshToken: 'late' }
    answer(late)
    await expect.poll(() => tab.stored.read()).toEqual(late)
  })

  it('waits for the lock of a duplicate no longer than the limit', async () => {
    const [tab] = await tabs('shared')
    const held = tab?.stored.read()
    if (!tab || !held) throw new Error('not signed in')
    const parts = { stored: tab.stored, locks: tabLocks, duplicates: noDuplicates }
    const silent = () => new Promise<TokenSet>(() => {})
    const first = refreshShared(held, 'busy', { ...parts, limitMs: 400, exchange: silent })
    const second = refreshShared(held, 'busy', { ...parts, limitMs: 50, exchange: silent })
    await expect(second).rejects.toMatchObject({ name: 'TimeoutError' })
    await expect(first).rejects.toMatchObject({ name: 'TimeoutError' })
  })

  it('does not make tabs with separate tokens wait for each other', async () => {
    const [one] = await tabs('shared')
    const [other] = await tabs('shared')
    const [mine, theirs] = [one?.stored.read(), other?.stored.read()]
    if (!one || !other || !mine || !theirs) throw new Error('not signed in')
    const parts = { locks: tabLocks, duplicates: noDuplicates, limitMs: 5_000 }
    const silent = Promise.withResolvers<TokenSet>()
    const hanging = refreshShared(mine, 'pool', { ...parts, stored: one.stored, exchange: () => silent.promise })
    // Would end at its limit if it waited for the other.
    await refreshShared(theirs, 'pool', { ...parts, stored: other.stored, exchange })
    silent.reject(new Error('the identity provider is gone'))
    await expect(hanging).rejects.toThrow('the identity provider is gone')
  })

  it('reports a refusal if there is nothing newer, and leaves the tokens to the session', async () => {
    const [tab] = await tabs('shared')
    pool.identity.users.signOutEverywhere(tab?.stored.read()?.username ?? '')
    await expect(tab?.refresh()).rejects.toMatchObject({ name: 'NotAuthorizedException' })
    expect(tab?.stored.read()).not.toBeNull()
  })
})
