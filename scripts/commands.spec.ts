import { globSync, readFileSync } from 'node:fs'
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

it('a hook of a command only installs the packages, because npm runs it for --help and an invalid call, too', () => {
  const hooks = Object.entries(scripts).filter(([name]) => !commands.includes(name))
  expect(new Set(hooks.map(([, line]) => line))).toEqual(new Set(['node scripts/ensure-install.mjs']))
})

it('a document runs a program in TypeScript with npm or npx, because Node.js 20 cannot read it', () => {
  const documents = globSync(['*.md', '{docs,deploy,forms,api-spec}/**/*.md'])
  const lines = documents.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => /(?<!npx )\bnode [\w./-]+\.ts\b/.test(line))
      .map((line) => `${file}: ${line}`),
  )
  expect(documents).toContain('docs/contract.md')
  expect(lines).toEqual([])
})
