import { describe, expect, it } from 'vitest'
import { withoutSecrets } from './draft-safety.ts'

describe('what a draft may hold', () => {
  it('is everything that was answered, attachment ids included', () => {
    const answers = { applicant: { name: '港 花子', drawings: ['AT-1001'] }, copy: { copies: 2, express: false } }
    expect(withoutSecrets(answers, null)).toEqual(answers)
  })

  it('is no password or token, by name', () => {
    const answers = { account: { password: 'Portal-2026!', accessToken: 'eyJ', user: { pinCode: '1234', name: 'x' } } }
    expect(withoutSecrets(answers, null)).toEqual({ account: { user: { name: 'x' } } })
  })

  it('is nothing the schema calls a password or write-only, in lists too', () => {
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

  it('is no file content', () => {
    const answers = { photos: { files: ['data:image/jpeg;base64,/9j/4AAQ', 'AT-1'], raw: new Blob(['x']) } }
    expect(withoutSecrets(answers, null)).toEqual({ photos: { files: ['AT-1'] } })
  })

  it('keeps words that only look like a secret name', () => {
    expect(withoutSecrets({ copy: { shipping: 'post', opinion: 'good' } }, null)).toEqual({
      copy: { shipping: 'post', opinion: 'good' },
    })
  })
})
