import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Sandbox } from '../create-sandbox.ts'
import { currentVersion } from '../testing/fixture-forms.ts'
import type { Caller } from '../testing/test-sandbox.ts'
import { signedIn, trySandbox } from '../testing/test-sandbox.ts'
import { day } from '../core/tokyo-time.ts'

let sandbox: Sandbox
let api: Caller
let email: string

beforeEach(async () => ({ sandbox, api, email } = await trySandbox()))
afterEach(() => sandbox.close())

const path = '/o/drafts/residence-certificate/individual'
function content(copies: number, applicationId = 'application-1') {
  return {
    applicationId,
    formVersion: currentVersion,
    answers: { copy: { copies } },
    step: 'copy',
  }
}
function save(copies: number, etag?: string | null, applicationId?: string) {
  return api.send('PUT', path, content(copies, applicationId), etag ? { 'If-Match': etag } : {})
}
function remove(etag: string | null, applicationId = 'application-1') {
  return api.send(
    'DELETE',
    `${path}?applicationId=${applicationId}`,
    undefined,
    etag === null ? {} : { 'If-Match': etag },
  )
}

describe('drafts', () => {
  it('refuses control and direction characters in a draft, and accepts lines, tabs and variants of kanji', async () => {
    const withNote = (note: string) => api.send('PUT', path, { ...content(1), answers: { copy: { note } } })
    for (const note of ['\u0000', '山\u202e田'])
      expect(await withNote(note)).toMatchObject({
        status: 422,
        body: { code: 'SE_CO_0400', errors: [{ pointer: '/answers/copy/note', code: 'characters' }] },
      })
    expect(await withNote('一行目\r\n\t葛\u{e0100}👨\u200d👩')).toMatchObject({ status: 200 })
  })

  it('keeps a draft for exactly a week after the last save', async () => {
    const first = await save(1)
    expect(first.status).toBe(200)
    const [savedAt, expiresAt] = [String(first.body.savedAt), String(first.body.expiresAt)].map(Date.parse)
    expect((expiresAt ?? 0) - (savedAt ?? 0)).toBe(7 * day)

    sandbox.clock.set((expiresAt ?? 0) - 1000)
    api = await signedIn(sandbox, email)
    expect(await api.get(path)).toMatchObject({ status: 200, body: { answers: { copy: { copies: 1 } }, step: 'copy' } })

    sandbox.clock.set((expiresAt ?? 0) + 1000)
    expect(await api.get(path)).toMatchObject({ status: 410, body: { code: 'SE_DR_0001' } })
    expect((await api.get('/o/drafts')).body.items).toEqual([])
    const owner = {
      tenantId: 'minato-city',
      userId: sandbox.backend.residents.findByEmail('minato-city', email)?.userId ?? '',
    }
    const kept = sandbox.backend.drafts.find({ ...owner, serviceId: 'residence-certificate', type: 'individual' })
    expect(kept?.answers, 'What was promised to be deleted is gone.').toEqual({})
  })

  it('can be deleted from a device that continues them under its own id', async () => {
    const { headers } = await save(1)
    expect(await remove(headers.get('ETag'), 'application-2')).toMatchObject({ status: 204 })
  })

  it('start again after they have expired', async () => {
    const { headers } = await save(1)
    sandbox.clock.shift(8 * day)
    api = await signedIn(sandbox, email)
    expect(await save(2, headers.get('ETag'))).toMatchObject({ status: 410, body: { code: 'SE_DR_0001' } })
    expect(await remove(headers.get('ETag'))).toMatchObject({ status: 404, body: { code: 'SE_CO_0404' } })
    expect(await save(2)).toMatchObject({ status: 200 })
    expect(await api.get(path)).toMatchObject({ body: { answers: { copy: { copies: 2 } } } })
  })

  it('can be saved again with the tag of the changed copy', async () => {
    const first = await save(1)
    const second = await save(2, first.headers.get('ETag'))
    expect(second.status).toBe(200)
    expect(second.headers.get('ETag')).not.toBe(first.headers.get('ETag'))
  })

  it('report a change on another device instead of overwriting it', async () => {
    const first = await save(1)
    await save(2, first.headers.get('ETag'), 'application-of-the-phone')
    expect(await save(3, first.headers.get('ETag'))).toMatchObject({ status: 412, body: { code: 'SE_CO_0412' } })
    expect(await save(3)).toMatchObject({ status: 412 })
    const stored = await api.get(path)
    expect(stored.body).toMatchObject({ answers: { copy: { copies: 2 } }, applicationId: 'application-of-the-phone' })
  })

  it('let a client find out that its lost save was stored', async () => {
    const first = await save(1)
    sandbox.backend.faults.add({ kind: 'answer-lost', operation: 'saveDraft', times: 1 })
    expect((await save(2, first.headers.get('ETag'))).status).toBe(0)
    expect((await save(2, first.headers.get('ETag'))).status).toBe(412)
    expect((await api.get(path)).body).toMatchObject({
      applicationId: 'application-1',
      answers: { copy: { copies: 2 } },
    })
  })

  it('creates a draft with another tag after it was deleted', async () => {
    const first = await save(1)
    expect(await remove(first.headers.get('ETag'))).toMatchObject({ status: 204 })
    expect(await remove(first.headers.get('ETag'))).toMatchObject({ status: 404 })
    expect((await save(1)).headers.get('ETag')).not.toBe(first.headers.get('ETag'))
  })

  it('deletes the named version of a draft only, so that a late request deletes no later one', async () => {
    const older = (await save(1)).headers.get('ETag')
    const newer = (await save(2, older)).headers.get('ETag')
    const outdated = { status: 412, body: { code: 'SE_CO_0412' } }
    expect(await remove(older), 'an older version').toMatchObject(outdated)
    expect(await remove(null), 'no version').toMatchObject(outdated)
    expect(await api.get(path)).toMatchObject({ status: 200, body: { answers: { copy: { copies: 2 } } } })
    expect(await remove(newer)).toMatchObject({ status: 204 })
  })

  it('keeps answers without a place in the form, as many and as long as the contract allows', async () => {
    const unplaced = [{ key: '/copy/purpose', title: '使いみち', value: '銀行の手続き' }]
    expect(await api.send('PUT', path, { ...content(1), unplaced })).toMatchObject({ status: 200 })
    expect(await api.get(path)).toMatchObject({ body: { unplaced } })
    const tooMany = Array.from({ length: 501 }, () => unplaced[0])
    expect(await api.send('PUT', path, { ...content(1), unplaced: tooMany })).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '/unplaced', code: 'maxItems' }] },
    })
  })

  it('lists drafts without their answers, the last saved first', async () => {
    await save(1)
    sandbox.clock.shift(1000)
    await api.send('PUT', '/o/drafts/childcare-consultation/individual', { ...content(1), answers: {} })
    const { body } = await api.get('/o/drafts?limit=1')
    expect(body.items).toMatchObject([{ serviceId: 'childcare-consultation', serviceName: '子育て相談の予約' }])
    expect(JSON.stringify(body)).not.toContain('answers')
    const rest = await api.get(`/o/drafts?limit=1&cursor=${String(body.nextCursor)}`)
    expect(rest.body).toMatchObject({ items: [{ serviceId: 'residence-certificate' }], nextCursor: null })
  })

  it('refuses a draft of an unpublished form, and saves one of a superseded version', async () => {
    const formVersion = 'ffffffffffff'
    const old = { ...content(1), formVersion }
    expect(await api.send('PUT', path, old)).toMatchObject({ status: 404, body: { code: 'SE_AP_0002' } })
    const form = { tenantId: 'minato-city', serviceId: 'residence-certificate', type: 'individual' }
    sandbox.backend.forms.supersede({ ...form, formVersion })
    expect(await api.send('PUT', path, old)).toMatchObject({ status: 200 })
  })
})
