import { answerInWords } from './check.ts'
import type { Check } from './check.ts'

/** The checks for another program. */
export function jsonReport(checks: readonly Check[], url: string): string {
  return `${JSON.stringify({ url, checks }, null, 2)}\n`
}

/** The checks as JUnit's XML, a suite for each operation. What is not verified is a skipped test. */
export function junitReport(checks: readonly Check[]): string {
  const suites = [...new Set(checks.map(({ operation }) => operation))].map(
    (name) => [name, checks.filter(({ operation }) => operation === name)] as const,
  )
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${countsOf(checks)}>`,
    ...suites.flatMap(([operation, mine]) => [
      `  <testsuite name=${quoted(operation)} ${countsOf(mine)}>`,
      ...mine.flatMap(testCase),
      '  </testsuite>',
    ]),
    '</testsuites>',
    '',
  ].join('\n')
}

function countsOf(checks: readonly Check[]): string {
  const count = (wanted: Check['result']) => checks.filter(({ result }) => result === wanted).length
  return `tests="${checks.length}" failures="${count('failed')}" skipped="${count('not verified')}"`
}

function testCase(check: Check): string[] {
  const { kind, operation, name, result, reasons } = check
  const head = `    <testcase classname=${quoted(`${operation}.${kind}`)} name=${quoted(name)}`
  if (result === 'passed') return [`${head}/>`]
  const message = quoted(reasons.join('; '))
  const outcome =
    result === 'failed'
      ? `<failure message=${message}>${escaped(detailsOf(check))}</failure>`
      : `<skipped message=${message}/>`
  return [`${head}>`, `      ${outcome}`, '    </testcase>']
}

function detailsOf({ harm, state, exchange }: Check): string {
  return [
    ...(harm === undefined ? [] : [harm]),
    ...(state === undefined ? [] : [`given ${state}`]),
    ...(exchange === undefined
      ? []
      : [`> ${exchange.method} ${exchange.path} ${exchange.sent}`.trimEnd(), `< ${answerInWords(exchange)}`]),
  ].join('\n')
}

function quoted(text: string): string {
  return `"${escaped(text).replaceAll('"', '&quot;').replaceAll('\n', '&#10;')}"`
}

/** XML allows no other control characters than these, not even escaped. */
function escaped(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu, '\u{FFFD}')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
}
