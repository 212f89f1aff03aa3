import { defineConfig } from 'vitest/config'

/**
 * One file after the other: several processes writing one pact file lose interactions without a failure.
 * The setup removes the pact first, since pact merges into what is there and would keep what no test says any more.
 */
export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['pact/consumer/**/*.pact.spec.ts'],
    environment: 'node',
    pool: 'forks',
    fileParallelism: false,
    isolate: false,
    globalSetup: ['contract/pact/remove-pact.ts'],
    testTimeout: 20_000,
  },
})
