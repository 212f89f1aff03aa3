import { expect, test } from '../support/journey.ts'
import { explore, maxRunMs } from './explore.ts'

/**
 * Random runs against a model; docs/reliability.md lists the promises and explains why only `npm run test:full` runs
 * them. A failure prints the steps and the command that replays them.
 */
const all = 500

test.use({ trace: 'off', screenshot: 'off' })

for (let seed = 1; seed <= all; seed += 1)
  test(
    `random run ${seed} keeps every promise to the resident`,
    { tag: ['@explorer', '@full'] },
    async ({ browser, portal }) => {
      // Allows time to shrink a failing run.
      test.setTimeout(maxRunMs + 60_000)
      const { failure } = await explore(browser, portal, { seed })
      expect(failure).toBeNull()
    },
  )
