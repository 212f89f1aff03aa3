import { Sha256 } from '@aws-crypto/sha256-js'

type Hash = { update: (part: string | Uint8Array) => Hash; digest: (encoding: 'hex') => string }

/** SHA-256 as in `node:crypto`; the browser's own one is asynchronous. */
export function createHash(algorithm: 'sha256'): Hash {
  if (algorithm !== 'sha256') throw new Error(`Unknown hash ${String(algorithm)}`)
  const state = new Sha256()
  const hash: Hash = {
    update(part) {
      state.update(typeof part === 'string' ? new TextEncoder().encode(part) : part)
      return hash
    },
    digest: () => [...state.digestSync()].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
  }
  return hash
}
