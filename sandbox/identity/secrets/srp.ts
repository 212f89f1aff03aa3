import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { SrpExchange } from '../records.ts'

/** The 3072-bit group of RFC 3526 (15) that Cognito uses, with generator 2. */
const N = BigInt(
  '0xFFFFFFFFFFFFFFFFC90FDAA22168C234C4C6628B80DC1CD129024E088A67CC74020BBEA63B139B22514A08798E3404DDEF9519B3CD3A431B302B0A6DF25F14374FE1356D6D51C245E485B576625E7EC6F44C42E9A637ED6B0BFF5CB6F406B7EDEE386BFB5A899FA5AE9F24117C4B1FE649286651ECE45B3DC2007CB8A163BF0598DA48361C55D39A69163FA8FD24CF5F83655D23DCA3AD961C62F356208552BB9ED529077096966D670C354E4ABC9804F1746C08CA18217C32905E462E36CE3BE39E772C180E86039B2783A2EC07A28FB5C55DF06F4C52C9DE2BCBF6955817183995497CEA956AE515D2261898FA051015728E5A8AAAC42DAD33170D04507A33A85521ABDF1CBA64ECFB850458DBEF0A8AEA71575D060C7DB3970F85A6E1E4C7ABF5AE8CDB0933D71E8C94E04A25619DCEE3D2261AD2EE6BF12FFA06D98A0864D87602733EC86A64521F2B18177B200CBBE117577A615D6C770988C0BAD946E208E24FA074E5AB3143DB5BFCE0FD108E4B82D120A93AD2CAFFFFFFFFFFFFFFFF',
)
const g = 2n
const k = toBigInt(sha256(padded(N) + padded(g)))

/** The participants: the pool's name (or the device group key) and the user (or the device key). */
export type SrpIdentity = { group: string; name: string }

/** Hexadecimal of even length with `00` in front of a set top bit: the form of Java's BigInteger, which is hashed. */
export function padded(value: bigint): string {
  const hex = value.toString(16)
  const even = hex.length % 2 === 1 ? `0${hex}` : hex
  return /^[89a-f]/.test(even) ? `00${even}` : even
}

export function modPow(base: bigint, exponent: bigint, modulus: bigint): bigint {
  let result = 1n
  let factor = base % modulus
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * factor) % modulus
    factor = (factor * factor) % modulus
  }
  return result
}

function sha256(hex: string): string {
  return createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex')
}

function toBigInt(hex: string): bigint {
  return BigInt(`0x${hex}`)
}

/** The password verifier g^x in hexadecimal; the salt is hexadecimal too. */
export function passwordVerifier(identity: SrpIdentity, password: string, salt: string): string {
  const inner = createHash('sha256').update(`${identity.group}${identity.name}:${password}`).digest('hex')
  const x = toBigInt(sha256(padded(toBigInt(salt)) + inner))
  return modPow(g, x, N).toString(16)
}

/** A number that looks like a verifier, derived from a seed without the cost of computing one. */
export function decoyVerifier(seed: Buffer): string {
  const blocks = Array.from({ length: 12 }, (_, i) => createHmac('sha256', seed).update(`verifier ${i}`).digest('hex'))
  return (toBigInt(blocks.join('')) % N).toString(16)
}

/** Returns B for the client's A; null if A is a multiple of N or not a number, which would break the proof. */
export function startExchange(clientA: string, verifier: string): SrpExchange | null {
  if (!/^[0-9a-f]{1,800}$/i.test(clientA) || toBigInt(clientA) % N === 0n) return null
  const secret = toBigInt(randomBytes(32).toString('hex'))
  const serverB = (k * toBigInt(verifier) + modPow(g, secret, N)) % N
  return {
    clientA,
    serverSecret: secret.toString(16),
    serverB: serverB.toString(16),
    secretBlock: randomBytes(64).toString('base64'),
  }
}

/** The 16-byte key that both sides compute. */
export function sharedKey(exchange: SrpExchange, verifier: string): Buffer {
  const A = toBigInt(exchange.clientA)
  const u = toBigInt(sha256(padded(A) + padded(toBigInt(exchange.serverB))))
  const S = modPow(A * modPow(toBigInt(verifier), u, N), toBigInt(exchange.serverSecret), N)
  const prk = createHmac('sha256', Buffer.from(padded(u), 'hex'))
    .update(Buffer.from(padded(S), 'hex'))
    .digest()
  return createHmac('sha256', prk).update('Caldera Derived Key\u0001').digest().subarray(0, 16)
}

/** The claim by which a client proves its password, in base64. */
export function claimSignature(key: Buffer, identity: SrpIdentity, secretBlock: string, timestamp: string): string {
  return createHmac('sha256', key)
    .update(identity.group)
    .update(identity.name)
    .update(Buffer.from(secretBlock, 'base64'))
    .update(timestamp)
    .digest('base64')
}

export function sameText(a: string, b: string): boolean {
  const left = createHash('sha256').update(a).digest()
  return timingSafeEqual(left, createHash('sha256').update(b).digest())
}

/** Reads `Sat Nov 21 03:25:38 UTC 2026` (day not padded) as milliseconds; NaN for anything else. */
export function timestampMillis(timestamp: string): number {
  const parts = /^[A-Z][a-z]{2} ([A-Z][a-z]{2}) (\d{1,2}) (\d{2}:\d{2}:\d{2}) UTC (\d{4})$/.exec(timestamp)
  return parts ? Date.parse(`${parts[2]} ${parts[1]} ${parts[4]} ${parts[3]} UTC`) : Number.NaN
}
