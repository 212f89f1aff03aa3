import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { leanRjsf } from './patches/lean-rjsf.ts'

/** Tests that use a pact broker or a running provider have their own configuration in `pact/`. */
const elsewhere = ['**/node_modules/**', '**/*.pact.spec.ts', 'dist/**', '.local/**']

/** These specs start whole sessions, whose modules keep the state of a page: each file gets its own copy of them. */
const stateful = 'src/{app,auth}/**/*.spec.ts'

export default defineConfig({
  test: {
    globalSetup: 'scripts/build-forms-for-tests.ts',
    // Tests spend a fifth of the time waiting (timers, servers), so one worker more than there are cores uses them
    // fully.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: [
            '*.spec.ts',
            '{src,sandbox,forms,form-model,schemas,contract,patches,scripts,deploy,docs,locales,e2e}/**/*.spec.ts',
          ],
          exclude: [...elsewhere, stateful],
          // Loading the same modules for each file took a fifth of the time of these specs.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'state',
          environment: 'node',
          include: [stateful],
          exclude: elsewhere,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [react(), leanRjsf()],
        test: {
          name: 'page',
          environment: 'jsdom',
          environmentOptions: { jsdom: { url: 'http://portal.test/' } },
          include: ['{src,forms}/**/*.spec.tsx'],
          exclude: elsewhere,
          setupFiles: ['src/app/testing/page-test-setup.ts'],
          server: { deps: { inline: [/@rjsf/] } },
          css: { modules: { classNameStrategy: 'non-scoped' } },
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
