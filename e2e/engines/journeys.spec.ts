import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { mainJourneys, notRun } from './journeys.ts'
import { notInWebKit, webkitJourneys } from './webkit-journeys.ts'

it.each([
  { engine: 'Firefox', files: mainJourneys, left: notRun },
  { engine: 'WebKit', files: webkitJourneys, left: notInWebKit },
])('each journey that $engine cannot run exists', ({ files, left }) => {
  for (const { file, title } of left) {
    expect(files).toContain(file)
    expect(readFileSync(join(import.meta.dirname, '..', file), 'utf8'), `${file}: ${title}`).toContain(title)
  }
})
