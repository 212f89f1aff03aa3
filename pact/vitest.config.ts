import { defineConfig } from 'vitest/config'
import { sharedSettings } from '../scripts/shared-test-settings.ts'

/**
 * One file after the other: several processes that write one pact file lose interactions without a failure. The setup
 * removes the pact first, because pact merges into an existing file and would keep interactions that no test has any
 * more.
 */
export default defineConfig({
  test: {
    ...sharedSettings,
    root: new URL('..', import.meta.url).pathname,
    include: ['pact/consumer/**/*.pact.spec.ts'],
    environment: 'node',
    pool: 'forks',
    fileParallelism: false,
    isolate: false,
    globalSetup: ['contract/pact/remove-pact.ts'],
  },
})
