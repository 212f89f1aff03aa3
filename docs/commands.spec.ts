import { existsSync, globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: { [name: string]: string } }
const pages = globSync(['*.md', '{docs,api-spec}/**/*.md']).map((page) => ({ page, text: readFileSync(page, 'utf8') }))

/** The commands of the documents, each until the end of its code or its comment. */
const commands = pages.flatMap(({ page, text }) =>
  [
    ...text
      .replaceAll(' \\\n', ' ')
      .matchAll(/\bnpm (?:run )?(?<name>start|test|(?<=run )[a-z\d:]+)(?<rest>[^`\n#]*)/g),
  ].map(({ groups: { name = '', rest = '' } = {} }) => ({ page, name, options: optionsIn(rest), rest })),
)

it('names only commands of package.json', () => {
  expect(commands.length).toBeGreaterThan(80)
  expect(commands.filter(({ name }) => scripts[name] === undefined)).toEqual([])
})

it('gives a command only options that its help lists', () => {
  const withOptions = commands.filter(({ options }) => options.length > 0)
  expect(withOptions.length).toBeGreaterThan(30)
  expect(
    withOptions.filter(({ name, options }) => options.some((option) => !helpOf(name, options).includes(option))),
  ).toEqual([])
})

it('asks the tool of form authors for English on English pages', () => {
  const english = pages.filter(({ text }) => (text.match(/[\u3040-\u30ff]/g) ?? []).length < text.length / 100)
  const shown = english.flatMap(({ text }) => text.match(/^npm run forms -- .*/gm) ?? [])
  expect(shown.length).toBeGreaterThan(5)
  expect(shown.filter((command) => !command.includes(' --lang en'))).toEqual([])
})

it('names only specs and programs that exist', () => {
  const command = /(?:npx (?:vitest run|node)|npm run test:unit --) (?<file>[\w./-]+\.tsx?)/g
  const files = pages.flatMap(({ text }) => [...text.matchAll(command)].map(({ groups }) => groups?.file ?? ''))
  expect(files.length).toBeGreaterThan(3)
  expect(files.filter((file) => !existsSync(file))).toEqual([])
})

it('searches only for texts of the portal', () => {
  const texts = globSync('locales/ja/*.json').map((file) => readFileSync(file, 'utf8'))
  const searched = pages.flatMap(({ text }) => [...text.matchAll(/git grep (?<words>[^`\s\w-]+)/g)])
  expect(searched.length).toBeGreaterThan(0)
  expect(
    searched.filter(({ groups }) => !texts.some((text) => text.includes(groups?.words ?? ''))).map(([found]) => found),
  ).toEqual([])
})

function optionsIn(rest: string): string[] {
  return rest.startsWith(' -- ') ? [...rest.matchAll(/(?<= )--[a-z-]+/g)].map(([option]) => option) : []
}

/** Programs whose help is in another file. */
const helps: { [name: string]: string } = {
  start: 'sandbox/options.ts',
  dev: 'sandbox/options.ts',
  forms: 'forms/source/messages.en.json',
  'pact:verify': 'contract/rules/verify-command.ts',
}

/** The sources with the help of a command, and of the program that an option of `npm run e2e` starts. */
function helpOf(name: string, options: readonly string[]): string {
  const source = readFileSync(helps[name] ?? scripts[name]?.split(' ')[1] ?? '', 'utf8')
  const others = options.map((option) => new RegExp(`'${option}': '(?<file>[\\w/.-]+)'`).exec(source)?.groups?.file)
  return [source, ...others.map((file) => (file === undefined ? '' : readFileSync(file, 'utf8')))].join('\n')
}
