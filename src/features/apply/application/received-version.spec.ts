import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { receivedOrder } from '../testing/fake-deps.ts'
import { isOtherAddress, isSameVersion, orderInForm } from './received-version.ts'

const schema = { type: 'object' as const, properties: { pin: { type: 'string' as const, format: 'password' } } }
const definition = { formVersion: 'v1', steps: [{ id: 'a', schema }] }
const address = { recipient: '港 花子', phone: '09012345678' }
const whole = { postalCode: '1050011', prefecture: '東京都', city: '港区', street: '1-5' }

describe('what the API has received', () => {
  it('a received version is the same only if every answer is', () => {
    const plain = { noNullPrototype: true }
    const step = fc.dictionary(fc.constantFrom('x', 'y'), fc.string(), plain)
    const answers = fc.dictionary(fc.constantFrom('a', 'b'), step, plain)
    fc.assert(
      fc.property(answers, answers, (one, other) => {
        const isSame = isSameVersion(receivedOrder(one), { answers: other }, definition)
        expect(isSame).toBe(isDeepStrictEqual(one, other))
      }),
    )
  })

  it('a received version is compared without secrets, which the API does not return', () => {
    const sent = { answers: { a: { x: '1', pin: '1234' } } }
    expect(isSameVersion(receivedOrder({ a: { x: '1' } }), sent, definition)).toBe(true)
  })

  it('a received version is another one if its delivery address differs', () => {
    const order = { ...receivedOrder({}), shippingAddress: { ...address, address: whole } }
    const other = { answers: {}, shippingAddress: { ...order.shippingAddress, recipient: '南 太郎' } }
    expect(isSameVersion(order, other, definition)).toBe(false)
    expect(isOtherAddress(order, other)).toBe(true)
    expect(isSameVersion(order, { answers: {}, shippingAddress: order.shippingAddress }, definition)).toBe(true)
    expect(isSameVersion(order, { answers: {}, shippingAddress: null }, definition)).toBe(true)
  })
})

describe('an order that another version of the form has sent', () => {
  const properties = { story: { type: 'string' as const } }
  const later: Parameters<typeof orderInForm>[1] = {
    formVersion: 'v2',
    steps: [{ id: 'consultation', schema: { type: 'object', properties } }],
    renamed: { 'consultation/details': 'consultation/story' },
  }
  const order = {
    ...receivedOrder({ consultation: { details: '元', gone: '前' } }),
    returnFields: ['/consultation/details', '/consultation/gone'],
  }

  it('an order is what was sent if only names of fields differ', () => {
    const plain = receivedOrder({ consultation: { details: '元' } })
    const isSame = (story: string) => isSameVersion(plain, { answers: { consultation: { story } } }, later)
    expect([isSame('元'), isSame('別')]).toEqual([true, false])
  })

  it('an order has its answers, and those to correct, at the fields of this version; others stay where they are', () => {
    expect(orderInForm(order, later)).toEqual({
      ...order,
      answers: { consultation: { story: '元', gone: '前' } },
      returnFields: ['/consultation/story', '/consultation/gone'],
    })
  })

  it('an order stays as it was in its own version', () => {
    expect(orderInForm(order, { ...later, formVersion: 'v1' })).toBe(order)
  })
})
