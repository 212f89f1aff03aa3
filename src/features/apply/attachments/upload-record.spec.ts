import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import type { Answers } from '../../../../form-model/definition.ts'
import { localStore } from '../../../lib/safe-storage.ts'
import { uploadRecord } from './upload-record.ts'

const key = { tenantId: 'minato-city', userId: 'U-1', serviceId: 'road-occupancy', type: 'corporate' }
const stored = 'portal.uploads.minato-city/U-1/road-occupancy/corporate'

afterEach(() => {
  for (const name of localStore.keys()) localStore.remove(name)
})

const steps = [{ id: 'documents', schema: { type: 'object', properties: { plans: { type: 'array' } } } }]

function recordOf(of: typeof key, answers: Answers) {
  return uploadRecord(of, answers, { steps, renamed: { 'documents/drawings': 'documents/plans' } })
}

describe('the record of uploads', () => {
  it('the record belongs to one application of one user, and leaves nothing behind once every file is uploaded', () => {
    const record = recordOf(key, {})
    record.write({ '/documents/photos': ['現場.jpg'] })
    expect(recordOf(key, {}).read()).toEqual({ '/documents/photos': ['現場.jpg'] })
    expect(recordOf({ ...key, userId: 'U-2' }, {}).read()).toEqual({})
    record.write({})
    expect(localStore.keys()).toEqual([])
  })

  it('the record leaves out the rows of a list that do not exist any more', () => {
    const files = { '/rows/list/0/photo': ['一枚目.jpg'], '/rows/list/1/photo': ['二枚目.jpg'] }
    recordOf(key, {}).write(files)
    expect(recordOf(key, { rows: { list: [{}] } }).read()).toEqual({ '/rows/list/0/photo': ['一枚目.jpg'] })
  })

  it('the record names the files at a field that was renamed since', () => {
    recordOf(key, {}).write({ '/documents/drawings': ['位置図.pdf'] })
    expect(recordOf(key, {}).read()).toEqual({ '/documents/plans': ['位置図.pdf'] })
  })

  it('the record of another version of the portal, or one that was changed by hand, is read as far as possible', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        localStore.set(stored, text)
        for (const names of Object.values(recordOf(key, {}).read()))
          expect(names.every((name) => typeof name === 'string')).toBe(true)
      }),
    )
    localStore.set(stored, JSON.stringify({ '/a/x': ['現場.jpg'], '/a/y': 'no list', '/a/z': [7] }))
    expect(recordOf(key, {}).read()).toEqual({ '/a/x': ['現場.jpg'] })
  })
})
