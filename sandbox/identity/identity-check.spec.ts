import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { checkPool } from '../../deploy/identity-check/check-pool.ts'
import { clientId, password, poolId, region, testPool } from './testing/identity-pool.ts'

type Fields = Record<string, unknown>
/** The response of an incorrectly configured pool instead of the emulator's, or null. */
type Change = (action: string, body: Fields) => { status: number; body: object } | null

function refused(type: string, message: string) {
  return { status: 400, body: { __type: type, message } }
}

function refusePlain(_action: string, { AuthFlow }: Fields) {
  const message = 'USER_PASSWORD_AUTH flow not enabled'
  return AuthFlow === 'USER_PASSWORD_AUTH' ? refused('InvalidParameterException', message) : null
}

const pool = testPool()
let change: Change = refusePlain
let endpoint = ''
let ignoresCase = false
let revoked: unknown = null
const app = new Hono()
app.post('*', async (c) => {
  const target = c.req.header('x-amz-target') ?? ''
  const text = await c.req.text()
  const sent = JSON.parse(ignoresCase ? text.replaceAll('Minato-City__', 'minato-city__') : text) as Fields
  const answer =
    change(target.replace(/^.*\./, ''), sent) ?? (await pool.identity.handle(target, sent, c.req.raw.signal))
  return new Response(JSON.stringify(answer.body), { status: answer.status })
})
const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false })
const server = createServer((incoming, outgoing) => void listener(incoming, outgoing))

beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
})
beforeEach(() => {
  change = refusePlain
  ignoresCase = false
})
afterAll(() => server.close())

async function check(account: { username?: string; password?: string; endpoint?: string } = {}) {
  const auth = { region, poolId, clientId, endpoint: account.endpoint ?? endpoint }
  return checkPool(auth, { username: account.username ?? pool.user(), password: account.password ?? password })
}

async function problems(account?: Parameters<typeof check>[0]) {
  return (await check(account)).flatMap(({ problem, fix }) => (problem === undefined ? [] : [`${problem} → ${fix}`]))
}

describe('the check of a user pool', () => {
  it('succeeds in every step with a correct pool', async () => {
    expect(await check()).toEqual([
      { step: 'the identity provider responds' },
      { step: 'an unknown user looks like a wrong password' },
      { step: 'the password is never sent' },
      { step: 'the account signs in by SRP' },
      { step: 'the ID token has the user name as it was typed' },
      { step: 'the ID token ends within an hour' },
      { step: 'the session is renewed, with a new refresh token' },
      { step: 'two tabs may renew at once' },
      { step: 'log-out revokes the session' },
    ])
  })

  it.each<[string, Change, RegExp]>([
    [
      'reveals unknown users',
      (action, { AuthFlow }) =>
        action === 'InitiateAuth' && AuthFlow === 'USER_SRP_AUTH'
          ? refused('UserNotFoundException', 'User does not exist.')
          : null,
      /reveals unknown users → Set PreventUserExistenceErrors/,
    ],
    [
      'limits requests with plain passwords',
      (_action, { AuthFlow }) =>
        AuthFlow === 'USER_PASSWORD_AUTH' ? refused('TooManyRequestsException', 'Rate exceeded') : null,
      /^refused: TooManyRequestsException Rate exceeded → Run the check again/,
    ],
    [
      'limits requests after the log-out',
      (action, { Token, RefreshToken }) => {
        revoked = Token ?? revoked
        const isAfter = action === 'GetTokensFromRefreshToken' && RefreshToken === revoked
        return isAfter ? refused('TooManyRequestsException', 'Rate exceeded') : null
      },
      /^TooManyRequestsException: Rate exceeded → Run the check again/,
    ],
    ['accepts plain passwords', () => null, /accepts plain passwords → Remove ALLOW_USER_PASSWORD_AUTH/],
    [
      'has a client with a secret',
      (_action, { AuthFlow }) =>
        AuthFlow === 'USER_SRP_AUTH' ? refused('NotAuthorizedException', 'SECRET_HASH was not received') : null,
      /has a secret → Create a client with GenerateSecret: false/,
    ],
    [
      'does not have the client',
      () => refused('ResourceNotFoundException', 'User pool client does not exist.'),
      /does not exist in this region → Correct auth\.clientId/,
    ],
    [
      'renews nothing',
      (action) => (action === 'GetTokensFromRefreshToken' ? refused('UnsupportedOperationException', 'off') : null),
      /UnsupportedOperationException: off → Turn RefreshTokenRotation on/,
    ],
    [
      'does not rotate',
      (action) => (action === 'GetTokensFromRefreshToken' ? { status: 200, body: { AuthenticationResult: {} } } : null),
      /the refresh token stays the same → Set RefreshTokenRotation\.Feature/,
    ],
    [
      'revokes nothing',
      (action) => (action === 'RevokeToken' ? { status: 200, body: {} } : null),
      /a revoked session is renewed → Set EnableTokenRevocation/,
    ],
  ])('reports a pool that %s, and the setting to change', async (_name, wrong, expected) => {
    change = (action, body) =>
      wrong(action, body) ?? (expected.source.includes('plain') ? null : refusePlain(action, body))
    expect((await problems()).join('\n')).toMatch(expected)
  })

  it('tries no other step with a client that does not exist', async () => {
    change = () => refused('ResourceNotFoundException', 'User pool client does not exist.')
    const steps = (await check()).map(({ step }) => step)
    expect(steps).toEqual(['the identity provider responds', 'an unknown user looks like a wrong password'])
  })

  it('reports a pool that ignores case', async () => {
    ignoresCase = true
    const username = pool.user().replace('minato-city__', 'Minato-City__')
    expect((await problems({ username })).join()).toMatch(
      /returns the user name minato-city__.* → .*CaseSensitive: true/,
    )
  })

  it('reports a wrong password, an account with another step and an address without a response', async () => {
    expect((await problems({ password: 'Wrong-2026!' })).join()).toMatch(/NotAuthorizedException.*Check the user name/)
    const first = pool.user({ state: 'FORCE_CHANGE_PASSWORD' })
    expect((await problems({ username: first })).join()).toMatch(/NEW_PASSWORD_REQUIRED → Use an account/)
    expect((await problems({ endpoint: 'http://127.0.0.1:1/' })).join()).toMatch(
      /does not respond.* → Check auth\.region/,
    )
  })
})
