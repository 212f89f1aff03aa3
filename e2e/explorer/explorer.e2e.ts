import { expect, test } from '../support/journey.ts'
import { groupNames } from './commands/all-commands.ts'
import { explore, maxRunMs, startOf } from './explore.ts'

/**
 * Random runs against a model; docs/reliability.md lists the promises. A failure prints the steps and the command that
 * replays them.
 */
const all = 500

test('the runs begin in every way and offer every group of commands', { tag: '@explorer' }, async () => {
  const begun = await Promise.all(Array.from({ length: all }, (_, index) => startOf(index + 1)))
  const ways = (of: (start: (typeof begun)[number]) => string[]) => [...new Set(begun.flatMap(of))].toSorted()
  expect(ways(({ groups }) => groups)).toEqual(groupNames.toSorted())
  expect(ways(({ tenantId, page }) => [tenantId, page])).toEqual(['aozora-water', 'form', 'list', 'minato-city'])
  expect(ways(({ second, service }) => [second, String(service)])).toEqual(['0', '1', '2', 'device', 'none', 'tab'])
  expect(ways(({ withDraft, withOrders }) => [`${withDraft}, ${withOrders}`])).toEqual([
    'false, false',
    'false, true',
    'true, false',
    'true, true',
  ])
})

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
