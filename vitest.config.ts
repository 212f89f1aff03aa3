import { availableParallelism } from 'node:os'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { leanRjsf } from './patches/lean-rjsf.ts'
import { sharedSettings } from './scripts/shared-test-settings.ts'

/** Specs that try many generated inputs; `npm test` leaves them to `npm run test:full` (scripts/run-tests.ts). */
const generated = process.env.TESTS === 'main' ? ['**/*.full.spec.{ts,tsx}'] : []

/** Tests that use a pact broker or a running provider have their own configuration in `pact/`. */
const exclude = ['**/node_modules/**', '**/*.pact.spec.ts', 'dist/**', '.local/**', ...generated]

const setupFiles = [...sharedSettings.setupFiles, 'scripts/quiet-console.ts', 'scripts/fresh-file.ts']

/**
 * Specs of these folders have a process of their own: Amplify is one object per process, and a portal that a page spec
 * has started goes on listening to other tabs. All others share one, which has loaded the libraries.
 */
const identity = '{src,sandbox}/identity/**/*.spec.ts'
const pages = 'src/{app,features,identity}/**/*.spec.tsx'

const reactAsBuilt = { jsx: { development: false } }
const plugins = [react(), leanRjsf()]

const node = {
  ...sharedSettings,
  setupFiles,
  environment: 'node',
  // React as the build and `npm run forms` have it: its checks take half of the time of the specs that draw forms.
  env: { NODE_ENV: 'production' },
}

const dom = {
  ...sharedSettings,
  setupFiles: [...setupFiles, 'src/app/testing/page-test-setup.ts'],
  environment: 'jsdom',
  environmentOptions: { jsdom: { url: 'http://portal.test/' } },
  server: { deps: { inline: [/@rjsf/] } },
  css: { modules: { classNameStrategy: 'non-scoped' as const } },
}

export default defineConfig({
  test: {
    globalSetup: 'scripts/build-forms-for-tests.ts',
    // Tests spend a fifth of the time waiting (timers, servers), so one worker more than there are cores uses them
    // fully.
    maxWorkers: availableParallelism() + 1,
    execArgv: [`--import=${import.meta.resolve('./scripts/module-hooks-for-tests.ts')}`],
    projects: [
      {
        oxc: reactAsBuilt,
        test: { ...node, name: 'node', include: ['**/*.spec.ts'], exclude: [...exclude, identity], isolate: false },
      },
      { oxc: reactAsBuilt, test: { ...node, name: 'identity', include: [identity], exclude } },
      {
        plugins,
        test: { ...dom, name: 'component', include: ['**/*.spec.tsx'], exclude: [...exclude, pages], isolate: false },
      },
      { plugins, test: { ...dom, name: 'page', include: [pages], exclude } },
    ],
  },
})
