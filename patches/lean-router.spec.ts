import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'
import type { Plugin } from 'vite'
import { describe, expect, it } from 'vitest'
import { leanRouter, withoutUnused } from './lean-router.ts'

const root = join(import.meta.dirname, '..')

const entry = '\0entry'

/** What the portal imports from the router, as it is built for the portal. */
async function bundled(code: string, plugins: Plugin[]): Promise<string> {
  const virtual: Plugin = {
    name: 'virtual-entry',
    resolveId: (id) => (id === entry ? entry : null),
    load: (id) => (id === entry ? code : null),
  }
  const result = await build({
    root,
    configFile: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'silent',
    plugins: [virtual, ...plugins],
    build: {
      write: false,
      rolldownOptions: {
        input: entry,
        preserveEntrySignatures: 'strict',
        treeshake: { propertyReadSideEffects: false },
      },
    },
  })
  const [output] = Array.isArray(result) ? result : [result]
  if (output === undefined || !('output' in output)) throw new Error('the build has no output')
  return output.output.map((file) => ('code' in file ? file.code : '')).join('')
}

const router = `export {
  createBrowserRouter, data, Link, matchRoutes, Navigate, NavLink, Outlet, replace, RouterContextProvider, RouterProvider,
  useBlocker, useLoaderData, useNavigation, useRevalidator, useSearchParams,
} from 'react-router-dom'`

describe('the build of the router', () => {
  it('leaves out at least 5 kB that no page uses', async () => {
    const [lean, whole] = await Promise.all([bundled(router, [leanRouter()]), bundled(router, [])])
    for (const unused of ['useFormAction', 'REACT_ROUTER_ERROR', 'modulepreload', 'console.warn(']) {
      expect(whole).toContain(unused)
      expect(lean).not.toContain(unused)
    }
    expect(brotliCompressSync(whole).length - brotliCompressSync(lean).length).toBeGreaterThan(5000)
  })

  it('fails with an unchecked version, and without the library', async () => {
    await expect(bundled(router, [leanRouter('7.0.0')])).rejects.toThrow(
      'lean router was written for react-router 7.0.0',
    )
    await expect(bundled('export default 1', [leanRouter()])).rejects.toThrow(/was not part of the build/)
  })

  it('refuses a library whose code has changed', () => {
    expect(() => withoutUnused('function createBrowserRouter() {}')).toThrow(/expected switch of the warnings 1 times/)
  })
})

it('leaves out nothing that the portal uses', () => {
  const using = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((path) => {
    const code = readFileSync(join(root, path), 'utf8')
    return code.includes("'react-router-dom'") && /\s(?:prefetch|instrumentations)[=:]/.test(code)
  })
  expect(using).toEqual([])
})
