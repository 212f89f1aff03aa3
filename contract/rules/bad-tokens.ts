/** Tokens that the provider must refuse, by the names of docs/token.md. */
import { generateKeyPairSync, sign } from 'node:crypto'
import { NotVerified } from './play.ts'
import type { Play } from './play.ts'

type BadToken = { name: string; token: string | null }

/** Those that only the owner of the pool can make, from a provider state. */
export const fromPool = ['expired', 'another client', 'an access token'] as const

let key: ReturnType<typeof generateKeyPairSync>['privateKey'] | null = null

/** Made from a valid token, without the key of the pool. */
export function forgedFrom(valid: string): BadToken[] {
  const [header = '', payload = '', signature = ''] = valid.split('.')
  const claims = decoded(payload)
  const head = decoded(header)
  if (claims === null || head === null || signature === '')
    throw new NotVerified('the token of the states is no JWT, from which invalid ones could be made')
  const otherUser = { ...claims, 'cognito:username': `${String(claims['cognito:username'])}-other` }
  return [
    { name: 'no token', token: null },
    { name: 'no JWT', token: 'abc' },
    { name: 'no signature', token: `${encoded({ ...head, alg: 'none' })}.${payload}.` },
    { name: 'changed claims', token: `${header}.${encoded(otherUser)}.${signature}` },
    { name: 'a foreign key', token: signedByStranger(`${header}.${payload}`) },
  ]
}

export async function poolTokens(play: Play): Promise<BadToken[]> {
  const tokens: BadToken[] = []
  for (const name of fromPool) {
    const token = await play.tokenOf('a token is invalid', { because: name }, `token (${name})`)
    tokens.push({ name, token })
  }
  return tokens
}

function signedByStranger(content: string): string {
  key ??= generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  return `${content}.${sign('RSA-SHA256', Buffer.from(content), key).toString('base64url')}`
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}

/** A part of a token; null if it is no JSON. */
export function decoded(part: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString())
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
