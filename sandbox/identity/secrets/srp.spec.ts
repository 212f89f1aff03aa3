import { describe, expect, it } from 'vitest'
import {
  claimSignature,
  decoyVerifier,
  padded,
  passwordVerifier,
  sharedKey,
  startExchange,
  timestampMillis,
} from './srp.ts'
// Keys and signatures were made by the client side of aws-amplify 6.22.1 from these numbers.
import vectors from '../testing/srp-vectors.json' with { type: 'json' }

describe('SRP', () => {
  it.each(vectors)('computes the key and the signature of the client: $name', (vector) => {
    const { group, name, password, salt, verifier, secretBlock, timestamp } = vector
    expect(passwordVerifier({ group, name }, password, salt)).toBe(verifier)
    const key = sharedKey(vector, verifier)
    expect(key.toString('hex')).toBe(vector.key)
    expect(claimSignature(key, { group, name }, secretBlock, timestamp)).toBe(vector.signature)
  })

  it('writes numbers as Java does: even length, zeros before a set top bit', () => {
    expect([0x1n, 0x7fn, 0x80n, 0xffn, 0x100n].map(padded)).toEqual(['01', '7f', '0080', '00ff', '0100'])
  })

  it('refuses an A that would reveal the secret', () => {
    const [vector] = vectors
    if (!vector) throw new Error('no vectors')
    const N = primeOfGroup()
    for (const clientA of ['0', N.toString(16), (2n * N).toString(16), 'no number', ''])
      expect(startExchange(clientA, vector.verifier)).toBeNull()
    expect(startExchange(vector.clientA, vector.verifier)).not.toBeNull()
  })

  it('derives the same decoy from the same seed, of the size of a verifier', () => {
    const decoy = decoyVerifier(Buffer.from('seed'))
    expect(decoyVerifier(Buffer.from('seed'))).toBe(decoy)
    expect(decoyVerifier(Buffer.from('other'))).not.toBe(decoy)
    expect(decoy.length).toBeGreaterThan(750)
  })

  it('reads the time of a claim', () => {
    expect(timestampMillis('Sat Nov 7 03:25:38 UTC 2026')).toBe(Date.UTC(2026, 10, 7, 3, 25, 38))
    expect(timestampMillis('2026-11-07T03:25:38Z')).toBeNaN()
  })
})

/** The prime of RFC 3526, group 15, from its definition: 2^3072 - 2^3008 - 1 + 2^64 · (floor(2^2942 · π) + 1690314). */
function primeOfGroup(): bigint {
  return 2n ** 3072n - 2n ** 3008n - 1n + 2n ** 64n * (piBits() + 1690314n)
}

/** floor(2^2942 · π), by Machin's formula. */
function piBits(): bigint {
  const scale = 2n ** 3100n
  const arctan = (x: bigint) => {
    let sum = 0n
    let term = scale / x
    for (let n = 1n; term > 0n; n += 2n) {
      sum += n % 4n === 1n ? term / n : -(term / n)
      term /= x * x
    }
    return sum
  }
  return (4n * (4n * arctan(5n) - arctan(239n)) * 2n ** 2942n) / scale
}
