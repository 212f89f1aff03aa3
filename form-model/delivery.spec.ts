import { describe, expect, it } from 'vitest'
import { isDelivered, stepsFor } from './delivery.ts'

const sends = { needsShipping: true }
const declared = { delivery: { when: { required: ['delivery'] } } }

describe('delivery', () => {
  it('follows the condition that the form declares', () => {
    expect(isDelivered(sends, declared, (key) => key === 'delivery')).toBe(true)
    expect(isDelivered(sends, declared, () => false)).toBe(false)
  })

  it('requires delivery for everything that a service sends if the form declares nothing', () => {
    expect(isDelivered(sends, {}, () => false)).toBe(true)
  })

  it('never requires delivery if the service sends nothing', () => {
    expect(isDelivered({ needsShipping: false }, declared, () => true)).toBe(false)
  })
})

it('keeps the steps for everybody and those for one way of delivery, in their order', () => {
  const next = [
    'We check it.',
    { delivery: 'post', text: 'It arrives.' },
    { delivery: 'collection', text: 'Collect it.' },
    'Done.',
  ] as const
  expect(stepsFor(next, 'post')).toEqual(['We check it.', 'It arrives.', 'Done.'])
  expect(stepsFor(next, 'collection')).toEqual(['We check it.', 'Collect it.', 'Done.'])
})
