import { spawnSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { copyOfProject } from './project-copy.ts'

/** The steps of the recipe "a language" of CONTRIBUTING.md: nothing else names the languages. */
let copy = ''

beforeAll(() => {
  copy = copyOfProject()
  change('src/lib/language.ts', "'en'] as const", "'en', 'eo'] as const")
  change('api-spec/openapi.yaml', 'enum: [ja, ja-simple, en]', 'enum: [ja, ja-simple, en, eo]')
  for (const language of ['ja', 'en']) {
    change(`forms/source/messages.${language}.json`, '"language-en":', '"language-eo": "Esperanto",\n"language-en":')
    change(`forms/studio/texts.${language}.json`, '"texts.en":', '"texts.eo": "Esperanto",\n"texts.en":')
  }
  for (const file of globSync('locales/en/*.json', { cwd: copy })) translate(file, file.replace('/en/', '/eo/'))
  // The tenants offer it, and their forms have it.
  change('sandbox/seed/tenants.ts', "'ja-simple', 'en']", "'ja-simple', 'en', 'eo']")
  for (const file of globSync('schemas/**/*texts.en.json', { cwd: copy }))
    translate(file, file.replace('texts.en', 'texts.eo'))
})

function change(file: string, before: string, after: string): void {
  const content = readFileSync(path.join(copy, file), 'utf8')
  expect(content).toContain(before)
  writeFileSync(path.join(copy, file), content.replaceAll(before, after))
}

/** English words with other vowels, which no other language has. */
function translate(from: string, to: string): void {
  const vowels: Record<string, string> = { a: 'â', e: 'ê', i: 'î', o: 'ô', u: 'û' }
  const translated = JSON.parse(readFileSync(path.join(copy, from), 'utf8'), (key, value: unknown) =>
    typeof value !== 'string' || ['$schema', 'delivery', 'example'].includes(key)
      ? value
      : value.replaceAll(/\{\{\w+\}\}|[aeiou]/g, (found) => vowels[found] ?? found),
  ) as unknown
  mkdirSync(path.dirname(path.join(copy, to)), { recursive: true })
  writeFileSync(path.join(copy, to), JSON.stringify(translated))
}

function run(program: string, ...args: string[]) {
  const { PATH = '', HOME } = process.env
  // Without the variables of Vitest.
  const env = { PATH: `${path.join(copy, 'node_modules/.bin')}:${PATH}`, HOME }
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: copy, env, encoding: 'utf8' })
  return { status, output: `${stdout}${stderr}` }
}

it('no code lacks the new language once the API client is generated', () => {
  expect(run('orval')).toMatchObject({ status: 0 })
  expect(run('tsc', '--noEmit')).toEqual({ status: 0, output: '' })
})

it('the forms of the tenants have no errors in the new language', () => {
  const { status, output } = run('node', 'forms/main.ts', 'check', 'schemas')
  expect(status, output).toBe(0)
})

it('a resident applies in the new language', () => {
  const specs = ['src/features/apply/every-language.spec.tsx', 'src/i18n/catalogue.spec.ts']
  const { status, output } = run('vitest', 'run', ...specs)
  expect(status, output).toBe(0)
  expect(output).toContain('in eo')
})
