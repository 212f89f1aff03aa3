import { answerInWords, shortened } from './check.ts'
import type { Check } from './check.ts'

/** The statuses by which servers answer to an address that they do not have. */
const absent: ReadonlySet<number> = new Set([404, 405, 501])

/** Instead of a report, if no check could begin because no state could be set. */
export function noStates(checks: readonly Check[], statesUrl: string): string | null {
  const [first] = checks
  if (first === undefined || checks.some(({ isUnset }) => isUnset !== true)) return null
  const [reason = ''] = first.reasons
  return `No state can be set at ${statesUrl}: ${reason}. See "The states" in docs/contract.md.`
}

/**
 * The report for a terminal: by operation, each failure with its reasons, the request and the provider's own answer.
 * @param operations in the order in which they are shown
 */
export function textReport(checks: readonly Check[], operations: readonly string[], url: string): string {
  const sections = operations
    .map((operation) => ({ operation, mine: checks.filter((check) => check.operation === operation) }))
    .filter(({ mine }) => mine.length > 0)
  const missing = sections.filter(({ mine }) => isAbsent(mine)).map(({ operation }) => operation)
  return [
    ...sections
      .filter(({ operation }) => !missing.includes(operation))
      .flatMap(({ operation, mine }) => [
        `${mine.some(({ result }) => result === 'failed') ? 'FAIL' : 'ok  '} ${operation} ${countOf(mine)}`,
        ...unsetLines(mine),
        ...mine.filter(({ result, isUnset }) => result === 'failed' && isUnset !== true).flatMap(failureLines),
      ]),
    ...absentLines(missing),
    ...unverifiedLines(checks),
    `${countOf(checks)} pass at ${url}`,
  ].join('\n')
}

/** Whether each request got the answer of a server without this operation, some of them instead of another. */
function isAbsent(mine: readonly Check[]): boolean {
  const asked = mine.flatMap(({ exchange, isUnset }) => (isUnset === true ? [] : (exchange ?? [])))
  return (
    asked.length > 0 &&
    asked.every(({ status }) => absent.has(status)) &&
    mine.some(({ result, kind }) => result === 'failed' && kind === 'interaction')
  )
}

function countOf(checks: readonly Check[]): string {
  return (['interaction', 'rule'] as const)
    .map((kind) => ({ kind, mine: checks.filter((check) => check.kind === kind) }))
    .filter(({ mine }) => mine.length > 0)
    .map(({ kind, mine }) => `${mine.filter(({ result }) => result === 'passed').length} of ${mine.length} ${kind}s`)
    .join(', ')
}

function failureLines({ name, state, harm, reasons, exchange }: Check): string[] {
  return [
    `       ${name}${state === undefined ? '' : ` (given ${state})`}`,
    ...(harm === undefined ? [] : [`         ${harm}`]),
    ...reasons.map((reason) => `         ${reason}`),
    ...(exchange === undefined
      ? []
      : [
          `         > ${exchange.method} ${exchange.path} ${shortened(exchange.sent)}`.trimEnd(),
          `         < ${answerInWords(exchange)}`,
        ]),
  ]
}

/** One line for each state of an operation that could not be set, with the number of checks that fail because of it. */
function unsetLines(mine: readonly Check[]): string[] {
  const unset = mine.filter(({ isUnset }) => isUnset === true)
  return [...new Set(unset.flatMap(({ reasons }) => reasons))].map((reason) => {
    const count = unset.filter(({ reasons }) => reasons.includes(reason)).length
    return `       ${reason} (${count === 1 ? '1 check' : `${count} checks`})`
  })
}

function absentLines(missing: readonly string[]): string[] {
  if (missing.length === 0) return []
  const count = missing.length === 1 ? '1 operation is' : `${missing.length} operations are`
  return [`${count} not there yet, begin with ${missing[0] ?? ''}: ${missing.join(', ')}`]
}

function unverifiedLines(checks: readonly Check[]): string[] {
  const open = checks.filter(({ result }) => result === 'not verified')
  const reasons = new Set(open.flatMap((check) => check.reasons))
  return [...reasons].flatMap((reason) => [
    `Not verified: ${reason}.`,
    ...open
      .filter((check) => check.reasons.includes(reason))
      .map(({ operation, name }) => `       ${operation}: ${name}`),
  ])
}
