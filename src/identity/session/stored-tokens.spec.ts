import { describe, expect, it } from 'vitest'
import { storedTokens } from './stored-tokens.ts'
import { memoryStore } from './testing/memory-tab.ts'

const tokens = { username: 'a__b', idToken: 'i', accessToken: 'a', refreshToken: 'r', clockDrift: '5' }
const prefix = 'CognitoIdentityServiceProvider.client.'

async function signedIn(tokenStorage: 'session' | 'local' = 'session') {
  const stores = { local: memoryStore(), session: memoryStore() }
  const stored = storedTokens('client', stores)
  stored.acceptSignIn(tokenStorage)
  await stored.forAmplify.setItem(`${prefix}LastAuthUser`, 'a__b')
  for (const name of ['idToken', 'accessToken', 'refreshToken', 'clockDrift'] as const)
    await stored.forAmplify.setItem(`${prefix}a__b.${name}`, tokens[name])
  await stored.forAmplify.setItem(`${prefix}a__b.deviceKey`, 'device')
  stored.acceptSignIn(null)
  return { stored, stores }
}

describe('the stored tokens', () => {
  it('the stored tokens can be read without Amplify', async () => {
    const { stored } = await signedIn()
    expect(stored.read()).toEqual(tokens)
    expect(stored.deviceKey('a__b')).toBe('device')
    expect(stored.deviceKey('a__c')).toBeNull()
  })

  it.each(['idToken', 'accessToken', 'refreshToken'])('the stored tokens are missing without the %s', async (name) => {
    const { stored, stores } = await signedIn()
    stores.session.remove(`${prefix}a__b.${name}`)
    expect(stored.read()).toBeNull()
  })

  it("a log-out removes the tokens from both stores, except keys of remembered devices and other users' values", async () => {
    const { stored, stores } = await signedIn('local')
    stores.session.set(`${prefix}a__b.idToken`, 'of this tab')
    stores.local.set('CognitoIdentityServiceProvider.other.LastAuthUser', 'x')
    stored.clear('all')
    expect(stores.session.keys()).toEqual([])
    expect(stores.local.keys().toSorted()).toEqual([
      `${prefix}a__b.deviceKey`,
      'CognitoIdentityServiceProvider.other.LastAuthUser',
    ])
  })

  it('Amplify stores tokens only during a sign-in, and never removes them', async () => {
    const { stored } = await signedIn()
    await stored.forAmplify.setItem(`${prefix}a__b.idToken`, 'late')
    await stored.forAmplify.removeItem(`${prefix}a__b.idToken`)
    await stored.forAmplify.clear()
    expect(stored.read()).toEqual(tokens)
    await stored.forAmplify.removeItem(`${prefix}a__b.deviceKey`)
    expect(stored.deviceKey('a__b')).toBeNull()
  })

  it('tokens are not accepted before a sign-in begins', async () => {
    const stores = { local: memoryStore(), session: memoryStore() }
    const stored = storedTokens('client', stores)
    await stored.forAmplify.setItem(`${prefix}LastAuthUser`, 'a__b')
    expect([...stores.session.keys(), ...stores.local.keys()]).toEqual([])
  })

  it('Amplify reads the tokens from the store that has them', async () => {
    const { stored } = await signedIn()
    expect(await stored.forAmplify.getItem(`${prefix}a__b.idToken`)).toBe('i')
    expect(await stored.forAmplify.getItem(`${prefix}a__b.deviceKey`)).toBe('device')
  })

  it("the tokens of this tab's own sign-in are in use, else those of the browser, and only those are cleared or renewed", async () => {
    const { stored, stores } = await signedIn('local')
    expect([stored.hasOwn(), stored.read()]).toEqual([false, tokens])
    stored.acceptSignIn('session')
    expect(
      await stored.forAmplify.getItem(`${prefix}a__b.idToken`),
      'Amplify sees a sign-in that is to be replaced',
    ).toBe('i')
    const own = { username: 'c__d', idToken: 'i2', accessToken: 'a2', refreshToken: 'r2', clockDrift: '0' }
    await stored.forAmplify.setItem(`${prefix}LastAuthUser`, 'c__d')
    for (const name of ['idToken', 'accessToken', 'refreshToken', 'clockDrift'] as const)
      await stored.forAmplify.setItem(`${prefix}c__d.${name}`, own[name])
    expect(await stored.forAmplify.getItem(`${prefix}LastAuthUser`)).toBe('c__d')
    stored.acceptSignIn(null)
    expect([stored.hasOwn(), stored.read()]).toEqual([true, own])
    expect(stored.adopt('r', { ...tokens, refreshToken: 'r3' }), 'not in use').toBe(false)
    stored.clear('in-use')
    expect([stored.hasOwn(), stored.read()]).toEqual([false, tokens])
    stored.clear('of-tab')
    expect(stored.adopt('r', { ...tokens, refreshToken: 'r3' })).toBe(true)
    expect(stores.session.keys()).toEqual([])
    stored.clear('in-use')
    expect(stored.read()).toBeNull()
  })

  it('the stored tokens have no difference of the clocks unless it is stored', async () => {
    const { stored, stores } = await signedIn()
    stores.session.remove(`${prefix}a__b.clockDrift`)
    expect(stored.read()).toEqual({ ...tokens, clockDrift: '0' })
  })

  it('the stored tokens are not renewed after the log-out', async () => {
    const { stored } = await signedIn()
    stored.clear('all')
    expect(stored.adopt('r', tokens)).toBe(false)
    expect(stored.read()).toBeNull()
  })

  it('the stored tokens are replaced only by the successors of the same tokens', async () => {
    const { stored } = await signedIn()
    const renewed = { ...tokens, idToken: 'i2', refreshToken: 'r2' }
    expect(stored.adopt('another', renewed)).toBe(false)
    expect(stored.adopt('r', { ...renewed, username: 'x__y' })).toBe(false)
    expect(stored.read()).toEqual(tokens)
    expect(stored.adopt('r', renewed)).toBe(true)
    expect(stored.read()).toEqual(renewed)
  })
})
