import { parseArgs } from 'node:util'

/** The cases of a gate that tests another gate: all, or with the option --sample the first of each kind. */
export function casesToTry<Case>(cases: readonly Case[], kindOf: (one: Case) => string): Case[] {
  const { values } = parseArgs({ options: { sample: { type: 'boolean', default: false } } })
  const kinds = cases.map(kindOf)
  return cases.filter((_one, index) => !values.sample || kinds.indexOf(kinds[index] ?? '') === index)
}
