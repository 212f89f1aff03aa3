import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { notInFirefox, notRun } from './journeys.ts'
import { filesNotInWebKit, notInWebKit } from './webkit-journeys.ts'

const folder = join(import.meta.dirname, '..')

it.each([
  { engine: 'Firefox', places: notInFirefox, left: notRun },
  { engine: 'WebKit', places: filesNotInWebKit, left: notInWebKit },
])('each file and journey that $engine does not run exists', ({ places, left }) => {
  const ignored = Object.keys(places).map((place) => globSync(place, { cwd: folder }))
  expect(ignored.filter((files) => files.length === 0)).toEqual([])
  const run = globSync('**/*.e2e.ts', { cwd: folder }).filter((file) => !ignored.flat().includes(file))
  for (const { file, title } of left) {
    expect(run).toContain(file)
    expect(readFileSync(join(folder, file), 'utf8'), `${file}: ${title}`).toContain(title)
  }
})
