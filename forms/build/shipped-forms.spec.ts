import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkForm } from '../check/check-form.ts'
import { toFindings } from '../source/finding.ts'
import { findSources } from '../source/find-sources.ts'

const schemas = path.resolve(import.meta.dirname, '../../schemas')
const forms = findSources([schemas]).folders.map((folder) => path.relative(schemas, folder))

/** Date rules often fail on 29 February and at the end of a year. */
const days = ['2026-04-01', '2028-02-29', '2026-12-31'].map((day) => Date.parse(`${day}T12:00:00+09:00`))

describe('the forms of this project', () => {
  it('include every expected form', () => {
    expect(forms).toEqual([
      'aozora-water/water-start/individual',
      'hoshi-disabled/library-card/individual',
      'kaze-maintenance/library-card/individual',
      'minato-city/bulky-waste/individual',
      'minato-city/childcare-consultation/individual',
      'minato-city/residence-certificate/individual',
      'minato-city/road-occupancy/corporate',
      'yume-suspended/library-card/individual',
    ])
  })

  it.each(forms)('%s has no finding, and its samples pass and fail as declared, on any day', (form) => {
    for (const now of days) expect(toFindings(checkForm(path.join(schemas, form), { now }).problems, 'en')).toEqual([])
  })
})
