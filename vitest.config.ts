import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { leanRjsf } from './patches/lean-rjsf.ts'
import { sharedSettings } from './scripts/shared-test-settings.ts'

/** Specs that try many generated inputs; `npm test` leaves them to `npm run test:full` (scripts/run-tests.ts). */
const generated = process.env.TESTS === 'main' ? ['**/*.full.spec.{ts,tsx}'] : []

/** Tests that use a pact broker or a running provider have their own configuration in `pact/`. */
const elsewhere = ['**/node_modules/**', '**/*.pact.spec.ts', 'dist/**', '.local/**', ...generated]

/** These specs start whole sessions, whose modules keep the state of a page: each file gets its own copy of them. */
const stateful = 'src/{app,identity/session,identity/session-end}/**/*.spec.ts'

/** Specs that draw whole forms, with React as `npm run forms` has it: its development checks take half of their time. */
const drawing = ['forms/{draw,survey}/*.spec.ts', 'forms/command-line.spec.ts']

/** Specs of components without the portal around them, whose modules keep no state. */
const components = '{forms,src/fields,src/form-engine,src/lib,src/ui}/**/*.spec.tsx'

/**
 * Page specs whose first line says that they replace no modules and end their pages: they run one after another in a
 * process, which takes two thirds of the processor time, because its libraries are loaded and compiled already.
 */
const sharing = globSync('src/**/*.spec.tsx', { cwd: import.meta.dirname }).filter((file) =>
  readFileSync(join(import.meta.dirname, file), 'utf8').startsWith('// @shares-process\n'),
)

/** Projects whose tests print nothing; the page specs still have expected errors of React and of its router. */
const quiet = [...sharedSettings.setupFiles, 'scripts/quiet-console.ts']

const pages = {
  plugins: [react(), leanRjsf()],
  test: {
    ...sharedSettings,
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://portal.test/' } },
    setupFiles: [...sharedSettings.setupFiles, 'src/app/testing/page-test-setup.ts'],
    server: { deps: { inline: [/@rjsf/] } },
    css: { modules: { classNameStrategy: 'non-scoped' as const } },
  },
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
        test: {
          ...sharedSettings,
          name: 'node',
          setupFiles: quiet,
          environment: 'node',
          include: [
            '*.spec.ts',
            '{src,sandbox,forms,form-model,schemas,contract,patches,scripts,deploy,docs,locales,e2e}/**/*.spec.ts',
          ],
          exclude: [...elsewhere, stateful, ...drawing],
          // Loading the same modules for each file took a fifth of the time of these specs.
          isolate: false,
        },
      },
      {
        test: {
          ...sharedSettings,
          name: 'drawing',
          setupFiles: quiet,
          environment: 'node',
          env: { NODE_ENV: 'production' },
          include: drawing,
          exclude: elsewhere,
          isolate: false,
        },
      },
      {
        test: {
          ...sharedSettings,
          name: 'state',
          setupFiles: quiet,
          environment: 'node',
          include: [stateful],
          exclude: elsewhere,
        },
      },
      {
        ...pages,
        test: {
          ...pages.test,
          name: 'component',
          setupFiles: [...pages.test.setupFiles, 'scripts/quiet-console.ts'],
          include: [components],
          exclude: elsewhere,
          // Loading the same modules for each file took more time than most of these specs.
          isolate: false,
        },
      },
      {
        ...pages,
        test: {
          ...pages.test,
          name: 'page',
          include: ['src/**/*.spec.tsx'],
          exclude: [...elsewhere, components, ...sharing],
        },
      },
      {
        ...pages,
        test: {
          ...pages.test,
          name: 'sharing page',
          setupFiles: [...pages.test.setupFiles, 'src/app/testing/shared-page-setup.ts'],
          include: sharing,
          exclude: elsewhere,
          isolate: false,
        },
      },
    ],
  },
})
