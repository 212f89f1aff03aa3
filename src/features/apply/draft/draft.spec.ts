import { describe, expect, it } from 'vitest'
import type { Problem } from '../../../lib/problem.ts'
import { draftLifetimeMs, isExpired, resumePlan, sameContent, withoutSecrets } from './draft.ts'
import type { DraftContent, LocalDraft, ServerDraft } from './draft.ts'

const now = Date.parse('2026-11-21T10:00:00+09:00')
const content: DraftContent = {
  formVersion: 'a1',
  answers: { applicant: { name: '港 花子' } },
  step: 'applicant',
  shippingAddress: null,
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
    saveIds: ['save-2', 'save-1'],
    ...over,
  }
}

function server(over: Partial<ServerDraft> = {}) {
  const draft: ServerDraft = {
    content: changed,
    saveId: 'other-device',
    etag: '"2"',
    savedAt: '2026-11-21T09:30:00+09:00',
    expiresAt: '2026-11-28T09:30:00+09:00',
    ...over,
  }
  return { kind: 'found', draft } as const
}

describe('the week of a draft', () => {
  const at = (age: number) => isExpired(new Date(now - age).toISOString(), now)
  const minute = 60_000

  it('keeps it for 6 days 23 hours 59 minutes', () => expect(at(draftLifetimeMs - minute)).toBe(false))
  it('keeps it to the last millisecond', () => expect(at(draftLifetimeMs - 1)).toBe(false))
  it('ends it at exactly one week', () => expect(at(draftLifetimeMs)).toBe(true))
  it('has ended after 7 days and a minute', () => expect(at(draftLifetimeMs + minute)).toBe(true))
})

describe('the copy to continue', () => {
  const problem: Problem = { kind: 'offline', fields: [] }

  it('is a new application if there is none', () => {
    expect(resumePlan(null, { kind: 'none' }, now)).toEqual({ kind: 'new' })
  })

  it('is unknown, not new, if the browser has none and the API cannot be reached', () => {
    expect(resumePlan(null, { kind: 'unreachable', problem }, now)).toEqual({ kind: 'unknown', problem })
  })

  it('is the server copy on a new device', () => {
    expect(resumePlan(null, server(), now)).toMatchObject({ kind: 'server' })
  })

  it('reports that the server copy has expired', () => {
    expect(resumePlan(null, { kind: 'expired' }, now)).toEqual({ kind: 'expired' })
    expect(resumePlan(local(), { kind: 'expired' }, now)).toEqual({ kind: 'expired' })
  })

  it('is not a browser copy older than a week, which is reported', () => {
    const old = local({ changedAt: '2026-11-14T10:00:00+09:00', unsaved: true })
    expect(resumePlan(old, { kind: 'none' }, now)).toEqual({ kind: 'expired' })
    expect(resumePlan(old, server(), now)).toMatchObject({ kind: 'server' })
  })

  it('is the browser copy if the server cannot be reached', () => {
    expect(resumePlan(local({ unsaved: true }), { kind: 'unreachable', problem }, now)).toMatchObject({ kind: 'local' })
  })

  it('is new if a saved draft was submitted or deleted elsewhere', () => {
    expect(resumePlan(local(), { kind: 'none' }, now)).toEqual({ kind: 'new' })
  })

  it('requires a question if the server copy is gone and this browser has changes', () => {
    expect(resumePlan(local({ unsaved: true }), { kind: 'none' }, now)).toMatchObject({ kind: 'gone' })
  })

  it('requires no question for an application that was emptied', () => {
    const emptied = local({ unsaved: true, content: { ...content, answers: {} } })
    expect(resumePlan(emptied, { kind: 'none' }, now)).toEqual({ kind: 'new' })
  })

  it('keeps changes that the server never received', () => {
    expect(resumePlan(local({ etag: null, unsaved: true }), { kind: 'none' }, now)).toMatchObject({ kind: 'local' })
  })

  it('is the newer copy of another device, without a question, if this one has no changes', () => {
    expect(resumePlan(local(), server(), now)).toMatchObject({ kind: 'server' })
  })

  it('requires a question if both devices have changes', () => {
    expect(resumePlan(local({ unsaved: true }), server(), now)).toMatchObject({ kind: 'conflict' })
  })

  it('requires no question if both copies are equal', () => {
    expect(resumePlan(local({ unsaved: true }), server({ content }), now)).toMatchObject({ kind: 'server' })
  })

  it('is the server copy if the page was closed before it could write its last save into the browser', () => {
    const plan = resumePlan(local({ unsaved: true, nextSaveId: 'save-3' }), server({ saveId: 'save-3' }), now)
    expect(plan).toMatchObject({ kind: 'server', server: { content: changed } })
  })

  it('recognises its own last save by the id, although its response was lost', () => {
    const plan = resumePlan(local({ unsaved: true, etag: '"1"' }), server({ saveId: 'save-1' }), now)
    expect(plan).toMatchObject({ kind: 'local', etag: '"2"', unsaved: true })
  })

  it('includes a submission with unknown outcome, whatever happened to the draft', () => {
    expect(resumePlan(local(), { kind: 'none' }, now, true)).toMatchObject({ kind: 'local' })
    expect(resumePlan(local(), { kind: 'expired' }, now, true)).toMatchObject({ kind: 'local' })
  })
})

describe('the same content', () => {
  it('does not depend on the order of properties or on the page', () => {
    const { answers, ...rest } = content
    expect(sameContent(content, { answers: { ...answers }, ...rest, step: 'copy' })).toBe(true)
    expect(sameContent(content, changed)).toBe(false)
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

  it('excludes file content', () => {
    const files = { type: 'array', items: { type: 'string', format: 'attachment-id' } }
    const answers = { photos: { files: ['data:image/jpeg;base64,/9j/4AAQ', 'AT-1'], raw: new Blob(['x']) } }
    expect(withoutSecrets(answers, { steps: [{ id: 'photos', schema: { properties: { files } } }] })).toEqual({
      photos: { files: ['AT-1'] },
    })
  })
})
