import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Sandbox } from '../create-sandbox.ts'
import { contentDisposition, safeFileName } from '../rules/links.ts'
import { pdfOf } from '../rules/pdf.ts'
import type { Caller } from '../testing/test-sandbox.ts'
import { newKey, newResident, signedIn, trySandbox, withoutFee } from '../testing/test-sandbox.ts'
import { day, minute } from '../core/tokyo-time.ts'

let sandbox: Sandbox
let api: Caller
let anonymous: Caller
let email: string

beforeEach(async () => ({ sandbox, api, anonymous, email } = await trySandbox()))
afterEach(() => sandbox.close())

const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])

function upload(content: Uint8Array<ArrayBuffer>, name: string, { purpose = 'application', key = newKey() } = {}) {
  const form = new FormData()
  form.set('file', new File([content], name))
  form.set('purpose', purpose)
  return api.send('POST', '/o/attachments', form, { 'Idempotency-Key': key })
}

describe('attachments', () => {
  it('stores an attachment with the type of its content, then scans it', async () => {
    const { status, body } = await upload(jpeg, '案内図.png')
    expect(status).toBe(201)
    expect(body).toMatchObject({ name: '案内図.png', contentType: 'image/jpeg', size: 7, scan: 'PENDING' })
    sandbox.clock.shift(3000)
    expect(await api.get(`/o/attachments/${String(body.attachmentId)}`)).toMatchObject({ body: { scan: 'CLEAN' } })
  })

  it('stores an attachment once when the same upload is sent again', async () => {
    const key = newKey()
    const first = await upload(jpeg, 'a.jpg', { key })
    expect((await upload(jpeg, 'a.jpg', { key })).body).toEqual(first.body)
    expect(await upload(new Uint8Array([...jpeg, 4]), 'a.jpg', { key })).toMatchObject({
      status: 422,
      body: { code: 'SE_CO_0422' },
    })
  })

  it.each([
    ['a page that calls itself a picture', new TextEncoder().encode('<html>'), 'a.jpg', 415, 'SE_CO_0415'],
    ['a drawing that can run scripts', new TextEncoder().encode('<svg xmlns="…">'), 'a.svg', 415, 'SE_CO_0415'],
    ['an empty file', new Uint8Array(), 'a.jpg', 422, 'SE_CO_0400'],
    ['a file that is too large', new Uint8Array(10 * 1024 * 1024 + 1), 'a.jpg', 413, 'SE_CO_0413'],
    [
      'the test virus of every scanner',
      new Uint8Array([
        ...jpeg,
        ...new TextEncoder().encode('X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'),
      ]),
      'a.jpg',
      422,
      'SE_AT_0001',
    ],
  ])('refuse %s', async (_what, content, name, status, code) => {
    expect(await upload(content, name)).toMatchObject({ status, body: { code } })
  })

  it('refuse an unknown purpose', async () => {
    expect(await upload(jpeg, 'a.jpg', { purpose: 'fun' })).toMatchObject({ status: 422 })
  })

  it('keeps an attachment out of orders and closed if a scan finds a virus later', async () => {
    const { body } = await upload(jpeg, 'virus.jpg')
    const attachmentId = String(body.attachmentId)
    sandbox.clock.shift(3000)
    expect(await api.get(`/o/attachments/${attachmentId}`)).toMatchObject({ body: { scan: 'INFECTED' } })
    expect(await api.post(`/o/attachments/${attachmentId}/link`)).toMatchObject({ status: 422 })
    expect(await api.post('/o/orders', { ...withoutFee(), attachments: [attachmentId] })).toMatchObject({
      status: 422,
      body: { code: 'SE_AT_0001' },
    })
  })

  it('can be sent again with a returned or finished application, as long as they are available', async () => {
    const attachmentId = String((await upload(jpeg, 'a.jpg')).body.attachmentId)
    const sent = { ...withoutFee(), attachments: [attachmentId] }
    const first = await api.post('/o/orders', sent)
    const order = sandbox.backend.orders.find(String(first.body.orderId))
    if (order === null) throw new Error('There is no order')
    const refused = { status: 422, body: { errors: [{ pointer: '/attachments/0' }] } }
    const again = () => ({ ...sent, applicationId: randomUUID() })
    expect(await api.post('/o/orders', again()), 'an open application').toMatchObject(refused)
    sandbox.backend.orders.save({ ...order, status: 'CANCELLED_BY_TENANT' })
    const reapplyOf = order.orderId
    const second = await api.post('/o/orders', { ...again(), reapplyOf })
    expect(second).toMatchObject({ status: 201 })
    const attachments = [{ attachmentId }]
    for (const orderId of [order.orderId, String(second.body.orderId)])
      expect(await api.get(`/o/orders/${orderId}`)).toMatchObject({ body: { attachments } })
    const attachment = sandbox.backend.attachments.findOwned(order, attachmentId)
    if (attachment === null) throw new Error('There is no attachment')
    sandbox.backend.orders.save({ ...order, status: 'FINISHED' })
    sandbox.clock.shift(30 * 60 * 1000)
    expect(await api.post('/o/orders', again()), 'the same once more').toMatchObject({ status: 201 })
    sandbox.backend.attachments.update({ ...attachment, availableUntil: sandbox.clock.now() - 1 })
    expect(await api.post('/o/orders', again()), 'no longer available').toMatchObject(refused)
  })

  it('refuses a second correction by its order, not by its attachments', async () => {
    const { body } = await api.post('/o/orders', withoutFee())
    const order = sandbox.backend.orders.find(String(body.orderId))
    if (order === null) throw new Error('There is no order')
    sandbox.backend.orders.save({ ...order, status: 'CANCELLED_BY_TENANT' })
    const attachments = [String((await upload(jpeg, 'a.jpg')).body.attachmentId)]
    const correction = { ...withoutFee(), attachments, reapplyOf: order.orderId }
    expect(await api.post('/o/orders', correction)).toMatchObject({ status: 201 })
    const refused = { status: 422, body: { errors: [{ pointer: '/reapplyOf' }] } }
    const second = { ...correction, applicationId: randomUUID() }
    expect(await api.post('/o/orders', second)).toMatchObject(refused)
  })

  it('cannot be deleted once they belong to an application', async () => {
    const [held, free] = [await upload(jpeg, 'a.jpg'), await upload(jpeg, 'b.jpg')].map(({ body }) =>
      String(body.attachmentId),
    )
    await api.post('/o/orders', { ...withoutFee(), attachments: [held] })
    expect(await api.send('DELETE', `/o/attachments/${held}`)).toMatchObject({
      status: 409,
      body: { code: 'SE_AP_0010' },
    })
    expect(await api.send('DELETE', `/o/attachments/${free}`)).toMatchObject({ status: 204 })
    expect(await api.get(`/o/attachments/${free}`)).toMatchObject({ status: 404 })
  })
})

describe('an attachment that a draft has named', () => {
  const path = '/o/drafts/childcare-consultation/individual'
  const { applicationId, formVersion } = withoutFee()
  const statusOf = async (id: string) => (await api.get(`/o/attachments/${id}`)).status
  let tag: string
  let [removed, kept]: [string, string] = ['', '']

  async function save(files: string[], etag?: string) {
    const draft = { applicationId, formVersion, answers: { consultation: { files } } }
    const saved = await api.send('PUT', path, draft, etag === undefined ? {} : { 'If-Match': etag })
    return saved.headers.get('ETag') ?? ''
  }

  /** A draft with two files, one of which the user then removes. */
  beforeEach(async () => {
    const files = [await upload(jpeg, 'a.jpg'), await upload(jpeg, 'b.jpg')].map(({ body }) =>
      String(body.attachmentId),
    )
    ;[removed = '', kept = ''] = files
    const first = await save(files)
    await api.send('DELETE', `/o/attachments/${removed}`)
    tag = await save([kept], first)
  })

  it('stays after its removal, because the copy of another device may still name it', async () => {
    expect([await statusOf(removed), await statusOf(kept)]).toEqual([200, 200])
    tag = await save([removed, kept], tag)
    expect(tag).not.toBe('')
  })

  it('ends with the submission of the draft, unless it is sent', async () => {
    const submission = { ...withoutFee(), applicationId, attachments: [kept] }
    const headers = { 'Idempotency-Key': newKey(), 'If-Match': tag }
    expect(await api.send('POST', '/o/orders', submission, headers)).toMatchObject({ status: 201 })
    expect([await statusOf(removed), await statusOf(kept)]).toEqual([404, 200])
  })

  it('ends with the deletion of the draft', async () => {
    const url = `${path}?applicationId=${applicationId}`
    expect(await api.send('DELETE', url, undefined, { 'If-Match': tag })).toMatchObject({ status: 204 })
    expect([await statusOf(removed), await statusOf(kept)]).toEqual([404, 404])
  })

  it('ends with the week of the draft', async () => {
    sandbox.clock.shift(8 * day)
    api = await signedIn(sandbox, email)
    expect([await statusOf(removed), await statusOf(kept)]).toEqual([404, 404])
  })
})

describe('signed links', () => {
  const bytesBehind = (url: unknown) => anonymous.get(String(url).replace('/app/web', ''))

  async function link(): Promise<unknown> {
    const { body } = await upload(new Uint8Array(pdfOf('図面', [])), '図面 (最終).pdf')
    return (await api.post(`/o/attachments/${String(body.attachmentId)}/link`)).body.url
  }

  it('serve the file once, as a download with its Japanese name', async () => {
    const url = await link()
    const first = await bytesBehind(url)
    expect(first.status).toBe(200)
    expect(first.headers.get('Content-Disposition')).toBe(
      `attachment; filename="_ (_).pdf"; filename*=UTF-8''%E5%9B%B3%E9%9D%A2%20%28%E6%9C%80%E7%B5%82%29.pdf`,
    )
    expect(first.headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(await bytesBehind(url)).toMatchObject({ status: 410, body: { code: 'SE_FI_0001' } })
  })

  it('expire after five minutes', async () => {
    const url = await link()
    sandbox.clock.shift(5 * minute)
    expect((await bytesBehind(url)).status).toBe(410)
  })

  it('cannot be guessed or used at another tenant', async () => {
    const url = String(await link())
    expect((await bytesBehind(url.replace(/.{8}$/, '00000000'))).status).toBe(404)
    expect((await bytesBehind(url.replace('minato-city', 'aozora-water'))).status).toBe(404)
  })
})

describe('issued files', () => {
  it('lists issued files page by page and serves them until their period ends', async () => {
    const { email } = await newResident(sandbox, { seed: 'orders' })
    const resident = await signedIn(sandbox, email)
    const first = await resident.get('/o/files?limit=2')
    expect(first.body.items).toHaveLength(2)
    const second = await resident.get(`/o/files?limit=2&cursor=${String(first.body.nextCursor)}`)
    const files = [...(first.body.items as { fileId: string }[]), ...(second.body.items as { fileId: string }[])]
    expect(new Set(files.map(({ fileId }) => fileId)).size).toBe(files.length)
    const path = `/o/files/${files[0]?.fileId}/link`
    expect(await resident.post(path)).toMatchObject({ status: 201 })
    sandbox.clock.shift(400 * day)
    expect(await (await signedIn(sandbox, email)).post(path)).toMatchObject({
      status: 410,
      body: { code: 'SE_FI_0001' },
    })
  })
})

describe('F-13: the name of a download', () => {
  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\temp\\証明書.pdf', '証明書.pdf'],
    ['a\r\nSet-Cookie: x=1.pdf', 'aSet-Cookie x=1.pdf'],
    ['\u202Efdp.exe', 'fdp.exe'],
    ['.htaccess', 'htaccess'],
    ['', 'file'],
    ['😀の写真.jpg', '😀の写真.jpg'],
  ])('%j becomes %j', (name, safe) => {
    expect(safeFileName(name)).toBe(safe)
  })

  it('cuts the name of a download between characters, and keeps its extension', () => {
    const safe = safeFileName(`${'漢'.repeat(300)}.pdf`)
    expect(safe).toMatch(/^漢+\.pdf$/)
    expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(200)
  })

  it('cannot break out of the header', () => {
    expect(contentDisposition('a"; x="b\r\nX: y.pdf')).toBe(
      `attachment; filename="a; x=bX y.pdf"; filename*=UTF-8''a%3B%20x%3DbX%20y.pdf`,
    )
  })
})
