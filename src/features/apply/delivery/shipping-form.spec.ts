import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chosenAddress } from '../draft/draft.ts'
import {
  completeAddress,
  fromShippingFields,
  noShippingFields,
  shippingErrors,
  toShippingFields,
  typedAddress,
  unusedAddress,
} from './shipping-form.ts'

const typed = {
  recipient: ' 港 花子 ',
  phone: '090-1234-5678',
  postalCode: '〒105-0011',
  prefecture: '東京都',
  city: '港区',
  town: '芝公園',
  street: '4丁目2-8',
  building: '',
}

describe('another address', () => {
  it('an address is sent with digits only and without empty parts', () => {
    expect(fromShippingFields(typed)).toEqual({
      recipient: '港 花子',
      phone: '09012345678',
      address: { postalCode: '1050011', prefecture: '東京都', city: '港区', town: '芝公園', street: '4丁目2-8' },
    })
    expect(shippingErrors(typed).size).toBe(0)
  })

  it('an address is sent without invisible characters, which alone are no address', () => {
    const pasted = {
      ...typed,
      recipient: '港\u202e 花子\u0000',
      phone: '\u202d090-1234-5678\u202c',
      building: '\u200b',
    }
    expect(fromShippingFields(pasted)).toEqual(fromShippingFields(typed))
    expect([...shippingErrors({ ...typed, city: '\u200b\ufeff' }).keys()]).toEqual(['city'])
  })

  it('refuses emoji in the name on the label, in which letters of every script are accepted', () => {
    expect(shippingErrors({ ...typed, recipient: '港🌸' })).toEqual(new Map([['recipient', { kind: 'emoji' }]]))
    expect(shippingErrors({ ...typed, recipient: '𠮷田 葛\u{e0100} Nguyễn' }).size).toBe(0)
  })

  it('a sent address is shown in the fields as it was sent', () => {
    const address = fromShippingFields({ ...typed, building: '芝公園ハイツ301' })
    expect(fromShippingFields(toShippingFields(address))).toEqual(address)
  })

  it('requires all parts but town and building, in the order of the page', () => {
    expect([...shippingErrors(noShippingFields).keys()]).toEqual([
      'recipient',
      'postalCode',
      'prefecture',
      'city',
      'street',
      'phone',
    ])
  })

  it("an address with invalid numbers or values that exceed the API's limits is refused", () => {
    const errors = shippingErrors({ ...typed, phone: '12345', postalCode: '105', building: 'あ'.repeat(101) })
    expect(errors.get('phone')).toEqual({ kind: 'wrong' })
    expect(errors.get('postalCode')).toEqual({ kind: 'wrong' })
    expect(errors.get('building')).toEqual({ kind: 'too-long', limit: 100 })
  })

  it('a mobile number that is one digit short is refused, as in forms', () => {
    expect(shippingErrors({ ...typed, phone: '0901234567' }).get('phone')).toEqual({ kind: 'wrong' })
  })

  it('the length of a value is measured in characters, not code units', () => {
    expect(shippingErrors({ ...typed, building: '𠮷'.repeat(100) }).size).toBe(0)
  })
})

describe('the address in a draft', () => {
  const names = Object.keys(noShippingFields) as (keyof typeof noShippingFields)[]
  const anyFields = fc.tuple(...names.map(() => fc.string())).map((texts) => {
    const pairs = names.map((name, index) => [name, texts[index] ?? ''] as const)
    return { ...noShippingFields, ...Object.fromEntries(pairs) }
  })

  it('keeps every typed text, complete or not', () => {
    fc.assert(
      fc.property(anyFields, (fields) => {
        expect(toShippingFields(typedAddress(fields))).toEqual(fields)
      }),
    )
  })

  it('the address of a draft is sent if the page would accept it', () => {
    expect(completeAddress(typedAddress(typed))).toEqual(fromShippingFields(typed))
    fc.assert(
      fc.property(fc.constantFrom(...names), fc.string(), (name, text) => {
        const fields = { ...typed, [name]: text }
        expect(completeAddress(typedAddress(fields)) !== null).toBe(shippingErrors(fields).size === 0)
      }),
    )
  })

  it('keeps every typed text while the registered address is chosen', () => {
    fc.assert(
      fc.property(anyFields, (fields) => {
        const kept = unusedAddress(typedAddress(fields))
        expect(chosenAddress(kept)).toBeNull()
        expect(kept === null ? noShippingFields : toShippingFields(kept)).toEqual(fields)
      }),
    )
  })

  it('the address of a draft has no member for an empty field', () => {
    expect(typedAddress(noShippingFields)).toEqual({})
    expect(typedAddress({ ...noShippingFields, street: '4丁目' })).toEqual({ address: { street: '4丁目' } })
  })
})
