import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { reasonForNoAnswer } from './reachable.ts'

let server: Server | null = null

afterEach(() => {
  server?.close()
  server = null
})

async function listening(): Promise<string> {
  const started = createServer((_, response) => response.writeHead(500).end())
  server = started
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(started.address() as AddressInfo).port}`
}

it('accepts a server that answers with an error', async () => {
  expect(await reasonForNoAnswer(await listening())).toBeNull()
})

it('names why nothing answers', async () => {
  const address = await listening()
  await new Promise((resolve) => server?.close(resolve))
  expect(await reasonForNoAnswer(address)).toBe('ECONNREFUSED')
  expect(await reasonForNoAnswer('user-web-api')).toBe('it is not an address')
})
