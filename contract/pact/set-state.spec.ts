import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { setState } from './set-state.ts'

let answer = { status: 200, text: '' }
const server = createServer((_request, response) => response.writeHead(answer.status).end(answer.text))
const request = { state: 'a tenant is open', params: {}, action: 'setup' } as const

beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise((resolve) => server.close(resolve)))

function set() {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return setState({ url, statesUrl: url, token: 'given' }, request)
}

it('returns the values of the state, beside the token that was given', async () => {
  answer = { status: 200, text: '{"etag":"\\"1\\""}' }
  expect(await set()).toEqual({ token: 'given', etag: '"1"' })
  answer = { status: 204, text: '' }
  expect(await set()).toEqual({ token: 'given' })
})

it.each([
  ['a refusal', 404, '{"title":"no such state"}', '404 {"title":"no such state"}'],
  ['a page', 200, '<html>', 'the answer is no JSON object: 200 <html>'],
  ['a list', 201, '[]', 'the answer is no JSON object: 201 []'],
])('names the status of %s', async (_kind, status, text, reason) => {
  answer = { status, text }
  await expect(set()).rejects.toThrow(new Error(reason))
})
