import { mkdtempSync, readFileSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { runCommand } from '../command-line.ts'

let root = ''

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'forms-new-tenant-'))
})

async function run(...args: string[]) {
  const said: string[] = []
  const code = await runCommand(args, { out: (text) => said.push(text), err: (text) => said.push(text) })
  return { code, said: said.join('\n') }
}

it('creates a tenant that the check accepts, and names what it still needs', async () => {
  expect(await run('new-tenant', 'ｓａｋｕｒａーｃｉｔｙ', root, '--title', 'さくら市')).toMatchObject({ code: 0 })
  expect(readdirSync(path.join(root, 'sakura-city'))).toEqual(['sandbox.json', 'tenant.json'])
  expect(readdirSync(root)).toContain('tenant.schema.json')
  const checked = await run('check', root)
  expect(checked).toMatchObject({ code: 0, said: expect.stringContaining('エラー0件、注意5件') as string })
  expect(checked.said).toMatch(/tenant\.json:1:1 注意 \[tenant-part\] {2}\/contact\n {4}問い合わせ先がありません。/)
})

it('builds it for the sandbox also before it has a form', async () => {
  await run('new-tenant', 'sakura-city', root)
  const out = path.join(root, 'out')
  await run('build', root, '--out', out)
  expect(JSON.parse(readFileSync(path.join(out, 'sakura-city/tenant.json'), 'utf8'))).toMatchObject({
    displayName: { ja: 'sakura-city' },
  })
})

it.each([[], ['login'], ['a b'], ['town', 'one', 'two']])('refuses the arguments %j', async (...args) => {
  expect((await run('new-tenant', ...args)).code).toBe(2)
})

it('replaces no tenant', async () => {
  await run('new-tenant', 'sakura-city', root)
  expect(await run('new-tenant', 'sakura-city', root)).toMatchObject({ code: 2 })
})
