import { readFileSync } from 'node:fs'
import path from 'node:path'

/** A mutation that no spec noticed. The line is its text and not its number, so that an edit above does not move it. */
export type Survivor = { file: string; line: string; mutation: string }
/** A survivor that is accepted, and why. */
export type Accepted = Survivor & { reason: string }

export type Mutant = Survivor & { lineNumber: number; status: 'killed' | 'survived' | 'invalid' }

/** Survivors that no reason is listed for, and reasons for mutations that a spec notices now. */
export function compare(mutants: readonly Mutant[], accepted: readonly Accepted[]) {
  const survived = mutants.filter(({ status }) => status === 'survived')
  const measured = new Set(mutants.map(({ file }) => file))
  return {
    unlisted: survived.filter((mutant) => !accepted.some((one) => isSame(one, mutant))),
    outdated: accepted.filter((one) => measured.has(one.file) && !survived.some((mutant) => isSame(one, mutant))),
  }
}

/** Share of the valid mutants that a spec noticed, in percent. */
export function scoreOf(mutants: readonly Mutant[]): number {
  const valid = mutants.filter(({ status }) => status !== 'invalid')
  const killed = valid.filter(({ status }) => status === 'killed')
  return valid.length === 0 ? 100 : (100 * killed.length) / valid.length
}

function isSame(one: Survivor, other: Survivor): boolean {
  return one.file === other.file && one.line === other.line && one.mutation === other.mutation
}

export function acceptedSurvivors(): Accepted[] {
  return JSON.parse(readFileSync(path.join(import.meta.dirname, 'survivors.json'), 'utf8')) as Accepted[]
}
