import { expect, it } from 'vitest'
import { blocks } from './blocks.ts'
import { exampleAnswer } from './example-answer.ts'

it.each(blocks.filter(({ sample }) => sample !== undefined))(
  'makes an example answer for the block $id',
  ({ schema }) => {
    expect(exampleAnswer(schema)).toBeDefined()
  },
)

it.each([
  [{ type: 'integer', minimum: 25, multipleOf: 10 }, 30],
  [{ type: 'integer', maximum: 0 }, 0],
  [{ type: 'string', minLength: 5, maxLength: 5 }, '記入例記入'],
  [{ type: 'string', maxLength: 2 }, '記入'],
  [{ type: 'array', minItems: 2, items: { type: 'string', enum: ['a', 'b', 'c'] } }, ['a', 'b']],
  [{ type: 'object', properties: { a: { type: 'boolean' }, b: {} }, required: ['a'] }, { a: true }],
  [{ type: 'string', pattern: '^[0-9]{7}$' }, '1234567'],
  [{ type: 'string', format: 'time' }, '09:30'],
  [{ type: 'string', pattern: '^[a-z]+$' }, undefined],
])('answers %j with %j', (schema, answer) => {
  expect(exampleAnswer(schema)).toEqual(answer)
})
