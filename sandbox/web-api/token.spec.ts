import { readFileSync } from 'node:fs'
import type { JWTHeaderParameters, JWTPayload } from 'jose'
import { SignJWT, UnsecuredJWT, exportJWK, generateKeyPair, importJWK } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '../contract/contract.ts'
import { sqliteIdentityStore } from '../identity/store.ts'
import { deleteResident, resetPassword } from '../rules/residents.ts'
import type { Sandbox } from '../create-sandbox.ts'
import { newResident, trySandbox } from '../testing/test-sandbox.ts'
import { minute } from '../core/tokyo-time.ts'

const ofOwner = contract().operations.filter(({ owner }) => owner)
/** Operations that leave the user as they are. */
const safe = ofOwner.filter(({ id }) => id !== 'deleteAccount')

type BadToken = () => string | null | Promise<string | null>

let sandbox: Sandbox
let userId: string
/** The claims of a valid token of the user. */
let claims: JWTPayload
let kid: string

beforeAll(async () => {
  ;({ sandbox, userId } = await trySandbox())
  const { idToken } = await sandbox.identity.issueTokens(`minato-city__${userId}`)
  const [header = '', payload = ''] = idToken.split('.')
  claims = read(payload)
  kid = String(read(header).kid)
})
afterAll(() => sandbox.close())

function read(part: string): JWTPayload {
  return JSON.parse(Buffer.from(part, 'base64url').toString()) as JWTPayload
}

/** Signed by the pool, with these members changed; undefined removes one. */
async function signed(
  changes: { [claim: string]: unknown },
  header: { alg?: string; kid?: string | undefined } = {},
  key = poolKey(),
): Promise<string> {
  const protectedHeader = { alg: 'RS256', kid, ...header } as JWTHeaderParameters
  const jwt = new SignJWT({ ...claims, ...changes } as JWTPayload).setProtectedHeader(protectedHeader)
  return `Bearer ${await jwt.sign(await key)}`
}

function poolKey() {
  const jwk = sqliteIdentityStore(sandbox.backend.db.connection).read('keys', 'signing')
  if (jwk === null) throw new Error('The pool has no key')
  return importJWK(jwk, 'RS256')
}

async function foreignKey() {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return importJWK(await exportJWK(privateKey), 'RS256')
}

async function tokenOf(userOfName: string): Promise<string> {
  return `Bearer ${(await sandbox.identity.issueTokens(userOfName)).idToken}`
}

/** By the names of docs/token.md. */
const badTokens: { [name: string]: BadToken } = {
  'no token': () => null,
  'another scheme': async () => (await signed({})).replace('Bearer', 'Basic'),
  'no JWT': () => 'Bearer abc',
  'no signature': () => `Bearer ${new UnsecuredJWT(claims).encode()}`,
  'HMAC with the public key': async () => {
    const [key] = (await sandbox.identity.jwks()).keys
    return signed({}, { alg: 'HS256' }, Promise.resolve(new TextEncoder().encode(JSON.stringify(key))))
  },
  'a foreign key': () => signed({}, {}, foreignKey()),
  'an unknown key': () => signed({}, { kid: 'unknown' }),
  'no key id': () => signed({}, { kid: undefined }),
  'changed claims': async () => {
    const [header, , signature] = (await signed({})).split('.')
    const { userId: other } = await newResident(sandbox)
    const changed = JSON.stringify({ ...claims, 'cognito:username': `minato-city__${other}` })
    return [header, Buffer.from(changed).toString('base64url'), signature].join('.')
  },
  'another issuer': () => signed({ iss: 'https://cognito-idp.ap-northeast-1.amazonaws.com/ap-northeast-1_OTHER' }),
  'another client': () => signed({ aud: 'another-client' }),
  'no client': () => signed({ aud: undefined }),
  'an access token': async () => `Bearer ${(await sandbox.identity.issueTokens(`minato-city__${userId}`)).accessToken}`,
  'no use': () => signed({ token_use: undefined }),
  expired: () => signed({ exp: Math.floor(sandbox.clock.now() / 1000) - 61 }),
  'no expiry': () => signed({ exp: undefined }),
  'no sign-in time': () => signed({ auth_time: undefined }),
  'before a password reset': async () => {
    const { userId: other } = await newResident(sandbox)
    const token = await tokenOf(`minato-city__${other}`)
    sandbox.clock.shift(minute)
    const resident = sandbox.backend.residents.find('minato-city', other)
    if (resident !== null) resetPassword(sandbox.backend, resident, 'Another-2026!')
    return token
  },
  'a disabled user': async () => {
    const { userId: other } = await newResident(sandbox)
    const token = await tokenOf(`minato-city__${other}`)
    sandbox.clock.shift(minute)
    const resident = sandbox.backend.residents.find('minato-city', other)
    if (resident !== null) sandbox.backend.residents.save({ ...resident, sessionsEndedAt: sandbox.clock.now() })
    return token
  },
  'no user name': () => signed({ 'cognito:username': undefined }),
  'a name without tenant': () => signed({ 'cognito:username': userId }),
  'an unknown tenant': () => signed({ 'cognito:username': `no-such-tenant__${userId}` }),
  'a deleted account': async () => {
    const { userId: other } = await newResident(sandbox)
    const token = await tokenOf(`minato-city__${other}`)
    deleteResident(sandbox.backend, { tenantId: 'minato-city', userId: other })
    return token
  },
  'an unknown user': () => signed({ 'cognito:username': 'minato-city__never-existed' }),
  'a user of another tenant only': () => signed({ 'cognito:username': `aozora-water__${userId}` }),
}

/** By the names of docs/token.md. */
const goodTokens: { [name: string]: () => Promise<string> } = {
  'the scheme in lower case': async () => (await signed({})).replace('Bearer', 'bearer'),
  'a sign-in within the second of a password reset': async () => {
    const { userId: other } = await newResident(sandbox)
    const resident = sandbox.backend.residents.find('minato-city', other)
    const authTime = Math.floor(sandbox.clock.now() / 1000)
    if (resident !== null) sandbox.backend.residents.save({ ...resident, sessionsEndedAt: authTime * 1000 + 999 })
    return signed({ 'cognito:username': `minato-city__${other}`, auth_time: authTime })
  },
  'a sign-in time in the future': () => signed({ auth_time: Math.floor(sandbox.clock.now() / 1000) + 30 }),
}

async function ask(
  operation: (typeof ofOwner)[number],
  token: string | null,
): Promise<{ status: number; code: unknown }> {
  const response = await sandbox.fetch(
    new Request(`http://portal.test${contract().basePath}${operation.path.replaceAll(/\{\w+\}/g, 'x')}`, {
      method: operation.method.toUpperCase(),
      headers: token === null ? {} : { Authorization: token },
    }),
  )
  const text = await response.text()
  return { status: response.status, code: text === '' ? null : (JSON.parse(text) as { code: unknown }).code }
}

const page = readFileSync(new URL('../../docs/token.md', import.meta.url), 'utf8')
/** The first cells of the table with this heading. */
function tokensUnder(heading: string): string[] {
  const table = page.split(`\n| ${heading} | example |\n|---|---|\n`)[1]?.split('\n\n')[0] ?? ''
  return [...table.matchAll(/^\| ([^|]+?) \|/gm)].map(([, name = '']) => name)
}
const accepted = tokensUnder('accepted')
const documented = ['SE_CO_0401', 'SE_AC_0002'].flatMap((code) =>
  tokensUnder(`\`${code}\``).map((name): [string, string] => [name, code]),
)

describe('an accepted token', () => {
  it('accepts exactly the tokens that docs/token.md lists as accepted', () => {
    expect(accepted).toEqual(Object.keys(goodTokens))
  })

  it.each(accepted)('(%s) is accepted by every operation below o/', async (name) => {
    const token = (await goodTokens[name]?.()) ?? null
    for (const operation of safe) expect(await ask(operation, token), operation.id).not.toMatchObject({ status: 401 })
  })
})

describe('a refused token', () => {
  it('refuses exactly the tokens that docs/token.md lists as refused', () => {
    expect(documented.map(([name]) => name)).toEqual(Object.keys(badTokens))
  })

  it('differs in one thing from a token that is accepted', async () => {
    for (const operation of safe)
      expect(await ask(operation, await signed({})), operation.id).not.toMatchObject({ status: 401 })
  })

  it.each(documented)('(%s) is refused with %s by every operation below o/', async (name = '', code) => {
    const token = (await badTokens[name]?.()) ?? null
    for (const operation of ofOwner) {
      const isRepeated = operation.id === 'deleteAccount' && code === 'SE_AC_0002'
      expect(await ask(operation, token), operation.id).toEqual(
        isRepeated ? { status: 204, code: null } : { status: 401, code },
      )
    }
  })
})

it('a user id may contain the separator of the user name', async () => {
  const { email } = await newResident(sandbox)
  const resident = sandbox.backend.residents.findByEmail('minato-city', email)
  if (resident !== null) sandbox.backend.residents.save({ ...resident, email: 'double@example.jp', userId: 'a__b' })
  const profile = ofOwner.find(({ id }) => id === 'getProfile')
  if (profile === undefined) throw new Error('The contract has no getProfile')
  expect(await ask(profile, await signed({ 'cognito:username': 'minato-city__a__b' }))).toMatchObject({ status: 200 })
})
