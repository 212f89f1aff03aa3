import { expect, it } from 'vitest'
import type { Check } from './check.ts'
import { jsonReport, junitReport } from './files.ts'

const rule = { kind: 'rule', operation: 'saveDraft', harm: 'A resident loses <everything>.' } as const
const exchange = {
  method: 'PUT',
  path: '/app/web/o/drafts/a/b?x=1&y=2',
  sent: '{"a":"\u0007"}',
  status: 500,
  answer: '',
}
const checks: Check[] = [
  { kind: 'interaction', operation: 'getCharge', name: 'a charge', state: 's', result: 'passed', reasons: [] },
  { ...rule, name: 'a "saved" draft', result: 'failed', reasons: ['the status is 500'], exchange },
  { ...rule, name: 'a foreign draft', result: 'not verified', reasons: ['no token'] },
]

it('writes a suite of JUnit for each operation', () => {
  expect(junitReport(checks)).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="3" failures="1" skipped="1">
  <testsuite name="getCharge" tests="1" failures="0" skipped="0">
    <testcase classname="getCharge.interaction" name="a charge"/>
  </testsuite>
  <testsuite name="saveDraft" tests="2" failures="1" skipped="1">
    <testcase classname="saveDraft.rule" name="a &quot;saved&quot; draft">
      <failure message="the status is 500">A resident loses &lt;everything&gt;.
&gt; PUT /app/web/o/drafts/a/b?x=1&amp;y=2 {"a":"\uFFFD"}
&lt; 500</failure>
    </testcase>
    <testcase classname="saveDraft.rule" name="a foreign draft">
      <skipped message="no token"/>
    </testcase>
  </testsuite>
</testsuites>
`)
})

it('writes every check as JSON', () => {
  expect(JSON.parse(jsonReport(checks, 'http://api'))).toEqual({ url: 'http://api', checks })
})
