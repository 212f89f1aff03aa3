import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { isFixable } from './fixes.ts'
import { ruleExamples } from '../rules/rule-examples.ts'
import { ruleIds, topicOf } from '../source/rule-list.ts'
import { writeExample } from '../testing/write-example.ts'
import { checkForm } from '../check/check-form.ts'
import { testForm } from '../check/test-form.ts'
import { fixForm } from './fix-form.ts'

const work = mkdtempSync(path.join(tmpdir(), 'forms-fix-'))

const now = Date.parse('2026-04-01T12:00:00+09:00')
const fixable = ruleIds.filter((rule) => isFixable({ rule, pointer: '' }))
const ofSamples = ['sample-missing', 'branch-untested'] as const

it('supports a fix for these rules', () => {
  expect(fixable).toHaveLength(31)
})

it.each([...fixable, ...ofSamples])(
  'fixes %s in its bad example, adds no finding, and has nothing to fix in a second run',
  (rule) => {
    const folder = path.join(work, rule, 'tenant/service/example')
    writeExample(folder, ruleExamples[rule].bad)
    const rules = () => {
      const checked = checkForm(folder, { now })
      const tested = topicOf(rule) === 'samples' ? (testForm(checked, now)?.problems ?? []) : []
      return new Set([...checked.problems, ...tested].map((problem) => problem.rule))
    }
    const before = rules()
    expect(before).toContain(rule)
    expect(fixForm(folder, now)).toBeGreaterThan(0)
    const after = rules()
    expect(after).not.toContain(rule)
    // A text copied from the other language still needs its translation.
    const expected = rule === 'text-missing' ? ['text-language'] : []
    expect([...after].filter((one) => !before.has(one))).toEqual(expected)
    expect(fixForm(folder, now)).toBe(0)
  },
)

it('does not change a byte of a form without findings', () => {
  const folder = path.join(work, 'fine/tenant/service/example')
  const files = writeExample(folder, {})
  expect(fixForm(folder, now)).toBe(0)
  for (const [name, text] of Object.entries(files)) expect(readFileSync(path.join(folder, name), 'utf8')).toBe(text)
})
