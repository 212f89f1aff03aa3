import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { faultKinds } from '../../sandbox/core/faults.ts'
import { expect, test } from '../support/journey.ts'

const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8')
const rows = [...readme.matchAll(/^\| `fault-(?<kind>[a-z0-9-]+)` \| (?<title>[^ ,|]+)/gm)].map(({ groups }) => ({
  kind: groups?.kind ?? '',
  title: groups?.title ?? '',
}))

test.describe('the faults of the README', () => {
  test('lists all faults of the sandbox', () => {
    const named = new Set([
      ...rows.map(({ kind }) => kind),
      ...[...readme.matchAll(/`(?!fault-)([a-z0-9-]+)`/g)].map(([, kind]) => kind),
    ])
    expect(faultKinds.filter((kind) => !named.has(kind))).toEqual([])
    expect(rows.filter(({ kind }) => !faultKinds.some((known) => known === kind))).toEqual([])
  })

  test.describe('each fault of the README', () => {
    test.use({ offContract: true, toleratedErrors: [/^ProblemError/] })

    test('shows what the table says', async ({ signedIn: page, sandbox }) => {
      expect(rows.length).toBeGreaterThan(10)
      await sandbox.post('config', { limits: { requestTimeoutMs: 6_000 } })
      try {
        for (const { kind, title } of rows) {
          await page.goto(`/minato-city/history-details/fault-${kind}`)
          await expect(page.getByRole('heading', { name: title }).first(), kind).toBeVisible()
        }
      } finally {
        await sandbox.post('config', { limits: { requestTimeoutMs: 30_000 } })
      }
    })
  })
})
