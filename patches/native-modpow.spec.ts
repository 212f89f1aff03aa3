import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import type { Plugin } from 'vite'
import { build } from 'vite'
import { describe, expect, it } from 'vitest'
import { nativeModPow, patchModPow } from './native-modpow.ts'

type Big = {
  modPow(exponent: Big, modulus: Big, callback?: (error: Error | null, result: Big) => void): Big
  subtract(other: Big): Big
  toString(radix: number): string
}
type BigConstructor = new (digits: string, radix: number) => Big

const fromAmplify = createRequire(createRequire(import.meta.url).resolve('aws-amplify/package.json'))
const library = join(
  fromAmplify.resolve('@aws-amplify/auth/package.json'),
  '../dist/esm/providers/cognito/utils/srp/BigInteger/BigInteger.mjs',
)
const source = readFileSync(library, 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'modpow-'))
let loaded = 0

async function load(code: string): Promise<BigConstructor> {
  const file = join(folder, `${(loaded += 1)}.mjs`)
  writeFileSync(file, code.replace(/^\/\/# sourceMappingURL=.*$/m, ''))
  const module = (await import(pathToFileURL(file).href)) as { default: BigConstructor }
  return module.default
}

function hex(bytes: number) {
  return fc.uint8Array({ minLength: bytes, maxLength: bytes }).map((values) => Buffer.from(values).toString('hex'))
}

function inMemory(input: string, plugins: Plugin[]) {
  return build({
    configFile: false,
    logLevel: 'silent',
    plugins,
    build: { write: false, minify: false, rolldownOptions: { input, preserveEntrySignatures: 'strict' } },
  })
}

describe('native modPow', () => {
  it("returns the library's result, for a negative base, too", async () => {
    const Original = await load(source)
    const Patched = await load(patchModPow(source))
    fc.assert(
      fc.property(hex(24), hex(25), hex(20), hex(24), (base, less, exponent, evenModulus) => {
        const power = (Big: BigConstructor) =>
          new Big(base, 16)
            .subtract(new Big(less, 16))
            .modPow(new Big(exponent, 16), new Big(`${evenModulus}1`, 16), () => {})
            .toString(16)
        expect(power(Patched)).toBe(power(Original))
      }),
      { numRuns: 20 },
    )
  })

  it('passes its result to the callback as well', async () => {
    const Patched = await load(patchModPow(source))
    const [base, exponent, modulus] = ['4', 'd', '1f1'].map((digits) => new Patched(digits, 16))
    if (!base || !exponent || !modulus) throw new Error('three numbers')
    const answers: (string | null)[] = []
    base.modPow(exponent, modulus, (error, result) => answers.push(error && error.message, result.toString(16)))
    expect(answers).toEqual([null, '1bd'])
  })

  it('refuses a library whose code has changed', () => {
    expect(() => patchModPow('export default class BigInteger {}')).toThrow(/expected exactly one/)
  })

  it('replaces modPow in the library that specs load', async () => {
    const { default: Big } = (await import(pathToFileURL(library).href)) as { default: BigConstructor }
    expect(String(Reflect.get(Big.prototype, 'modPow'))).toMatch(/^function modPow\(exponent, modulus, callback\)/)
  })

  it('replaces modPow in the build of the identity provider', async () => {
    const result = await inMemory('src/identity/session/cognito.ts', [nativeModPow()])
    const code = JSON.stringify(result)
    expect(code).toContain('function modPow(exponent, modulus, callback)')
    expect(code).not.toContain('prototype.modPow = bnModPow')
  })

  it('fails a build that does not contain the library', async () => {
    await expect(inMemory('src/identity/session/session-limits.ts', [nativeModPow()])).rejects.toThrow(
      /was not part of the build/,
    )
  })

  it('fails a build with another version of the library', async () => {
    await expect(inMemory('src/identity/session/cognito.ts', [nativeModPow('0.0.0')])).rejects.toThrow(
      /0\.0\.0, but .* is installed/,
    )
  })
})
