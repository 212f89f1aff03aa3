import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { formsPreview } from './forms/preview/vite-plugin.ts'
import { formsStudio } from './forms/studio/studio-plugin.ts'
import { leanRjsf } from './patches/lean-rjsf.ts'
import { nativeModPow } from './patches/native-modpow.ts'
import { adoptedStyles } from './scripts/adopted-styles.ts'
import { cataloguePhrases } from './scripts/phrases/catalogue-phrases.ts'
import { starter } from './scripts/starter/vite-starter.ts'
import { buildTargets } from './scripts/support-line/support-line.ts'

const root = fileURLToPath(new URL('.', import.meta.url))

/**
 * Groups modules into files, because every file costs a round trip. The first page needs two files: `platform`, the
 * libraries, which rarely change between releases, and `portal`. `http` is fetched after them, so no module of `http`
 * may be in a later group, or the sign-in page would wait for that as well. The texts and the code that most pages with
 * a session need are one file each (`frame`), and so is the form engine (`application`). Each name of a file in the
 * entry counts for the first page, so pages and texts that a visitor needs together share a file.
 */
const initial = ['$initial' as const]
const chunks = [
  { name: 'platform', tags: initial, test: /node_modules\//, priority: 3 },
  { name: 'portal', tags: initial, test: /./, priority: 2 },
  {
    name: 'texts-ja',
    test: /locales\/ja\/(?:common|errors|services|orders|records|downloads|tenant-state)\.json/,
    priority: 2,
  },
  {
    name: 'texts-en',
    test: /locales\/en\/(?:common|errors|services|orders|records|downloads|tenant-state)\.json/,
    priority: 2,
  },
  { name: 'user-texts-ja', test: /locales\/ja\/(?:account|profile|registration|sign-in)\.json/, priority: 2 },
  { name: 'form-texts-ja', test: /locales\/ja\/(?:apply|form-engine|fields)\.json/, priority: 2 },
  { name: 'user-texts-en', test: /locales\/en\/(?:account|profile|registration|sign-in)\.json/, priority: 2 },
  { name: 'form-texts-en', test: /locales\/en\/(?:apply|form-engine|fields)\.json/, priority: 2 },
  { name: 'account', test: /src\/(?:profile-form|credentials\/(?!requested-email))/, priority: 1 },
  {
    name: 'application',
    test: /src\/(?:features\/apply|form-engine(?!\/validation\/interpreter|\/definition\/(?:version-url|about-texts))|fields)\/|lib\/era|form-model\/(?!tokyo-date|delivery|working-days)|lean-rjsf|node_modules\/(?:@rjsf|@x0k|@mantine\/hooks|fast-equals|idb|jsonpointer|react-is)\//,
    priority: 1,
  },
  {
    name: 'frame',
    test: /src\/(?:app\/(?!web-vitals)|ui|tenant|order-display|issued-files|line|payment|i18n|feedback\/(?!NotificationDisplay)|api\/|lib\/(?!era)|auth\/(?:session-limits|sign-in-step)|credentials\/requested-email|features\/(?:charges\/ChargeBox|orders\/HistoryFailed|services\/(?:service-facts|ContactPhone)|(?:services|orders)\/[^/]+\.module))|form-engine\/definition\/(?:version-url|about-texts)|form-model\/(?:tokyo-date|delivery|working-days)|node_modules\/(?:@tanstack|axios)\//,
    priority: 1,
  },
  { name: 'charges', test: /src\/features\/charges\// },
  // What the sign-in page needs after its form.
  { name: 'steps', test: /src\/features\/sign-in\/(?:ChallengeScreen|CodeStep|NewPasswordStep|ResetRequest)/ },
  // The pages to which mailed links lead, and those that send the mails.
  { name: 'mailed', test: /src\/features\/(?:registration|sign-in\/(?:MailConfirmation|PasswordReset)Page)/ },
  { name: 'tenant-state', test: /src\/features\/tenant-state\// },
  { name: 'web-vitals', test: /node_modules\/web-vitals\// },
  { name: 'shared', test: /src\/|node_modules\//, minShareCount: 3 },
]

export default defineConfig({
  root,
  plugins: [
    react(),
    leanRjsf(),
    nativeModPow(),
    adoptedStyles(),
    cataloguePhrases(),
    starter(),
    formsStudio({ folders: ['schemas'], publishTo: '.local/forms' }),
    formsPreview({ folders: ['schemas'], out: '.local/forms' }),
  ],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: buildTargets(),
    sourcemap: false,
    cssCodeSplit: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // No module here, ours or a library's, has a side effect on reading a property.
      treeshake: { propertyReadSideEffects: false as const },
      output: { codeSplitting: { groups: chunks, includeDependenciesRecursively: false } },
    },
  },
})
