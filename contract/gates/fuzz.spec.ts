import { expect, it } from 'vitest'
import { fuzz } from '../fuzz/fuzzing.ts'

const headers = {
  date: 'Sat, 21 Nov 2026 01:00:00 GMT',
  'x-request-id': 'r-1',
  'content-type': 'application/problem+json',
}
const refused = JSON.stringify({ code: 'SE_CO_0400' })
const options = { runs: 100, seed: 1, only: ['requestEmailChange'] }

function target(answer: (body: unknown) => Response) {
  const read = (text: string): unknown => (text === '' ? null : JSON.parse(text))
  return { fetch: async (request: Request) => answer(read(await request.text())), token: 't', known: {} }
}

it('accepts an API that refuses every request in the documented way', async () => {
  const { failures, requests } = await fuzz(
    target(() => new Response(refused, { status: 422, headers })),
    options,
  )
  expect(failures).toEqual([])
  expect(requests).toBe(200)
})

it('finds a server error and shrinks the request to what causes it', async () => {
  const fragile = target((body) => {
    const { newEmail } = Object(body) as { newEmail?: unknown }
    return typeof newEmail === 'string'
      ? new Response(refused, { status: 422, headers })
      : new Response(null, { status: 500, headers })
  })
  const { failures } = await fuzz(fragile, options)
  expect(failures).toHaveLength(1)
  expect(failures[0]).toMatch(
    /^requestEmailChange \(corrupted\): Error: requestEmailChange 500: the document has no such status/,
  )
})

it('finds a response that the document does not describe', async () => {
  const { failures } = await fuzz(
    target(() => new Response('{}', { status: 422, headers })),
    options,
  )
  expect(failures[0]).toContain("must have required property 'code'")
})
