import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { silentCall } from '../../../api/http.ts'
import { rememberToken } from '../../../api/send-on-leave.ts'
import { ProblemError, problemOf } from '../../../lib/problem.ts'
import type { Problem } from '../../../lib/problem.ts'
import { answeringApi } from '../testing/answering-api.ts'
import { draftLifetimeMs, isBlank, isExpired, resumePlan, sameContent, serverDrafts, toSaveAnswer } from './draft.ts'
import type { DraftContent, LocalDraft, ServerAnswer, ServerDraft, ServerDrafts } from './draft.ts'
import { withoutSecrets } from './without-secrets.ts'

const now = Date.parse('2026-11-21T10:00:00+09:00')
const content: DraftContent = {
  formVersion: 'a1',
  answers: { applicant: { name: '港 花子' } },
  step: 'applicant',
  shippingAddress: null,
  unplaced: [],
  registered: [],
  reapplyOf: null,
}
const changed: DraftContent = { ...content, answers: { applicant: { name: '港 太郎' } } }

function local(over: Partial<LocalDraft> = {}): LocalDraft {
  return {
    tenantId: 'minato-city',
    userId: 'U-1',
    serviceId: 'residence-certificate',
    type: 'individual',
    content,
    changedAt: '2026-11-21T09:00:00+09:00',
    unsaved: false,
    etag: '"1"',
    savedAt: '2026-11-21T09:00:00+09:00',
    baseContent: null,
    applicationId: 'application-1',
    submission: { key: 'key-1', phase: 'editing', body: null },
    ...over,
  }
}

function server(over: Partial<ServerDraft> = {}) {
  const draft: ServerDraft = {
    content: changed,
    applicationId: 'other-device',
    etag: '"2"',
    savedAt: '2026-11-21T09:30:00+09:00',
    ...over,
  }
  return { kind: 'found', draft } as const
}

/** The plan to continue with one of the copies. */
const withLocal = { kind: 'continue', content, theirs: null } as const
const withServer = { kind: 'continue', content: changed, base: { etag: '"2"', unsaved: false }, theirs: null } as const

describe('the week of a draft', () => {
  const at = (age: number) => isExpired(new Date(now - age).toISOString(), now)
  const minute = 60_000

  it('keeps it for 6 days 23 hours 59 minutes', () => expect(at(draftLifetimeMs - minute)).toBe(false))
  it('keeps it to the last millisecond', () => expect(at(draftLifetimeMs - 1)).toBe(false))
  it('ends it at exactly one week', () => expect(at(draftLifetimeMs)).toBe(true))
  it('the week of a draft has ended after 7 days and a minute', () => expect(at(draftLifetimeMs + minute)).toBe(true))
})

describe('the copy to continue', () => {
  const problem: Problem = { kind: 'offline', fields: [] }

  it('the plan is a new application if there is no copy', () => {
    expect(resumePlan(null, { kind: 'none' }, now)).toEqual({ kind: 'new' })
  })

  it('there is no plan, and no new application, if the browser has no copy and the API cannot be reached', () => {
    expect(() => resumePlan(null, { kind: 'unreachable', problem }, now)).toThrow(new ProblemError(problem))
  })

  it('the plan is the server copy on a new device', () => {
    expect(resumePlan(null, server(), now)).toMatchObject(withServer)
  })

  it('reports that the server copy has expired', () => {
    expect(resumePlan(null, { kind: 'expired' }, now)).toEqual({ kind: 'expired' })
    expect(resumePlan(local(), { kind: 'expired' }, now)).toEqual({ kind: 'expired' })
  })

  it('the plan is not a browser copy older than a week, which is reported', () => {
    const old = local({ changedAt: '2026-11-14T10:00:00+09:00', unsaved: true })
    expect(resumePlan(old, { kind: 'none' }, now)).toEqual({ kind: 'expired' })
    expect(resumePlan(old, server(), now)).toMatchObject(withServer)
    expect(resumePlan(old, { kind: 'unreachable', problem }, now)).toEqual({ kind: 'expired' })
  })

  it('the plan is the browser copy if the server cannot be reached', () => {
    expect(resumePlan(local({ unsaved: true }), { kind: 'unreachable', problem }, now)).toMatchObject(withLocal)
  })

  it('the plan is a new application if a saved draft was submitted or deleted elsewhere', () => {
    expect(resumePlan(local(), { kind: 'none' }, now)).toEqual({ kind: 'new' })
  })

  it('the plan is the browser copy on its former tag if the server copy is gone, so that the next save finds out why', () => {
    const changed = local({ unsaved: true })
    expect(resumePlan(changed, { kind: 'none' }, now)).toMatchObject({
      ...withLocal,
      base: { etag: '"1"', unsaved: true },
    })
  })

  it('requires no question for an application that was emptied', () => {
    const emptied = local({ unsaved: true, content: { ...content, answers: {} } })
    expect(resumePlan(emptied, { kind: 'none' }, now)).toEqual({ kind: 'new' })
  })

  it('keeps changes that the server never received', () => {
    expect(resumePlan(local({ etag: null, unsaved: true }), { kind: 'none' }, now)).toMatchObject(withLocal)
  })

  it('the plan is the newer copy of another device, without a question, if this one has no changes', () => {
    expect(resumePlan(local(), server(), now)).toMatchObject(withServer)
  })

  it('requires a question if both devices have changes', () => {
    expect(resumePlan(local({ unsaved: true }), server(), now)).toMatchObject({ ...withLocal, theirs: server().draft })
  })

  it('requires no question if both copies are equal', () => {
    expect(resumePlan(local({ unsaved: true }), server({ content }), now)).toMatchObject({
      base: { etag: '"2"', unsaved: false },
      theirs: null,
    })
  })

  it('the plan is the server copy if the browser could not write what it saved', () => {
    expect(resumePlan(local(), server({ applicationId: 'application-1' }), now)).toMatchObject(withServer)
  })

  it('recognises its own save by its application, although the response was lost', () => {
    const plan = resumePlan(local({ unsaved: true }), server({ applicationId: 'application-1' }), now)
    expect(plan).toMatchObject({ ...withLocal, base: { etag: '"2"', unsaved: true } })
  })

  it('includes a submission with unknown outcome, whatever happened to the draft', () => {
    expect(resumePlan(local(), { kind: 'none' }, now, true)).toMatchObject(withLocal)
    expect(resumePlan(local(), { kind: 'expired' }, now, true)).toMatchObject(withLocal)
  })
})

describe('the tag and the changes of the copy to continue', () => {
  it('a browser copy keeps its tag and its changes if the server cannot be reached', () => {
    const unreachable: ServerAnswer = { kind: 'unreachable', problem: { kind: 'offline', fields: [] } }
    const { changedAt, savedAt, baseContent } = local()
    const base = { etag: '"1"', savedAt, baseContent, unsaved: false }
    expect(resumePlan(local(), unreachable, now)).toEqual({ ...withLocal, changedAt, base })
    expect(resumePlan(local({ unsaved: true }), unreachable, now)).toMatchObject({ base: { ...base, unsaved: true } })
  })

  it('a browser copy keeps its changes if the server has the same tag', () => {
    const plan = resumePlan(local({ unsaved: true }), server({ etag: '"1"' }), now)
    expect(plan).toMatchObject({ ...withLocal, base: { etag: '"1"', unsaved: true } })
  })

  it('a browser copy has no tag if the server has no copy any more', () => {
    const base = { etag: null, unsaved: true }
    expect(resumePlan(local({ unsaved: true }), { kind: 'expired' }, now)).toMatchObject({ ...withLocal, base })
  })

  it('a browser copy keeps its tag during a submission, so that a later draft of another device is noticed', () => {
    const base = { etag: '"1"' }
    expect(resumePlan(local(), server(), now, true)).toMatchObject({ ...withLocal, base })
  })
})

describe('an application without content', () => {
  const blank = { ...content, answers: {} }

  it('an application without content has no answers, no address and replaces no other application', () => {
    expect(isBlank(blank)).toBe(true)
    expect(isBlank(content)).toBe(false)
    expect(isBlank({ ...blank, reapplyOf: 'OR-1' })).toBe(false)
    expect(isBlank({ ...blank, shippingAddress })).toBe(false)
  })
})

const shippingAddress = {
  recipient: '港 花子',
  phone: '0312345678',
  address: { postalCode: '1050011', prefecture: '東京都', city: '港区', town: '芝公園', street: '1-5-25' },
}

describe('the drafts at the API', () => {
  const api = answeringApi()
  let drafts: ServerDrafts
  const stored = {
    formVersion: 'a1',
    answers: { applicant: { name: '港 花子' } },
    applicationId: 'application-1',
    savedAt: '2026-11-21T10:00:00+09:00',
    expiresAt: '2026-11-28T10:00:00+09:00',
  }
  const { savedAt } = stored
  const first = { applicationId: 'application-1', etag: null }
  const next = { applicationId: 'application-1', etag: '"1"' }

  beforeAll(() => api.start())
  beforeEach(() => {
    api.reset()
    drafts = serverDrafts({ serviceId: 'residence-certificate', type: 'individual' })
  })
  afterEach(() => rememberToken(null))
  afterAll(() => api.stop())

  it('a draft is read with its tag', async () => {
    api.respond(200, { ...stored, step: 'applicant', shippingAddress, reapplyOf: 'OR-1' }, { ETag: '"1"' })
    expect(await drafts.read()).toEqual({
      kind: 'found',
      draft: {
        content: { ...content, shippingAddress, reapplyOf: 'OR-1' },
        applicationId: 'application-1',
        etag: '"1"',
        savedAt,
      },
    })
    expect(api.received).toMatchObject([{ method: 'GET', path: '/o/drafts/residence-certificate/individual' }])
  })

  it('a draft has no page, address or former application unless the API names one', async () => {
    api.respond(200, stored)
    expect(await drafts.read()).toMatchObject({
      draft: {
        content: { step: null, shippingAddress: null, unplaced: [], registered: [], reapplyOf: null },
        etag: '',
      },
    })
  })

  it.each(['formVersion', 'applicationId', 'savedAt'])('a draft is unreadable without %s', async (name) => {
    api.respond(200, { ...stored, [name]: undefined })
    expect(await drafts.read()).toEqual({ kind: 'unreachable', problem: { kind: 'unreadable', fields: [] } })
  })

  it('the answer to a read is a missing draft, an expired one or an API out of reach', async () => {
    api.respond(404, {})
    expect(await drafts.read()).toEqual({ kind: 'none' })
    api.respond(410, {})
    expect(await drafts.read()).toEqual({ kind: 'expired' })
    api.respond(503, {})
    expect(await drafts.read()).toMatchObject({ kind: 'unreachable', problem: { status: 503 } })
  })

  it('a draft is saved as it is, without a tag the first time', async () => {
    api.respond(200, stored, { ETag: '"1"' })
    expect(await drafts.save(content, first, false)).toEqual({
      kind: 'saved',
      etag: '"1"',
      savedAt,
    })
    const { method, path, body, headers } = api.received[0] ?? { headers: new Headers() }
    expect({ method, path }).toEqual({ method: 'PUT', path: '/o/drafts/residence-certificate/individual' })
    expect(body).toEqual({
      formVersion: 'a1',
      answers: content.answers,
      step: 'applicant',
      applicationId: 'application-1',
    })
    expect(headers.has('if-match')).toBe(false)
  })

  it('a draft is saved without characters that the API refuses, wherever they came from', async () => {
    api.respond(200, stored)
    const older = {
      ...content,
      answers: { applicant: { name: '港\u0000\u202e' } },
      shippingAddress: { ...shippingAddress, recipient: '港\u2066' },
    }
    expect(await drafts.save(older, first, true)).toMatchObject({ kind: 'saved' })
    expect(api.received[0]?.body).toMatchObject({
      answers: { applicant: { name: '港' } },
      shippingAddress: { recipient: '港' },
    })
  })

  it('a draft is saved with the tag of the last save, the address, answers without a place and the former application', async () => {
    api.respond(200, stored)
    const unplaced = [{ key: '/applicant/fax', title: 'FAX', value: '03' }]
    const whole = { ...content, step: null, shippingAddress, unplaced, reapplyOf: 'OR-1' }
    expect(await drafts.save(whole, next, true)).toMatchObject({ kind: 'saved', etag: '' })
    expect(api.received[0]?.headers.get('if-match')).toBe('"1"')
    const { formVersion, answers } = content
    expect(api.received[0]?.body).toEqual({
      formVersion,
      answers,
      applicationId: 'application-1',
      shippingAddress,
      unplaced,
      reapplyOf: 'OR-1',
    })
  })

  it('a draft is requested in the way that the application chooses, except for a silent save', async () => {
    const calls: string[] = []
    const counting = (name: string): typeof silentCall => {
      return (request) => {
        calls.push(name)
        return request()
      }
    }
    const counted = serverDrafts({ serviceId: 'a', type: 'b' }, { ask: counting('ask'), call: counting('call') })
    for (let count = 0; count < 3; count += 1) api.respond(200, stored)
    await counted.read()
    await counted.save(content, first, true)
    expect(calls).toEqual(['ask'])
    await counted.save(content, first, false)
    expect(calls).toEqual(['ask', 'call'])
  })

  it.each([
    ['SE_AC_0002', ['SE_AC_0002']],
    ['SE_CO_0401', []],
  ])('a silent save tells of a deleted account, but not of a session that has ended: %s', async (code, told) => {
    const heard: unknown[] = []
    const call: typeof silentCall = (request) =>
      request().catch((error: unknown) => {
        heard.push(problemOf(error)?.code)
        throw error
      })
    api.respond(401, { code })
    expect(await serverDrafts({ serviceId: 'a', type: 'b' }, { call }).save(content, first, true)).toMatchObject({
      kind: 'failed',
    })
    expect(heard).toEqual(told)
  })

  it('a draft is not saved if another user is signed in', async () => {
    const other = new ProblemError({ kind: 'unauthenticated', fields: [] })
    const refusing = serverDrafts({ serviceId: 'a', type: 'b' }, { checkOwner: () => Promise.reject(other) })
    expect(await refusing.save(content, first, false)).toMatchObject({ kind: 'failed' })
    expect(api.received).toEqual([])
  })

  it.each([
    [412, 'conflict'],
    [410, 'conflict'],
    [400, 'refused'],
    [404, 'refused'],
    [413, 'refused'],
    [422, 'refused'],
    [401, 'failed'],
    [429, 'failed'],
    [503, 'failed'],
  ])('a save answered with %d is %s', async (status, kind) => {
    api.respond(status, {})
    expect(await drafts.save(content, first, false)).toMatchObject({ kind })
  })

  it('a save of an application that has become an order names that order', async () => {
    api.respond(409, { code: 'SE_AP_0006', orderId: 'OR-1' })
    expect(await drafts.save(content, next, false)).toEqual({ kind: 'submitted', orderId: 'OR-1' })
  })

  it('a save that is retried or refused names its problem', () => {
    const problem: Problem = { kind: 'unavailable', status: 503, fields: [] }
    expect(toSaveAnswer(problem)).toEqual({ kind: 'failed', problem })
  })

  it('a draft is saved a last time while the page is left, with its tag', async () => {
    expect(drafts.sendOnLeave(content, next)).toBe(false)
    rememberToken('token-1')
    api.respond(200, stored)
    api.respond(200, stored)
    expect(drafts.sendOnLeave(content, next)).toBe(true)
    await expect.poll(() => api.received.length).toBe(1)
    expect(drafts.sendOnLeave(content, first)).toBe(true)
    await expect.poll(() => api.received.length).toBe(2)
    const [one, other] = api.received
    const path = '/o/drafts/residence-certificate/individual'
    expect(one).toMatchObject({ method: 'PUT', path, body: { applicationId: 'application-1', step: 'applicant' } })
    expect(one?.headers.get('if-match')).toBe('"1"')
    expect(other?.headers.has('if-match')).toBe(false)
  })

  it('a draft is deleted, even if there is none', async () => {
    api.respond(204)
    await drafts.remove(next)
    const path = '/o/drafts/residence-certificate/individual?applicationId=application-1'
    expect(api.received).toMatchObject([{ method: 'DELETE', path }])
    expect(api.received[0]?.headers.get('if-match')).toBe('"1"')
    api.respond(404, {})
    await drafts.remove(next)
    api.respond(503, {})
    expect(await drafts.remove(next)).toMatchObject({ kind: 'failed' })
  })

  it('the drafts at the API hide no error of the portal itself', async () => {
    const fail = () => Promise.reject(new Error('a defect'))
    const broken = serverDrafts({ serviceId: 'a', type: 'b' }, { ask: fail, call: fail })
    await expect(broken.read()).rejects.toThrow('a defect')
    await expect(broken.save(content, first, false)).rejects.toThrow('a defect')
  })
})

describe('the same content', () => {
  it('does not depend on the order of properties or on the page', () => {
    const { answers, ...rest } = content
    expect(sameContent(content, { answers: { ...answers }, ...rest, step: 'copy' })).toBe(true)
    expect(sameContent(content, changed)).toBe(false)
  })

  it('includes the form version, the address and the former application', () => {
    expect(sameContent(content, { ...content, formVersion: 'b2' })).toBe(false)
    expect(sameContent(content, { ...content, shippingAddress })).toBe(false)
    expect(sameContent(content, { ...content, reapplyOf: 'OR-1' })).toBe(false)
  })
})

describe('the content of a draft', () => {
  it('includes every answer, attachment ids included', () => {
    const answers = { applicant: { name: '港 花子', drawings: ['AT-1001'] }, copy: { copies: 2, express: false } }
    expect(withoutSecrets(answers, null)).toEqual(answers)
  })

  it('includes an answer whose name only looks like a secret', () => {
    const answers = {
      copy: {
        secretaryName: '港',
        tokenCount: 3,
        pinCode: 'A-1',
        spin: true,
        credentialNumber: '12',
        note: 'data: 明日',
      },
    }
    const text = { type: 'string' }
    const properties = { secretaryName: text, credentialNumber: text, note: text }
    expect(withoutSecrets(answers, null)).toEqual(answers)
    expect(withoutSecrets(answers, { steps: [{ id: 'copy', schema: { type: 'object', properties } }] })).toEqual(
      answers,
    )
  })

  it('excludes what the schema marks as password or write-only, in lists too', () => {
    const schema = {
      type: 'object',
      properties: {
        code: { type: 'string', format: 'password' },
        rows: { type: 'array', items: { type: 'object', properties: { key: { type: 'string', writeOnly: true } } } },
      },
    }
    const answers = { account: { code: 'abc', rows: [{ key: 'secret', label: 'kept' }] } }
    expect(withoutSecrets(answers, { steps: [{ id: 'account', schema }] })).toEqual({
      account: { rows: [{ label: 'kept' }] },
    })
  })

  it('excludes what a condition or a recursive list marks as write-only', () => {
    const part = {
      type: 'object',
      properties: { key: { writeOnly: true }, parts: { items: { $ref: '#/definitions/part' } } },
    }
    const schema = {
      properties: { parts: { items: part } },
      then: { properties: { code: { format: 'password' } } },
      definitions: { part },
    }
    const answers = { account: { code: 'x', parts: [{ key: '1', parts: [{ key: '1.1', label: 'kept' }] }] } }
    expect(withoutSecrets(answers, { steps: [{ id: 'account', schema }] })).toEqual({
      account: { parts: [{ parts: [{ label: 'kept' }] }] },
    })
  })

  it('each answer is judged by the schema of its own step, and a step that is secret as a whole is excluded', () => {
    const steps = [
      { id: 'other', schema: { properties: { code: { format: 'password' } } } },
      { id: 'account', schema: { properties: { code: { type: 'string' } } } },
      { id: 'keys', schema: { writeOnly: true } },
    ]
    const answers = { account: { code: 'abc' }, keys: { one: '1' }, removed: { code: 'def' } }
    const kept = withoutSecrets(answers, { steps })
    expect(kept).toStrictEqual({ account: { code: 'abc' }, removed: { code: 'def' } })
  })

  it('the content has no empty place for an excluded answer', () => {
    const schema = { properties: { code: { format: 'password' }, name: { type: 'string' } } }
    const kept = withoutSecrets({ account: { code: 'x', name: '港' } }, { steps: [{ id: 'account', schema }] })
    expect(kept).toStrictEqual({ account: { name: '港' } })
  })

  it('includes an attachment field that is empty or has another shape', () => {
    const file = { type: 'string', format: 'attachment-id' }
    const schema = { properties: { front: file, back: file } }
    const kept = withoutSecrets({ photos: { front: '', back: {} } }, { steps: [{ id: 'photos', schema }] })
    expect(kept).toEqual({ photos: { front: '', back: {} } })
  })

  it('excludes file content', () => {
    const files = { type: 'array', items: { type: 'string', format: 'attachment-id' } }
    const answers = { photos: { files: ['data:image/jpeg;base64,/9j/4AAQ', 'AT-1'], raw: new Blob(['x']) } }
    expect(withoutSecrets(answers, { steps: [{ id: 'photos', schema: { properties: { files } } }] })).toEqual({
      photos: { files: ['AT-1'] },
    })
  })
})
