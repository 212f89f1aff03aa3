import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '../support/journey.ts'

const root = join(import.meta.dirname, '../..')

test('the build contains the portal and no development tool (S-20) @main', async ({ portal }) => {
  expect(portal.url).toMatch(/^http:\/\/localhost:/)
  const files = readdirSync(join(root, 'dist'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const names = files.map((entry) => join(entry.parentPath, entry.name))
  expect(names.length).toBeGreaterThan(10)
  expect(names.filter((name) => /mockServiceWorker|\.map$|\.ts$/.test(name))).toEqual([])
  const forbidden = [
    /Portal-2026!/,
    /hanako@example\.jp/,
    /\/_sandbox\//,
    /setupWorker|msw\/browser/,
    /faker/i,
    /createIdentity\b/,
    /sourceMappingURL/,
  ]
  const found = names
    .filter((name) => /\.(js|css|html|json)$/.test(name))
    .flatMap((name) =>
      forbidden.filter((word) => word.test(readFileSync(name, 'utf8'))).map((word) => `${name}: ${String(word)}`),
    )
  expect(found).toEqual([])
})
