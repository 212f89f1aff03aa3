import { afterEach, describe, expect, it } from 'vitest'
import { totpCode } from '../../../sandbox/identity/secrets/totp.ts'
import { listenAsPool, openTab, password, pool } from './testing/pool-session.ts'

listenAsPool()
afterEach(() => pool.reset())

async function signedIn(username = pool.user()) {
  const { port, changes } = openTab()
  await port.signIn(username, password)
  return { port, username, changes, account: port.accountOf(username) }
}

describe('the account of the signed-in user', () => {
  it('changes its password and names the violated rule', async () => {
    const { account } = await signedIn()
    await expect(account.updatePassword('Wrong-2026!', 'New-Portal-1!')).rejects.toMatchObject({
      reason: 'credentials',
    })
    await expect(account.updatePassword(password, 'new-portal-1!')).rejects.toMatchObject({
      reason: 'password-policy',
      rule: 'uppercase',
    })
    await account.updatePassword(password, 'New-Portal-1!')
  })

  it('changes its address, which is then unconfirmed until its code is entered', async () => {
    const { account } = await signedIn()
    const waiting = await account.updateAttributes({ email: 'new@example.jp', name: '港 花子' })
    expect(waiting).toEqual([{ attribute: 'email', destination: 'n***@e***' }])
    await expect(account.confirmAttribute('email', '0')).rejects.toMatchObject({ reason: 'code-wrong' })
    expect(await account.sendAttributeCode('email')).toEqual({ destination: 'n***@e***' })
    await account.confirmAttribute('email', pool.lastCode())
    expect(await account.attributes()).toMatchObject({
      email: 'new@example.jp',
      email_verified: 'true',
      name: '港 花子',
    })
    await account.deleteAttributes(['name'])
    await account.deleteAttributes([])
    expect(await account.attributes()).not.toHaveProperty('name')
  })

  it('sets up, prefers and removes factors', async () => {
    const { account } = await signedIn()
    expect(await account.factors()).toEqual({ enabled: [], preferred: null })
    await expect(account.setFactor('totp', 'on')).rejects.toMatchObject({ reason: 'factor-not-ready' })
    const { secret } = await account.setUpTotp()
    await expect(account.verifyTotp('000000')).rejects.toMatchObject({ reason: 'code-wrong' })
    await account.verifyTotp(totpCode(secret, Date.now()))
    await account.setFactor('totp', 'preferred')
    await account.setFactor('email', 'on')
    expect(await account.factors()).toEqual({ enabled: ['totp', 'email'], preferred: 'totp' })
    await account.setFactor('totp', 'off')
    expect(await account.factors()).toEqual({ enabled: ['email'], preferred: null })
  })

  it('lists its devices, remembers this one and forgets one or all', async () => {
    const { username } = await signedIn()
    await signedIn(username)
    const { account } = await signedIn(username)
    const devices = await account.devices()
    expect(devices).toHaveLength(3)
    expect(devices.filter(({ current }) => current)).toHaveLength(1)
    await account.rememberDevice()
    expect((await account.devices()).filter(({ remembered }) => remembered)).toMatchObject([{ current: true }])
    await account.forgetDevice(devices.find(({ current }) => !current)?.id)
    expect(await account.devices()).toHaveLength(2)
    await account.forgetAllDevices()
    expect(await account.devices()).toEqual([])
    await expect(account.rememberDevice()).rejects.toMatchObject({ reason: 'device-unknown' })
  })

  it('an account can be deleted, with its session', async () => {
    const { account, port, changes, username } = await signedIn()
    await account.deleteUser()
    expect(port.hasSession()).toBe(false)
    expect(changes.at(-1)).toMatchObject({ kind: 'signed-out', here: true, reason: 'log-out' })
    await expect(port.signIn(username, password)).rejects.toMatchObject({ reason: 'credentials' })
  })

  it('an account can be deleted again, because the first response may be lost', async () => {
    const { account, port, username } = await signedIn()
    pool.identity.users.remove(username)
    await account.deleteUser()
    expect(port.hasSession()).toBe(false)
  })

  it('changes nothing of another user who has signed in since', async () => {
    const { port, account } = await signedIn()
    const other = pool.user()
    await port.signIn(other, password)
    const before = structuredClone(pool.identity.users.get(other))
    const actions = [
      () => account.deleteUser(),
      () => account.updateAttributes({ email: 'new@example.jp' }),
      () => account.setFactor('email', 'on'),
      () => account.updatePassword(password, 'New-Portal-1!'),
    ]
    for (const act of actions) await expect(act()).rejects.toMatchObject({ reason: 'session-ended' })
    expect(pool.identity.users.get(other)).toEqual(before)
    expect(port.hasSession()).toBe(true)
  })

  it('resets a forgotten password', async () => {
    const username = pool.user({ state: 'RESET_REQUIRED' })
    const { port } = await signedIn()
    await port.signOut()
    expect(await port.signIn(username, password)).toEqual({ kind: 'reset-required' })
    expect(await port.reset.request(username)).toEqual({ destination: 'u***@e***' })
    await expect(port.reset.confirm(username, '0', 'New-Portal-1!')).rejects.toMatchObject({ reason: 'code-wrong' })
    await port.reset.confirm(username, pool.lastCode(), 'New-Portal-1!')
    expect(await port.signIn(username, 'New-Portal-1!')).toEqual({ kind: 'done' })
  })

  it('reports the end of the session by the identity provider', async () => {
    const { account, username, changes } = await signedIn()
    pool.identity.users.signOutEverywhere(username)
    await expect(account.attributes()).rejects.toMatchObject({ reason: 'session-ended' })
    expect(changes.at(-1)).toEqual({ kind: 'expired' })
  })
})
