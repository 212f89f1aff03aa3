import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { thirdParty } from './deploy/third-party.ts'
import { formsPreview } from './forms/preview/vite-plugin.ts'
import { formsStudio } from './forms/studio/studio-plugin.ts'
import { leanRjsf } from './patches/lean-rjsf.ts'
import { nativeModPow } from './patches/native-modpow.ts'
import { cataloguePhrases } from './scripts/phrases/catalogue-phrases.ts'
import { starter } from './scripts/starter/vite-starter.ts'
import { buildTargets } from './scripts/support-line/support-line.ts'

const root = fileURLToPath(new URL('.', import.meta.url))

/** Loaded by `import()` when they are needed, and so in files of their own. */
const later = /\/(?:web-vitals|NotificationDisplay|cognito|romaji|interpreter)[^/]*$/

function modulesIn(...folders: string[]): (id: string) => boolean {
  return (id) => !later.test(id) && folders.some((folder) => id.includes(folder))
}

/**
 * Groups modules into files, because every file costs a round trip. The first page needs two: `platform`, the libraries,
 * which rarely change between releases, and `portal`. `session` is what pages with a session share, with their list of
 * procedures, and `application` the forms. The texts of a language are one file.
 */
const chunks = [
  { name: 'platform', tags: ['$initial' as const], test: /node_modules\//, priority: 3 },
  { name: 'portal', tags: ['$initial' as const], test: /./, priority: 3 },
  { name: 'texts-ja', test: /locales\/ja\//, priority: 2 },
  { name: 'texts-en', test: /locales\/en\//, priority: 2 },
  {
    name: 'session',
    test: modulesIn(
      ...'api app identity/fields identity/session identity/session-end feedback i18n issued-files lib line order-display payment tenant ui'
        .split(' ')
        .map((folder) => `src/${folder}/`),
      'src/features/services/',
      'src/form-engine/definition/',
      'form-model/',
      'node_modules/@tanstack/',
      'node_modules/axios/',
    ),
    priority: 2,
  },
  {
    name: 'application',
    test: modulesIn(
      ...['features/apply', 'fields', 'form-engine', 'profile-form'].map((folder) => `src/${folder}/`),
      ...['@mantine/hooks', '@rjsf', '@x0k', 'fast-equals', 'idb', 'jsonpointer', 'react-is'].map(
        (library) => `node_modules/${library}/`,
      ),
      'lean-rjsf:',
    ),
    priority: 1,
  },
]

export default defineConfig({
  root,
  plugins: [
    react(),
    leanRjsf(),
    nativeModPow(),
    cataloguePhrases(),
    starter(),
    thirdParty(root),
    formsStudio({ folders: ['schemas'], publishTo: '.local/forms' }),
    formsPreview({ folders: ['schemas'], out: '.local/forms' }),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: buildTargets(),
    sourcemap: false,
    // One sheet for all pages: a sheet of its own would cost each page a request.
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // No module here, ours or a library's, has a side effect on reading a property.
      treeshake: { propertyReadSideEffects: false as const },
      output: { codeSplitting: { groups: chunks, includeDependenciesRecursively: false } },
    },
  },
})
