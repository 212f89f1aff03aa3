import path from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Rolldown } from 'vite'
import { thirdParty } from './deploy/third-party.ts'
import { leanRjsf } from './patches/lean-rjsf.ts'
import { nativeModPow } from './patches/native-modpow.ts'
import { componentsPage } from './scripts/dev/components-page.ts'
import { hotForms } from './scripts/dev/hot-forms.ts'
import { hotTexts } from './scripts/dev/hot-texts.ts'
import { cataloguePhrases } from './scripts/phrases/catalogue-phrases.ts'
import { starter } from './scripts/starter/vite-starter.ts'
import { buildTargets } from './scripts/support-line/support-line.ts'

const root = fileURLToPath(new URL('.', import.meta.url))

/** Loaded by `import()` when they are needed, and so in files of their own. */
const later = /\/(?:web-vitals|NotificationDisplay|cognito|romaji)[^/]*$/

function modulesIn(...folders: string[]): (id: string) => boolean {
  return (id) => !later.test(id) && folders.some((folder) => id.includes(folder))
}

/** Texts that are needed together, for each language a file. Each other file of texts is alone. */
const textsTogether: Record<string, readonly string[]> = {
  session: ['common', 'errors', 'services', 'orders', 'order-display', 'downloads', 'tenant-state'],
  application: ['apply', 'form-engine', 'fields'],
  user: ['profile-form', 'profile', 'registration', 'sign-in'],
}

function textsFile(id: string): string {
  const [, language = '', name = ''] = /locales\/([^/]+)\/([^/]+)\.json/.exec(id) ?? []
  const [group = name] = Object.entries(textsTogether).find(([, names]) => names.includes(name)) ?? []
  return `texts-${language}-${group}`
}

const inAccount = modulesIn('/src/identity/fields/', '/src/profile-form/')
/** Folders of what pages with a session share. */
const inSession = modulesIn(
  ...'api app drafts feedback i18n identity/session identity/session-end issued-files lib line order-display payment tenant ui'
    .split(' ')
    .map((folder) => `/src/${folder}/`),
)
const inForms = modulesIn('/src/features/apply/', '/src/fields/', '/src/form-engine/')
const withoutForm = /\/src\/features\/(?:charges|downloads|orders|services)$/

/** A sheet of its own would cost a page with a session one more request. */
function isPageStyle(id: string): boolean {
  return id.endsWith('.module.css') && id.includes('/src/') && !inForms(id) && !inAccount(id)
}

/**
 * `session` has what its folders contain and import, and what a page without a form shares with another feature. The
 * rest of what the forms contain and import is in `application`, unless a page without a form imports it.
 */
function sessionOrApplication(id: string, context: Rolldown.ChunkingContext): string | null {
  if (isPageStyle(id)) return 'session'
  const features = new Set<string>()
  const modules = new Set([id])
  for (const module of modules) {
    if (inSession(module)) return 'session'
    const info = context.getModuleInfo(module)
    if (info?.dynamicImporters.some((importer) => importer.endsWith('/routes.tsx'))) features.add(path.dirname(module))
    for (const importer of info?.importers ?? []) modules.add(importer)
  }
  if ([...features].some((feature) => withoutForm.test(feature))) return features.size > 1 ? 'session' : null
  return [...modules].some(inForms) ? 'application' : null
}

/**
 * Groups modules into files, because every file costs a round trip. The first page needs two: `platform`, the libraries,
 * which rarely change between releases, and `portal`. `services` has the lists and pages of procedures, and `account` the
 * fields of sign-in and profile.
 */
const chunks = [
  { name: 'platform', tags: ['$initial' as const], test: /node_modules\//, priority: 3 },
  { name: 'portal', tags: ['$initial' as const], test: /./, priority: 3 },
  { name: textsFile, debugName: 'texts', test: /locales\//, priority: 2 },
  { name: sessionOrApplication, debugName: 'session, application', test: (id: string) => !later.test(id), priority: 2 },
  { name: 'services', test: modulesIn('src/features/services/'), priority: 1 },
  { name: 'account', test: inAccount, priority: 1 },
]

export default defineConfig({
  root,
  plugins: [
    react(),
    leanRjsf(),
    nativeModPow(),
    cataloguePhrases(),
    hotForms(),
    hotTexts(),
    componentsPage(),
    starter(),
    thirdParty(root),
  ],
  // The pages of the studio have a build of their own.
  optimizeDeps: { entries: ['index.html'] },
  // Vite lets every page of this machine read the files of the project, forms and sources alike.
  server: { cors: false },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: buildTargets(),
    // `deploy/finish-site.ts` moves them out of the served folder.
    sourcemap: 'hidden',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // No module here, ours or a library's, has a side effect on reading a property.
      treeshake: { propertyReadSideEffects: false as const },
      output: { codeSplitting: { groups: chunks, includeDependenciesRecursively: false } },
    },
  },
})
