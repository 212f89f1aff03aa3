import { expect, test } from '../support/journey.ts'
import { explore } from './explore.ts'

/**
 * Random runs against a model, by fixed seeds; docs/reliability.md says what they promise. `npm test` runs the first ten,
 * `npm run test:full` 500. A failure prints the steps and the command that replays them.
 */
const everyTime = 10
const all = 500

test.use({ trace: 'off', screenshot: 'off' })

for (let seed = 1; seed <= all; seed += 1)
  test(
    `random run ${seed} keeps every promise to the resident`,
    { tag: ['@explorer', ...(seed > everyTime ? ['@full'] : [])] },
    async ({ browser, portal }) => {
      // A failing run is shrunk, which takes up to two minutes.
      test.setTimeout(180_000)
      const { failure } = await explore(browser, portal, { seed })
      expect(failure).toBeNull()
    },
  )
