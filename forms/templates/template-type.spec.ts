import { expect, it } from 'vitest'
import { templateNames } from './new-form.ts'
import { templateType } from './template-type.ts'

it('proposes corporations if the template asks everybody for a corporate number, else residents', () => {
  const { corporate, individual, ...others } = Object.groupBy(templateNames(), templateType)
  expect(corporate).toEqual(['corporate', 'event-stall'])
  expect(individual).toContain('simple')
  expect(others).toEqual({})
})
