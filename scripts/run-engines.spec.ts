import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { mainJourneys, notRun } from '../e2e/engines/journeys.ts'
import { notInWebKit, webkitJourneys } from '../e2e/engines/webkit-journeys.ts'

const root = join(import.meta.dirname, '..')
const documented = readFileSync(join(root, 'docs/testing.md'), 'utf8')

describe.each([
  { engine: 'Firefox', files: mainJourneys, left: notRun },
  { engine: 'WebKit', files: webkitJourneys, left: notInWebKit },
])('the journeys in $engine', ({ engine, files, left }) => {
  it('that are listed as not run exist', () => {
    for (const { file, title } of left) {
      expect(files).toContain(file)
      expect(readFileSync(join(root, 'e2e', file), 'utf8'), `${file}: ${title}`).toContain(title)
    }
  })

  it('have a row in docs/testing.md with the number of limits of the driver', () => {
    const limits = new Map(rowsOf(engine).map(([name = '', , count = '']) => [name.replaceAll('`', ''), count]))
    const expected = new Map<string, number>()
    for (const file of files) {
      const name = [file.replace('.e2e.ts', ''), file.split('/')[0] ?? ''].find((one) => limits.has(one)) ?? file
      expected.set(name, (expected.get(name) ?? 0) + left.filter((one) => one.file === file).length)
    }
    expect(limits).toEqual(new Map([...expected].map(([name, count]) => [name, count === 0 ? '' : `${count}`])))
  })
})

function rowsOf(engine: string): string[][] {
  const [, table = ''] = documented.split(`| journeys in ${engine} | passed | limits of the driver |\n|---|---|---|\n`)
  const [rows = ''] = table.split('\n\n')
  return rows.split('\n').map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}
