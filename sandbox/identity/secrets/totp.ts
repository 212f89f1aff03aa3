import { createHmac, randomBytes } from 'node:crypto'
import { sameText } from './srp.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const stepMs = 30_000

/** A new secret of 160 bits in base32. */
export function newTotpSecret(): string {
  return Array.from(randomBytes(32), (byte) => alphabet.charAt(byte % alphabet.length)).join('')
}

function secretBytes(secret: string): Buffer {
  let bits = ''
  for (const letter of secret.toUpperCase().replaceAll(/[\s=]/g, '')) {
    const value = alphabet.indexOf(letter)
    if (value < 0) throw new Error('A TOTP secret is base32')
    bits += value.toString(2).padStart(5, '0')
  }
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}

/** The six-digit code of RFC 6238 (SHA-1, 30 s) at a time in milliseconds. */
export function totpCode(secret: string, millis: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(millis / stepMs)))
  const digest = createHmac('sha1', secretBytes(secret)).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 0xf
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

/** Whether the code is that of one of the given times, or of the step before or after. */
export function totpMatches(secret: string, code: string, times: number[]): boolean {
  return times
    .flatMap((time) => [time, time - stepMs, time + stepMs])
    .some((time) => sameText(totpCode(secret, time), code))
}
