import { describe, expect, it } from 'vitest'
import { isDelivered } from './delivery.ts'

const sends = { needsShipping: true }
const declared = { delivery: { when: { required: ['delivery'] } } }

describe('delivery', () => {
  it('follows the condition that the form declares', () => {
    expect(isDelivered(sends, declared, (key) => key === 'delivery')).toBe(true)
    expect(isDelivered(sends, declared, () => false)).toBe(false)
  })

  it('is needed for everything that a service sends if the form declares nothing', () => {
    expect(isDelivered(sends, {}, () => false)).toBe(true)
  })

  it('is never needed if the service sends nothing', () => {
    expect(isDelivered({ needsShipping: false }, declared, () => true)).toBe(false)
  })
})
