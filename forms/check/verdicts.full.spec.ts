import path from 'node:path'
import { expect, it } from 'vitest'
import { findSources } from '../source/find-sources.ts'
import { formNameOf } from '../source/form-folder.ts'
import { checkForm } from './check-form.ts'
import { testForm } from './test-form.ts'

const schemas = path.resolve(import.meta.dirname, '../../schemas/minato-city')
const now = Date.parse('2026-11-21T10:00:00+09:00')

/**
 * The interpreter of the portal and rjsf's own validator must agree, or the portal would refuse what the API accepts,
 * or the other way round.
 */
it('the portal and rjsf agree on generated answers of the shipped forms and on every mutation of them', () => {
  const tested = findSources([schemas]).folders.map((folder) => {
    const checked = checkForm(folder, { now })
    const result = testForm(checked, now)
    const rules = [...checked.problems, ...(result?.problems ?? [])].map(({ rule }) => rule)
    return { name: formNameOf(folder), differs: rules.includes('verdict-differs'), tried: result?.wrong.tried ?? 0 }
  })
  expect(tested.filter(({ differs }) => differs)).toEqual([])
  expect(tested.reduce((sum, { tried }) => sum + tried, 0)).toBeGreaterThan(500)
})
