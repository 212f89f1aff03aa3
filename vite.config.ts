import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { formsPreview } from './forms/preview/vite-plugin.ts'
import { leanRjsf } from './patches/lean-rjsf.ts'
import { nativeModPow } from './patches/native-modpow.ts'

const root = fileURLToPath(new URL('.', import.meta.url))

/**
 * The first page needs two chunks: the libraries, which rarely change between releases, and the portal's own code. Lazy
 * modules (pages, page shell, HTTP, identity, notifications, the form engine) are split by importer. Modules of many
 * small files and code that several pages share become one chunk each, because every file costs a round trip.
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

export default defineConfig({
  root,
  plugins: [react(), leanRjsf(), nativeModPow(), formsPreview({ folders: ['schemas'], out: '.local/forms' })],
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
})
