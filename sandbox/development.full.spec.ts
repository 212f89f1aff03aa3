import { spawn, spawnSync } from 'node:child_process'
import type { ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { copyOfProject } from '../scripts/project-copy.ts'

let copy = ''
let program: ChildProcessByStdio<null, Readable, Readable>
let url = ''
let messages: AsyncIterator<string, undefined>
let errors: AsyncIterator<string, undefined>

beforeAll(async () => {
  copy = copyOfProject()
  const options = ['--dev', '--json', '--port', '0', '--card-port', '0', '--db', ':memory:']
  // Without the variables of Vitest.
  const { PATH, HOME } = process.env
  program = spawn(process.execPath, ['sandbox/main.ts', ...options], {
    cwd: copy,
    env: { PATH, HOME },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  messages = createInterface({ input: program.stdout })[Symbol.asyncIterator]()
  errors = createInterface({ input: program.stderr })[Symbol.asyncIterator]()
  url = (JSON.parse(await lineWith('"portal"', messages)) as { portal: string }).portal
})

afterAll(async () => {
  const ended = once(program, 'exit')
  program.kill('SIGTERM')
  await ended
})

async function lineWith(words: string, lines: AsyncIterator<string, undefined>): Promise<string> {
  for (;;) {
    const { value } = await lines.next()
    if (value === undefined) throw new Error(`The program ended without the line: ${words}`)
    if (value.includes(words)) return value
  }
}

function change(file: string, before: string, after: string): void {
  const content = readFileSync(path.join(copy, file), 'utf8')
  if (!content.includes(before)) throw new Error(`${file} does not contain ${before}`)
  writeFileSync(
    path.join(copy, file),
    content.replace(before, () => after),
  )
}

async function titleOfUnknownTenant(): Promise<unknown> {
  const response = await fetch(`${url}/app/web/p/tenants/no-such-tenant/info`)
  return ((await response.json()) as { title?: unknown }).title
}

describe('npm run dev', () => {
  const rule = 'sandbox/core/problem-answer.ts'

  it('serves the source of the portal beside the sandbox', async () => {
    const page = await fetch(`${url}/login/minato-city`)
    expect(await page.text()).toContain('/@vite/client')
    expect(await titleOfUnknownTenant()).toBe('Not found')
  })

  it('ends with the reason if the data cannot be stored', () => {
    const { PATH, HOME } = process.env
    const options = ['--dev', '--port', '0', '--card-port', '0', '--db', 'package.json/data.sqlite']
    const { status, stderr } = spawnSync(process.execPath, ['sandbox/main.ts', ...options], {
      cwd: copy,
      env: { PATH, HOME },
      encoding: 'utf8',
    })
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringMatching(/The data cannot be stored in \S+data\.sqlite: EEXIST/) as string,
    })
  })

  it('runs the sandbox with a changed source', async () => {
    change(rule, "'Not found'", "'Missing'")
    expect(await lineWith('The sandbox runs with', messages)).toBe(
      `The sandbox runs with the changed ${rule}. The sample data is restored, because --db :memory: stores nothing.`,
    )
    expect(await titleOfUnknownTenant()).toBe('Missing')
  })

  it('runs the sandbox as before while a change is broken', async () => {
    change(rule, "'Missing'", "'Missing")
    expect(await lineWith('The change of', errors)).toContain(
      `The change of ${rule} failed; the sandbox runs as before:`,
    )
    expect(await titleOfUnknownTenant()).toBe('Missing')
    change(rule, "'Missing", "'Not here'")
    await lineWith('The sandbox runs with', messages)
    expect(await titleOfUnknownTenant()).toBe('Not here')
  })

  it('builds a changed application form', async () => {
    const name = 'kaze-maintenance/library-card/individual'
    change(`schemas/${name}/texts.ja.json`, '図書館利用カードの申し込み', '図書館カードの申し込み')
    await lineWith('The changed application forms are built.', messages)
    const form = path.join(copy, '.local/forms', name)
    const built = readdirSync(form).map((version) => readFileSync(path.join(form, version, 'texts.ja.json'), 'utf8'))
    expect(built.join('\n')).toContain('"図書館カードの申し込み"')
  })

  it('generates the API client of a changed document', async () => {
    change('api-spec/openapi.yaml', '    ErrorCode:\n', '    ColourOfPaper:\n      type: string\n    ErrorCode:\n')
    change(
      'api-spec/openapi.yaml',
      "            replacedBy: {$ref: '#/components/schemas/OrderReplacement'}\n",
      "            replacedBy: {$ref: '#/components/schemas/OrderReplacement'}\n            paper: {$ref: '#/components/schemas/ColourOfPaper'}\n",
    )
    await lineWith('npm run generate has written the API client', messages)
    await lineWith('The sandbox runs with the changed api-spec/openapi.yaml.', messages)
    const client = readFileSync(path.join(copy, 'src/api/generated/api.schemas.ts'), 'utf8')
    expect(client).toContain('paper?: ColourOfPaper')
  })
})
