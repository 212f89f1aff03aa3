import { describe, expect, it } from 'vitest'
import { withoutSecrets } from './draft-safety.ts'

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
