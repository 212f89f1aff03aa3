import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'
import { describe, expect, it } from 'vitest'
import { leanRjsf } from './lean-rjsf.ts'

const engine = new URL('../src/form-engine/step/FormPage.tsx', import.meta.url).pathname
const shell = /^react|^i18next|\/src\/(?:i18n|ui|lib)\//

async function bundle(plugin: ReturnType<typeof leanRjsf> | null) {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: plugin ? [plugin] : [],
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: {
        input: engine,
        preserveEntrySignatures: 'strict',
        external: (id: string) => shell.test(id),
        output: { format: 'es' },
      },
    },
  })
  const outputs = Array.isArray(result)
    ? result.flatMap(({ output }) => output)
    : 'output' in result
      ? result.output
      : []
  const chunks = outputs.filter((one) => one.type === 'chunk')
  const first = chunks.filter(({ isEntry, fileName }) => isEntry || chunks[0]?.imports.includes(fileName))
  return {
    size: first.reduce((sum, { code }) => sum + brotliCompressSync(code).length, 0),
    modules: first.flatMap(({ modules }) => Object.keys(modules)),
  }
}

describe('the build of the form engine', () => {
  it('leaves out unused code and the validator that evaluates code', async () => {
    const { size, modules } = await bundle(leanRjsf())
    expect(modules.some((id) => id.includes('@rjsf/core'))).toBe(true)
    expect(
      modules.filter((id) =>
        /markdown-to-jsx|fast-uri|core\/lib\/components\/widgets|node_modules\/ajv|lodash/.test(id),
      ),
    ).toEqual([])
    expect(size).toBeLessThan(60_000)
  })

  it('fails with an unchecked version of rjsf', async () => {
    await expect(bundle(leanRjsf('6.0.0'))).rejects.toThrow('lean rjsf was written for @rjsf/core 6.0.0')
  })
})
