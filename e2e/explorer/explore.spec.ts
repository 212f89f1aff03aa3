import { expect, it } from 'vitest'
import { explorerSeeds } from '../../scripts/shard.ts'
import { groupNames } from './commands/all-commands.ts'
import { startOf } from './explore.ts'

it('the seeds of npm run test:full begin in every way and offer every group of commands', async () => {
  const begun = await Promise.all(Array.from({ length: explorerSeeds }, (_, index) => startOf(index + 1)))
  const ways = (of: (start: (typeof begun)[number]) => string[]) => [...new Set(begun.flatMap(of))].toSorted()
  expect(ways(({ groups }) => groups)).toEqual(groupNames.toSorted())
  expect(ways(({ tenantId, page }) => [tenantId, page])).toEqual(['aozora-water', 'form', 'list', 'minato-city'])
  expect(ways(({ second, service }) => [second, String(service)])).toEqual(['0', '1', '2', 'device', 'none', 'tab'])
  expect(ways(({ translated, filled }) => [`${translated}, ${filled}`])).toEqual([
    'false, false',
    'false, true',
    'true, false',
  ])
  expect(ways(({ withDraft, withOrders }) => [`${withDraft}, ${withOrders}`])).toEqual([
    'false, false',
    'false, true',
    'true, false',
    'true, true',
  ])
})
