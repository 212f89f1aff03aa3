import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { accepted } from '../../scripts/support-line/accepted.ts'
import { findingsIn } from '../../scripts/support-line/built-files.ts'
import { supportLine } from '../../scripts/support-line/support-line.ts'

const dist = join(import.meta.dirname, '../../dist')

test.describe('the built files', () => {
  const findings = findingsIn(dist, supportLine())

  test('use nothing that a browser of package.json’s browserslist lacks', () => {
    const unknown = findings
      .filter(({ feature }) => accepted[feature] === undefined)
      .map(({ file, feature, lacking }) => `${file}: ${feature} is missing before ${lacking.join(', ')}`)
    expect(unknown, 'Use another way, or describe in scripts/support-line/accepted.ts what the browser does.').toEqual(
      [],
    )
  })

  test('still use every accepted feature', () => {
    const used = new Set(findings.map(({ feature }) => feature))
    expect(Object.keys(accepted).filter((feature) => !used.has(feature))).toEqual([])
  })
})
