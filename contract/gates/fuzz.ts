/** Gate: the sandbox answers any request without a server error and as documented. */
import { join } from 'node:path'
import { basePath } from '../openapi/conformance.ts'
import { createSandbox } from '../../sandbox/create-sandbox.ts'
import { numberOf, optionsOf } from '../../scripts/options.ts'
import { ensureBuilt } from '../../scripts/build.ts'
import { fuzz } from '../fuzz/fuzzing.ts'

const usage = `npx node contract/gates/fuzz.ts [options]   random requests to the sandbox

  --runs N   for each operation and kind of request (40)
  --seed N   other requests`

const { values } = optionsOf(usage, {
  options: { runs: { type: 'string', default: '40' }, seed: { type: 'string', default: '20261121' } },
})

const runs = numberOf('--runs', values.runs)
const seed = numberOf('--seed', values.seed)

await ensureBuilt({ only: 'forms' })
const origin = 'http://portal.test'
const sandbox = await createSandbox({
  db: ':memory:',
  formsDir: join(import.meta.dirname, '..', '..', '.local', 'forms'),
  origin,
  cardOrigin: 'http://card.test',
})
const { idToken } = await sandbox.signIn('hanako@example.jp', 'minato-city')
const known = {
  tenantId: ['minato-city', 'aozora-water'],
  serviceId: ['residence-certificate', 'childcare-consultation'],
  type: ['individual'],
  ...(await idsOfHanako()),
}
const { requests, statuses, failures } = await fuzz(
  { fetch: (request) => sandbox.fetch(request), token: idToken, known },
  { runs, seed },
)
sandbox.close()
for (const failure of failures) console.error(`  ${failure}`)
const byStatus = [...statuses].toSorted(([one], [other]) => one - other).map(([status, count]) => `${status}: ${count}`)
console.log(`fuzz: ${requests} requests, ${failures.length} kinds of failure (${byStatus.join(', ')})`)
if (failures.length > 0) process.exitCode = 1

async function idsOfHanako(): Promise<Record<string, string[]>> {
  const ids = async (path: string, member: string) => {
    const response = await sandbox.fetch(
      new Request(`${origin}${basePath}${path}`, { headers: { Authorization: `Bearer ${idToken}` } }),
    )
    const text = await response.text()
    return [...new Set([...text.matchAll(new RegExp(`"${member}":"([^"]+)"`, 'g'))].map(([, id = '']) => id))]
  }
  const entries = await Promise.all([
    ids('/o/orders?limit=50', 'orderId').then((found) => ['orderId', found] as const),
    ids('/o/orders?limit=50', 'chargeId').then((found) => ['chargeId', found] as const),
    ids('/o/files', 'fileId').then((found) => ['fileId', found] as const),
  ])
  const missing = entries.filter(([, found]) => found.length === 0).map(([name]) => name)
  if (missing.length > 0) throw new Error(`The seed has no ${missing.join(', ')} for hanako`)
  return Object.fromEntries(entries)
}
