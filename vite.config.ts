import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { PluginOption } from 'vite'
import { formsPreview } from './forms/preview/vite-plugin.ts'
import { leanRjsf } from './patches/lean-rjsf.ts'

const root = fileURLToPath(new URL('.', import.meta.url))

/** Replaces Amplify's big-integer arithmetic by native BigInt, so that signing in does not freeze a phone. */
async function nativeModPow(): Promise<PluginOption> {
  const file = new URL('./patches/native-modpow.ts', import.meta.url)
  if (!existsSync(file)) return null
  const module = (await import(file.href)) as { nativeModPow: () => PluginOption }
  return module.nativeModPow()
}

/**
 * What the first page needs is two chunks: the libraries, which outlive a deploy of the portal, and its own code. What is
 * imported lazily (pages, page shell, HTTP, identity, notifications, the form engine) follows its importers, but for
 * rooms of many small parts and what several pages share, which come as one: over a slow line each file costs a round trip.
 */
const initial = ['$initial' as const]
const chunks = [
  { name: 'platform', tags: initial, test: /node_modules\//, priority: 3 },
  { name: 'portal', tags: initial, test: /./, priority: 2 },
  { name: 'order-display', test: /src\/(?:order-display|issued-files|line|payment)\//, priority: 1 },
  { name: 'account', test: /src\/(?:profile-form|credentials)\//, priority: 1 },
  { name: 'parts', test: /src\/(?:ui|feedback\/(?:ProblemAlert|problem-message|announce))/, priority: 1 },
  { name: 'http', test: /src\/(?:api\/(?:http|problem)|lib\/problem)|node_modules\/axios\//, priority: 1 },
  { name: 'application', test: /src\/features\/apply\//, minShareCount: 2 },
  { name: 'shared', test: /src\/(?:api|lib)\/|form-model\/|@tanstack/, minShareCount: 3 },
]

export default defineConfig(async () => ({
  root,
  plugins: [react(), leanRjsf(), await nativeModPow(), formsPreview({ folders: ['schemas'], out: '.local/forms' })],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2024',
    sourcemap: false,
    cssCodeSplit: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // No module of ours or of a library here hides an effect behind reading a property.
      treeshake: { propertyReadSideEffects: false as const },
      output: { codeSplitting: { groups: chunks, includeDependenciesRecursively: false } },
    },
  },
}))
