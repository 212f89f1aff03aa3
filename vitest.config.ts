import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { leanRjsf } from './patches/lean-rjsf.ts'
import { sharedSettings } from './scripts/shared-test-settings.ts'

/** Specs that try many generated inputs or start whole programs; `npm test` leaves them to `npm run test:full` (scripts/run-tests.ts). */
const generated = process.env.TESTS === 'main' ? ['**/*.full.spec.{ts,tsx}'] : []

/** Tests that use a pact broker or a running provider have their own configuration in `pact/`. */
const exclude = ['**/node_modules/**', '**/*.pact.spec.ts', 'dist/**', '.local/**', ...generated]

const setupFiles = [...sharedSettings.setupFiles, 'scripts/quiet-console.ts', 'scripts/fresh-file.ts']

const reactAsBuilt = { jsx: { development: false } }

export default defineConfig({
  test: {
    globalSetup: ['scripts/temporary-folder.ts', 'scripts/build-forms-for-tests.ts'],
    // Tests spend a quarter of the time waiting (timers, servers), so two workers more than there are cores uses them
    // fully.
    maxWorkers: availableParallelism() + 2,
    execArgv: [`--import=${import.meta.resolve('./scripts/module-hooks-for-tests.ts')}`],
    projects: [
      {
        oxc: reactAsBuilt,
        test: {
          ...sharedSettings,
          name: 'node',
          setupFiles,
          environment: 'node',
          // React as the build and `npm run forms` have it: its checks take half of the time of the specs that draw forms.
          env: { ...sharedSettings.env, NODE_ENV: 'production' },
          include: ['**/*.spec.ts'],
          exclude,
          isolate: false,
        },
      },
      {
        plugins: [react(), leanRjsf()],
        test: {
          ...sharedSettings,
          name: 'page',
          setupFiles: [...setupFiles, 'src/app/testing/page-test-setup.ts'],
          environment: 'jsdom',
          environmentOptions: { jsdom: { url: 'http://portal.test/' } },
          include: ['**/*.spec.tsx'],
          exclude,
          isolate: false,
          server: { deps: { inline: [/@rjsf/] } },
          css: { modules: { classNameStrategy: 'non-scoped' } },
        },
      },
    ],
  },
})
