import { expect, test } from '../support/journey.ts'
import { explore, maxRunMs } from './explore.ts'

/**
 * Random runs against a model; docs/reliability.md lists the promises. `npm test` runs the beginning of the first 20,
 * `npm run test:full` all of them. A failure prints the steps and the command that replays them.
 */
const all = 500
const short = 20
const shortSteps = 3

for (let seed = 1; seed <= short; seed += 1)
  test(
    `the first ${shortSteps} steps of random run ${seed} keep every promise to the resident`,
    { tag: '@explorer' },
    async ({ browser, portal }) => {
      // A failing run is reported as it is: its steps are few.
      const { failure } = await explore(browser, portal, {
        seed,
        fixed: { maxSteps: shortSteps },
        withoutShrinking: true,
      })
      expect(failure).toBeNull()
    },
  )

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
