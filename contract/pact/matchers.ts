/** Loose where a response may vary, exact where a request must not: short names for pact's matchers. */
import { MatchersV3 } from '@pact-foundation/pact'

export const { like, integer, boolean, eachLike } = MatchersV3

/** A value that is matched by pattern here and replaced at verification, by the state's response or a new one. */
export type StateValue = {
  'pact:matcher:type': 'regex'
  'pact:generator:type': 'ProviderState' | 'Uuid'
  regex: string
  value: string
  expression?: string
  format?: string
}

export function fromState(expression: string, pattern: RegExp, example: string): StateValue {
  return {
    'pact:matcher:type': 'regex',
    'pact:generator:type': 'ProviderState',
    regex: pattern.source,
    expression,
    value: example,
  }
}

/** A new key at each verification, so that a running provider never returns the result of an earlier one. */
export function freshKey(example: string): StateValue {
  return {
    'pact:matcher:type': 'regex',
    'pact:generator:type': 'Uuid',
    format: 'lower-case-hyphenated',
    regex: '^[A-Za-z0-9_-]{16,64}$',
    value: example,
  }
}

export function matching(pattern: RegExp, example: string) {
  return MatchersV3.regex(pattern.source, example)
}

export function id(example: string) {
  return matching(/^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,62}[A-Za-z0-9])?$/, example)
}
export function text(example: string) {
  return like(example)
}
export function time(example: string) {
  return matching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/, example)
}
/** An entity tag; a proxy may have made it weak. */
export const tag = /^(?:W\/)?"[^"]+"$/
export function etag(example: string) {
  return matching(tag, example)
}
export function retryAfter() {
  return matching(/^(?:\d+|[A-Z][a-z]{2}, .+ GMT)$/, '30')
}

/** One of the values of an enum in the contract: the portal must be changed for any other value. */
export function oneOf(values: Readonly<Record<string, string>>, example: string) {
  return MatchersV3.regex(`^(?:${Object.values(values).join('|')})$`, example)
}
