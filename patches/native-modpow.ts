import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Plugin } from 'vite'

/** The version whose internals the patch was written for and tested with. */
const patchedVersion = '6.22.1'

export const bigIntegerFile = /@aws-amplify[\\/]auth[\\/].*[\\/]srp[\\/]BigInteger[\\/]BigInteger\.mjs$/
const original = 'BigInteger.prototype.modPow = bnModPow;'

/**
 * The same result as the library's Montgomery reduction, by the engine's own big integers. The base can be negative (B
 * - k·g^x), so its remainder is made positive. The library returns results by callback.
 */
const replacement = `BigInteger.prototype.modPow = function modPow(exponent, modulus, callback) {
    const toNative = (value) => { const hex = value.toString(16); return hex[0] === '-' ? -BigInt('0x' + hex.slice(1)) : BigInt('0x' + hex); };
    const m = toNative(modulus);
    let rest = toNative(exponent);
    let factor = ((toNative(this) % m) + m) % m;
    let power = 1n;
    while (rest > 0n) {
        if (rest & 1n) power = (power * factor) % m;
        factor = (factor * factor) % m;
        rest >>= 1n;
    }
    const result = new BigInteger(power.toString(16), 16);
    if (callback) callback(null, result);
    return result;
};`

/** Returns the module with the fast function; throws if the library's code has changed. */
export function patchModPow(code: string): string {
  const parts = code.split(original)
  if (parts.length !== 2)
    throw new Error(
      `native modPow: expected exactly one "${original}" in Amplify's BigInteger.mjs, found ${parts.length - 1}`,
    )
  return parts.join(replacement)
}

/**
 * Signing in by SRP blocks a phone for seconds with Amplify's big integers in JavaScript, and for a tenth of that with
 * native ones. The build fails if the patch finds another version or another file: then check it again.
 */
export function nativeModPow(expected = patchedVersion): Plugin {
  let patched = false
  return {
    name: 'native-modpow',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      patched = false
      const found = installedVersion()
      if (found !== expected)
        this.error(`native modPow was written for aws-amplify ${expected}, but ${found} is installed`)
    },
    transform: {
      filter: { id: bigIntegerFile },
      handler(code) {
        patched = true
        return { code: patchModPow(code), map: null }
      },
    },
    buildEnd(error) {
      if (!error && !patched) this.error("native modPow: Amplify's BigInteger.mjs was not part of the build")
    },
  }
}

function installedVersion(): string {
  const entry = createRequire(import.meta.url).resolve('aws-amplify/package.json')
  const { version } = JSON.parse(readFileSync(entry, 'utf8')) as { version: string }
  return version
}
