import { isInside } from '../../form-model/pointer.ts'
import { arrayOf, isRecord } from '../../form-model/record.ts'
import { readValue, removeWithEmpty, setValue } from './json-text.ts'

/** The places of the accepted findings, which the form names by pointers into its files. */
function allowedPlaces(text: string): string[] {
  const allowed = readValue(text, '/allow')
  return arrayOf(allowed).map((entry) => (isRecord(entry) && typeof entry.at === 'string' ? entry.at : ''))
}

/** Accepted findings follow the places that have moved. */
export function withAllowances(text: string, moved: readonly [from: string, to: string][]): string {
  return allowedPlaces(text).reduce((json, at, index) => {
    const found = moved.find(([from]) => isInside(at, from))
    return found ? setValue(json, `/allow/${index}/at`, found[1] + at.slice(found[0].length)) : json
  }, text)
}

/** Removes the accepted findings inside of the places. */
export function withoutAllowances(text: string, places: readonly string[]): string {
  const all = allowedPlaces(text)
  const isAbout = (at: string) => places.some((place) => isInside(at, place))
  return all.reduceRight((json, at, index) => (isAbout(at) ? removeWithEmpty(json, `/allow/${index}`) : json), text)
}

/** Accepted findings in the definition name a step by its number, those in the texts by its id. */
export function withStepNumbers(text: string, numberAfter: (before: number) => number): string {
  return allowedPlaces(text).reduce((json, at, index) => {
    const [, number, rest = ''] = /^\/steps\/(\d+)(\/.*)?$/.exec(at) ?? []
    const after = number === undefined ? at : `/steps/${numberAfter(Number(number))}${rest}`
    return after === at ? json : setValue(json, `/allow/${index}/at`, after)
  }, text)
}

export function numbersAfterMove(from: number, to: number): (before: number) => number {
  return (before) => {
    if (before === from) return to
    if (from < before && before <= to) return before - 1
    return to <= before && before < from ? before + 1 : before
  }
}

export function numbersAfterRemoval(removed: number): (before: number) => number {
  return (before) => (before > removed ? before - 1 : before)
}
