import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { routesUnderTest } from '../e2e/faults/on-load/routes-under-test.ts'
import { routePatterns } from '../src/paths.ts'

const page = readFileSync('docs/routes.md', 'utf8')
const rows = tableUnder('| route | address |')

describe('the table of routes', () => {
  it('names every route of the code, in its order, with its address and whether it needs a session', () => {
    const table = rows.map(([route, address, session]) => [route, address, session])
    const code = Object.entries(routePatterns).map(([route, { pattern, session }]) => [
      route,
      `\`${pattern}\``,
      session ? 'yes' : 'no',
    ])
    expect(table).toEqual(code)
  })

  it('lists the titles that matrix A expects, except for pages that redirect or are named after their content', () => {
    const seen = routesUnderTest.map(({ route, title }) => [route, title])
    const documented = rows.map(([route, , , title]) => [route, title])
    const named = ['redirects', 'the step', 'the service']
    const ofOthers = new Set(documented.filter(([, title = '']) => named.includes(title)).map(([route]) => route))
    expect(documented.filter(([route]) => !ofOthers.has(route))).toEqual(
      seen.filter(([route]) => !ofOthers.has(String(route))),
    )
  })

  it('describes every state of a route', () => {
    expect(rows.flatMap((row) => row.filter((cell) => cell === ''))).toEqual([])
    expect(new Set(rows.map((row) => row.length))).toEqual(new Set([4]))
  })
})

/** The cells of the table that begins with this line. */
function tableUnder(head: string): string[][] {
  const lines = page.slice(page.indexOf(head)).split('\n').slice(2)
  const end = lines.findIndex((line) => !line.startsWith('|'))
  return lines.slice(0, end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
}
