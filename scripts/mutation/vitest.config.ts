import { defineConfig } from 'vitest/config'
import { sharedSettings } from '../shared-test-settings.ts'
import { scopeNames, specsOf } from './scopes.ts'

/** The mutation check names its scope here; its test runner is a process of its own. */
const scope = scopeNames.find((name) => name === process.env.MUTATION_SCOPE)
if (scope === undefined) throw new Error('MUTATION_SCOPE names no scope of scripts/mutation/scopes.ts.')

export default defineConfig({
  test: {
    ...sharedSettings,
    globalSetup: 'scripts/build-forms-for-tests.ts',
    environment: 'node',
    include: specsOf(scope),
    // As in the configuration of the whole suite.
    isolate: scope === 'session',
  },
})
