import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { [name: string]: string } }
const names = Object.keys(scripts)
const commands = names.filter((name) => !names.some((other) => name === `pre${other}`))

it('the commands of package.json are at most 18, each in the table of CONTRIBUTING.md', () => {
  expect(commands.length).toBeLessThanOrEqual(18)
  const guide = readFileSync('CONTRIBUTING.md', 'utf8')
  const missing = commands.filter((name) => !new RegExp(`^\\| \`npm (?:run )?${name}[ \`]`, 'm').test(guide))
  expect(missing, 'Add a row: what it does, and for which case.').toEqual([])
})
