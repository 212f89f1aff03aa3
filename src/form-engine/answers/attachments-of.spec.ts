import { describe, expect, it } from 'vitest'
import { attachmentsOf } from './attachments-of.ts'

const id = { type: 'string', format: 'attachment-id' }
const list = { type: 'array', items: id }
function object(properties: object) {
  return { type: 'object', properties }
}
const definition = {
  steps: [
    {
      id: 'works',
      schema: {
        ...object({ name: { type: 'string' }, map: id, photos: list }),
        allOf: [{ if: object({ name: { const: 'x' } }), then: object({ proof: list }) }],
        dependencies: { map: { oneOf: [object({ legend: id })] } },
      },
    },
    {
      id: 'items',
      schema: object({ lines: { type: 'array', items: object({ photo: id, size: { type: 'string' } }) } }),
    },
  ],
}

describe('the files of an application', () => {
  it('are the answers to fields of files at every place, each once', () => {
    const answers = {
      works: { name: 'AT-not-a-file', map: 'AT-1', photos: ['AT-2', 'AT-3'], proof: ['AT-4', 'AT-2'], legend: 'AT-5' },
      items: { lines: [{ photo: 'AT-6', size: 'L' }, { photo: 'AT-7' }] },
    }
    expect(attachmentsOf(definition, answers)).toEqual(['AT-1', 'AT-2', 'AT-3', 'AT-4', 'AT-5', 'AT-6', 'AT-7'])
  })

  it('are empty if nothing is attached, or the step is not of this form', () => {
    expect(attachmentsOf(definition, { works: { name: 'x', photos: [] }, other: { map: 'AT-1' } })).toEqual([])
  })

  it('are found at every level of a list that contains itself', () => {
    const part = object({ photo: id, parts: { type: 'array', items: { $ref: '#/definitions/part1' } } })
    const first = object({ photo: id, parts: { type: 'array', items: { $ref: '#/definitions/part1' } } })
    const nested = {
      steps: [
        {
          id: 'works',
          schema: { ...object({ parts: { type: 'array', items: first } }), definitions: { part1: part } },
        },
      ],
    }
    const answers = { works: { parts: [{ photo: 'AT-1', parts: [{ photo: 'AT-2', parts: [{ photo: 'AT-3' }] }] }] } }
    expect(attachmentsOf(nested, answers)).toEqual(['AT-1', 'AT-2', 'AT-3'])
  })
})
