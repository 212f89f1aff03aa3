import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyOfProject } from './project-copy.ts'

/** The steps of the recipe "a language" of CONTRIBUTING.md: nothing else names the languages. */
let copy = ''
let client: Outcome
let types: Outcome

const ended = new AbortController()

type Outcome = { status: unknown; output: string }

beforeAll(() => {
  copy = copyOfProject()
  change('src/lib/language.ts', "'en'] as const", "'en', 'eo'] as const")
  change('api-spec/openapi.yaml', 'enum: [ja, ja-simple, en]', 'enum: [ja, ja-simple, en, eo]')
  change('schemas/tenant.schema.json', '"enum": ["ja", "ja-simple", "en"]', '"enum": ["ja", "ja-simple", "en", "eo"]')
  for (const language of ['ja', 'en']) {
    change(`forms/source/messages.${language}.json`, '"language-en":', '"language-eo": "Esperanto",\n"language-en":')
    change(`forms/studio/texts.${language}.json`, '"texts.en":', '"texts.eo": "Esperanto",\n"texts.en":')
  }
  for (const file of globSync('locales/en/*.json', { cwd: copy })) translate(file, file.replace('/en/', '/eo/'))
  // The tenants offer it, and their forms have it.
  for (const file of globSync('schemas/*/tenant.json', { cwd: copy }))
    if (!file.includes('hoshi-disabled')) change(file, '    "en"\n', '    "en",\n    "eo"\n')
  for (const file of globSync('schemas/**/*texts.en.json', { cwd: copy }))
    translate(file, file.replace('texts.en', 'texts.eo'))
})
// Types need half a minute of a processor, beside the other specs: a hook has the time of a build.
beforeAll(async () => {
  client = await run('orval')
  types = await run('tsc', '--noEmit')
})
afterAll(() => ended.abort())

function change(file: string, before: string, after: string): void {
  const content = readFileSync(path.join(copy, file), 'utf8')
  expect(content).toContain(before)
  writeFileSync(path.join(copy, file), content.replaceAll(before, after))
}

/** English words with other vowels, which no other language has. */
function translate(from: string, to: string): void {
  const vowels: Record<string, string> = {
    a: 'â',
    e: 'ê',
    i: 'î',
    o: 'ô',
    u: 'û',
    A: 'Â',
    E: 'Ê',
    I: 'Î',
    O: 'Ô',
    U: 'Û',
  }
  const translated = JSON.parse(readFileSync(path.join(copy, from), 'utf8'), (key, value: unknown) =>
    typeof value !== 'string' || ['$schema', 'delivery', 'example'].includes(key)
      ? value
      : value.replaceAll(/\{\{\w+\}\}|[aeiou]/gi, (found) => vowels[found] ?? found),
  ) as unknown
  mkdirSync(path.dirname(path.join(copy, to)), { recursive: true })
  writeFileSync(path.join(copy, to), JSON.stringify(translated))
}

async function run(program: string, ...args: string[]): Promise<Outcome> {
  const { PATH = '', HOME } = process.env
  // Without the variables of Vitest.
  const env = { PATH: `${path.join(copy, 'node_modules/.bin')}:${PATH}`, HOME }
  const child = spawn(program, args, { cwd: copy, env, signal: ended.signal })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const [status] = (await once(child, 'close')) as unknown[]
  return { status, output }
}

// One after another: each needs up to 15 seconds of a processor, beside the other specs.
it('the forms of the tenants have no errors in the new language', async () => {
  const { status, output } = await run('node', 'forms/main.ts', 'check', 'schemas')
  expect(status, output).toBe(0)
})

it('a resident applies in the new language', async () => {
  const specs = ['src/features/apply/every-language.spec.tsx', 'src/i18n/catalogue.spec.ts']
  const resident = await run('vitest', 'run', '--testNamePattern=in eo', ...specs)
  expect(resident.status, resident.output).toBe(0)
  expect(resident.output).toContain('in eo')
})

it('no code lacks the new language once the API client is generated', () => {
  expect(client.status, client.output).toBe(0)
  expect(types).toEqual({ status: 0, output: '' })
})
