import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { codeOf, scopeNames, specsOf, subjectOf } from './scopes.ts'
import { acceptedSurvivors, compare, scoreOf } from './survivors.ts'
import type { Mutant } from './survivors.ts'

const mutant: Mutant = { file: 'a.ts', line: 'if (a > 1)', lineNumber: 3, mutation: 'a > 1 → true', status: 'survived' }
const reason = 'equivalent'

it('names a survivor that no reason is listed for', () => {
  const listed = { file: 'a.ts', line: 'if (a > 1)', mutation: 'a > 1 → true', reason }
  expect(compare([mutant], []).unlisted).toEqual([mutant])
  expect(compare([mutant], [listed])).toEqual({ unlisted: [], outdated: [] })
  expect(compare([mutant], [{ ...listed, mutation: 'a > 1 → false' }]).unlisted).toEqual([mutant])
  expect(compare([{ ...mutant, status: 'killed' }], []).unlisted).toEqual([])
})

it('names a reason whose mutation is noticed now, in the measured files only', () => {
  const listed = { file: 'a.ts', line: 'if (a > 1)', mutation: 'a > 1 → true', reason }
  expect(compare([{ ...mutant, status: 'killed' }], [listed]).outdated).toEqual([listed])
  expect(compare([{ ...mutant, file: 'b.ts', status: 'killed' }], [listed]).outdated).toEqual([])
})

it('counts only valid mutants', () => {
  const statuses = ['killed', 'killed', 'killed', 'survived', 'invalid'] as const
  expect(scoreOf(statuses.map((status) => ({ ...mutant, status })))).toBe(75)
  expect(scoreOf([])).toBe(100)
})

it('finds the code and the specs of every scope', () => {
  for (const name of scopeNames) {
    expect(codeOf(name).length, name).toBeGreaterThan(0)
    expect(specsOf(name).length, name).toBeGreaterThan(0)
    expect(codeOf(name).filter((file) => file.includes('.spec.'))).toEqual([])
  }
  expect(subjectOf('src/auth/session.spec.ts')).toBe('src/auth/session.ts')
})

it('lists survivors of existing code, each with a reason', () => {
  const code = new Set(scopeNames.flatMap(codeOf))
  for (const { file, reason: why } of acceptedSurvivors()) {
    expect(existsSync(file) && code.has(file), file).toBe(true)
    expect(why.length, file).toBeGreaterThan(10)
  }
})
