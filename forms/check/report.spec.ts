import { expect, it } from 'vitest'
import type { Finding } from '../source/finding.ts'
import { report } from './report.ts'

function finding(line: number, severity: Finding['severity'], message: string): Finding {
  return { file: 'form.json', line, column: 1, pointer: '', rule: 'syntax', severity, message }
}

it('shows errors first, and the same message of a file once with its other lines', () => {
  const findings = [
    finding(2, 'warning', 'Write it in English.'),
    finding(3, 'error', 'Broken.'),
    finding(4, 'warning', 'Write it in English.'),
    finding(9, 'warning', 'Another.'),
    finding(12, 'warning', 'Write it in English.'),
  ]
  expect(report(findings, 'text', 'en').split('\n')).toEqual([
    'form.json:3:1 error [syntax]',
    '    Broken.',
    'form.json:2:1 warning [syntax]',
    '    Write it in English.',
    '    also at 4:1, 12:1 (2 more places)',
    'form.json:9:1 warning [syntax]',
    '    Another.',
  ])
  expect(JSON.parse(report(findings, 'json', 'en'))).toHaveLength(findings.length)
})
