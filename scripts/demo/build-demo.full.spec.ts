import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ViteDevServer } from 'vite'
import { ensureBuilt } from '../build.ts'
import { serveDemo } from './build-demo.ts'

let server: ViteDevServer

beforeAll(async () => {
  await ensureBuilt({ only: 'forms' })
  server = await serveDemo(0)
})
afterAll(() => server.close())

async function read(path: string): Promise<string> {
  const [address = ''] = server.resolvedUrls?.local ?? []
  const answer = await fetch(address.replace(/\/$/, '') + path, { headers: { Accept: 'text/html' } })
  expect(answer.status).toBe(200)
  return answer.text()
}

it('serves the demo from the source: its entry, the forms, the card page and the words of the banner', async () => {
  expect(await read('/minato-city/applicationlist')).toContain('src="/scripts/demo/main.ts"')
  expect(await read('/forms/minato-city/manifest.json')).toContain('"residence-certificate"')
  expect(await read('/scripts/demo/card/')).toContain('カードでのお支払い（見本）')
  expect(await read('/locales/ja/critical.json?import')).toContain('見本です。入力した内容はどこにも送られません。')
  expect(await read('/src/identity/session/identity-provider.ts')).toContain('/scripts/demo/demo-identity.ts')
})
