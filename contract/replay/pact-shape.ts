/** Holds a recorded answer against what the portal reads of it, by the interactions of the pact. */
import { isRecord } from '../../form-model/record.ts'
import type { Interaction } from '../pact/pact-file.ts'
import type { Answer } from '../rules/answer.ts'

type Matcher = { match: string; regex?: string }
type Rules = Record<string, { matchers: Matcher[] }>
type Comparison = { alike: number; reasons: string[] }

/**
 * The differences from the interaction that the answer resembles most. Its ids, texts and amounts are those of a test
 * and are not compared; whether a member may be missing is decided by the document.
 */
export function differencesFromPact({ body, headers }: Answer, candidates: readonly Interaction[]): string[] {
  const isJson = headers.get('Content-Type')?.includes('json') === true
  const compared = candidates.map(({ response }) => {
    const { alike, reasons } = compare(
      response.body?.content,
      isJson ? body : undefined,
      '$',
      listRules(response.matchingRules?.body),
    )
    const wrong = headerReasons(response.headers ?? {}, headers, response.matchingRules?.header ?? {})
    return { alike, reasons: [...wrong, ...reasons] }
  })
  const [best] = compared.toSorted((one, other) => other.alike - one.alike || one.reasons.length - other.reasons.length)
  return best?.reasons ?? []
}

function compare(expected: unknown, actual: unknown, place: string, rules: Rules): Comparison {
  if (expected === undefined || actual === undefined) return { alike: 0, reasons: [] }
  const pattern = rules[place]?.matchers.find(({ match }) => match === 'regex')?.regex
  if (kindOf(expected) !== kindOf(actual))
    return { alike: 0, reasons: [`${place} is of the type ${kindOf(actual)} instead of ${kindOf(expected)}`] }
  if (pattern !== undefined)
    return typeof actual === 'string' && new RegExp(pattern).test(actual)
      ? { alike: 1, reasons: [] }
      : { alike: 0, reasons: [`${place} does not match ${pattern}`] }
  if (Array.isArray(expected) && Array.isArray(actual))
    return sum(
      actual.map((item: unknown, index) =>
        compare((expected as unknown[])[Math.min(index, expected.length - 1)], item, `${place}[*]`, rules),
      ),
    )
  if (isRecord(expected) && isRecord(actual))
    return sum(
      Object.entries(expected).map(([name, value]) =>
        compare(value, actual[name], /^\w+$/.test(name) ? `${place}.${name}` : `${place}['${name}']`, rules),
      ),
    )
  return { alike: expected === actual || place in rules ? 1 : 0, reasons: [] }
}

function kindOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value
}

function sum(parts: readonly Comparison[]): Comparison {
  return {
    alike: parts.reduce((all, { alike }) => all + alike, 0),
    reasons: [...new Set(parts.flatMap(({ reasons }) => reasons))],
  }
}

/** The rules of single entries of a list hold for each entry: a recording has other lists. */
function listRules(rules: Rules = {}): Rules {
  return Object.fromEntries(Object.entries(rules).map(([place, rule]) => [place.replaceAll(/\[\d+\]/g, '[*]'), rule]))
}

function headerReasons(expected: Record<string, string[]>, actual: Headers, rules: Rules): string[] {
  return Object.keys(expected).flatMap((name) => {
    const value = actual.get(name)
    if (value === null) return [`the header ${name} is missing`]
    const pattern = rules[name]?.matchers.find(({ match }) => match === 'regex')?.regex
    return pattern === undefined || new RegExp(pattern).test(value)
      ? []
      : [`the header ${name} does not match ${pattern}`]
  })
}
