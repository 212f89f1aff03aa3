import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { mainJourneys, notRun } from '../e2e/engines/journeys.ts'

const e2e = join(import.meta.dirname, '../e2e')

it('lists as not run in Firefox only journeys that exist', () => {
  for (const { file, title } of notRun) {
    expect(mainJourneys).toContain(file)
    expect(readFileSync(join(e2e, file), 'utf8'), `${file}: ${title}`).toContain(title)
  }
})
