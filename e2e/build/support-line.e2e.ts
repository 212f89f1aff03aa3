import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { accepted } from '../../scripts/support-line/accepted.ts'
import { findingsIn } from '../../scripts/support-line/built-files.ts'
import { supportLine } from '../../scripts/support-line/support-line.ts'

const root = join(import.meta.dirname, '../..')

// This is a single test, because a second one might run in another worker, which would read all files again.
test('the built files need only features that every browser of package.json’s browserslist has, and use every accepted exception', () => {
  const findings = ['dist', '.local/forms'].flatMap((folder) => findingsIn(join(root, folder), supportLine()))
  const unknown = findings
    .filter(({ feature }) => accepted[feature] === undefined)
    .map(({ file, feature, lacking }) => `${file}: ${feature} is missing before ${lacking.join(', ')}`)
  expect(unknown, 'Use another way, or describe in scripts/support-line/accepted.ts what the browser does.').toEqual([])
  const used = new Set(findings.map(({ feature }) => feature))
  expect(
    Object.keys(accepted).filter((feature) => !used.has(feature)),
    'accepted but not used',
  ).toEqual([])
})
