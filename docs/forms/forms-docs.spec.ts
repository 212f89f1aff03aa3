import { cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { runCommand } from '../../forms/command-line.ts'
import { checkForm } from '../../forms/check/check-form.ts'
import { toFindings } from '../../forms/source/finding.ts'
import { referencePage } from '../../forms/commands/reference-page.ts'
import { createForm } from '../../forms/templates/new-form.ts'
import { exampleFiles } from '../../forms/rules/example-form.ts'

const docs = import.meta.dirname
const work = mkdtempSync(path.join(tmpdir(), 'forms-docs-'))

const recipes = readFileSync(path.join(docs, 'cookbook.md'), 'utf8')
  .split(/^## /m)
  .slice(1)
  .map((section) => ({
    title: section.split('\n')[0] ?? '',
    parts: Object.fromEntries(
      Array.from(section.matchAll(/```json (\w+)\n([\s\S]*?)\n```/g), ([, kind = '', code = '']) => [kind, code]),
    ),
  }))

describe('the cookbook', () => {
  it('contains recipes', () => {
    expect(recipes.length).toBeGreaterThan(5)
  })

  it.each(recipes)('$title: works as written', ({ title, parts }) => {
    const folder = path.join(
      work,
      String(recipes.findIndex((recipe) => recipe.title === title)),
      'tenant',
      'service',
      'type',
    )
    for (const [name, content] of Object.entries(exampleFiles(parts))) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
      writeFileSync(path.join(folder, name), content)
    }
    expect(toFindings(checkForm(folder).problems, 'en')).toEqual([])
  })
})

it('the reference matches the schemas and the rules', () => {
  expect(readFileSync(path.join(docs, 'reference.md'), 'utf8')).toBe(referencePage())
})

describe.each(['tutorial.md', 'tutorial.en.md', 'new-tenant.md', 'studio.md', 'cookbook.md'])(
  'the commands of %s',
  (name) => {
    const text = readFileSync(path.join(docs, name), 'utf8')
    const commands = Array.from(text.matchAll(/^npm run forms -- (.+)$/gm), ([, line = '']) => line.trim().split(/\s+/))
    // These run until they are stopped, or render forms, which has its own tests.
    const runsLong = new Set(['studio', 'test'])

    it('documents only commands that the help of the tool lists', async () => {
      const help: string[] = []
      await runCommand(['--help'], { out: (line) => help.push(line), err: () => undefined })
      const missing = commands.filter(([command = '']) => !help.join('\n').includes(`  ${command} `))
      expect(missing).toEqual([])
    })

    it('can be run in their order and end without an error', async () => {
      const root = path.join(work, name)
      if (name.startsWith('new-tenant')) cpSync(path.resolve(docs, '../../schemas'), root, { recursive: true })
      mkdirSync(root, { recursive: true })
      // Some pages are about forms that exist.
      if (!commands.some(([first = '']) => first.startsWith('new')))
        createForm({
          root,
          tenant: 'town',
          service: 'dogs',
          type: 'individual',
          template: 'dog-registration',
          title: {},
        })
      const results = []
      for (const [command = '', ...args] of commands.filter(([first = '']) => !runsLong.has(first))) {
        const own = args.map((arg) => (arg.endsWith('.json') ? foreignSchema(arg) : arg.replace(/^schemas/, root)))
        const code = await runCommand([command, ...own], { out: () => undefined, err: () => undefined })
        results.push([command, code])
      }
      expect(results.length).toBeGreaterThan(0)
      expect(results.filter(([, code]) => code !== 0)).toEqual([])
    })
  },
)

/** The schema of another body under a name that a page mentions. */
function foreignSchema(name: string): string {
  const file = path.join(work, name)
  const properties = { species: { type: 'string', title: 'Species of the tree', maxLength: 50 } }
  writeFileSync(file, JSON.stringify({ title: 'Permit to fell a tree', type: 'object', properties }))
  return file
}
