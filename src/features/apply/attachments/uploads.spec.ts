import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { wireApi } from '../../../api/wiring.ts'
import { silentCall } from '../../../api/http.ts'
import { refusalOf, uploadsOf } from './uploads.ts'

const uploads = uploadsOf(silentCall)
const keys: (string | null)[] = []
const purposes: unknown[] = []
const answers: (() => Response)[] = []
const stored = {
  attachmentId: 'AT-1',
  name: '案内図.pdf',
  contentType: 'application/pdf',
  size: 12,
  sha256: '0'.repeat(64),
  scan: 'PENDING',
}
let link = ''
const server = setupServer(
  http.post('http://portal.test/app/web/o/attachments', async ({ request }) => {
    keys.push(request.headers.get('Idempotency-Key'))
    purposes.push((await request.formData()).get('purpose'))
    return answers.shift()?.() ?? HttpResponse.json(stored, { status: 201 })
  }),
  http.post('http://portal.test/app/web/o/attachments/AT-1/link', () => HttpResponse.json({ url: link })),
)

beforeAll(() => {
  server.listen()
  wireApi({
    baseUrl: 'http://portal.test/app/web',
    filesOrigin: 'https://files.example.jp',
    timeoutMs: 1_000,
    language: () => 'ja',
    tenantGate: async () => undefined,
    user: () => 'resident',
    getIdToken: async () => 'token',
    refreshSession: async () => null,
    pageHasSession: () => true,
  })
})
afterEach(() => {
  keys.length = 0
  purposes.length = 0
  vi.unstubAllGlobals()
})
afterAll(() => server.close())

function pdf() {
  return new File(['%PDF-1.7 test'], '案内図.pdf', { type: 'application/pdf' })
}
function send(file: File, purpose = 'application') {
  return uploads.upload(file, purpose, () => undefined, new AbortController().signal)
}

describe('the preview of a file', () => {
  it.each([
    ['https://files.example.jp/AT-1?signature=1', 'https://files.example.jp/AT-1?signature=1'],
    ['/files/AT-1', 'http://portal.test/files/AT-1'],
  ])('a preview has the address %s', async (url, expected) => {
    vi.stubGlobal('window', { location: { href: 'http://portal.test/' } })
    link = url
    expect(await uploads.preview('AT-1')).toBe(expected)
  })

  it.each(['javascript:alert(1)', 'https://evil.example/AT-1', 'https://user:secret@files.example.jp/AT-1'])(
    'a preview is refused for %s',
    async (url) => {
      vi.stubGlobal('window', { location: { href: 'http://portal.test/' } })
      link = url
      await expect(uploads.preview('AT-1')).rejects.toThrow(/not the address of a file/)
    },
  )
})

describe('sending a file', () => {
  it('returns the id at once, even while the scan is still running', async () => {
    expect(await send(pdf())).toEqual({
      attachmentId: 'AT-1',
      name: '案内図.pdf',
      contentType: 'application/pdf',
      size: 12,
      scan: 'PENDING',
    })
  })

  it('repeats a request whose response was lost with the same key, and sends another file with another key', async () => {
    const file = pdf()
    answers.push(() => HttpResponse.error())
    await expect(send(file)).rejects.toMatchObject({ problem: { kind: 'offline' } })
    await send(file)
    await send(pdf())
    expect(keys[1]).toBe(keys[0])
    expect(keys[2]).not.toBe(keys[0])
  })

  it('sends an attachment of the application if only the form defines the purpose', async () => {
    await send(pdf(), 'letter-of-attorney')
    await send(pdf(), 'identity-document')
    expect(purposes).toEqual(['application', 'identity-document'])
  })

  it.each([
    [422, { code: 'SE_AT_0001' }, 'infected'],
    [413, { code: 'SE_CO_0413' }, 'tooLarge'],
    [415, { code: 'SE_CO_0415' }, 'type'],
  ])(
    'an upload is refused with the reason if the API will never accept the file (%i)',
    async (status, body, reason) => {
      answers.push(() => HttpResponse.json(body, { status }))
      await expect(send(pdf())).rejects.toMatchObject({ name: 'UploadRefused', reason })
    },
  )

  it.each([503, 429, 500, 401])('an upload can be retried if it failed with %i', async (status) => {
    answers.push(() => HttpResponse.json({}, { status }))
    await expect(send(pdf())).rejects.toMatchObject({ name: 'ProblemError' })
    expect(refusalOf({ kind: 'unavailable', status, fields: [] })).toBeNull()
  })
})
