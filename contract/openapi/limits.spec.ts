import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatRegExp, formats } from '../../form-model/formats.ts'
import type { FormatName } from '../../form-model/formats.ts'
import { limitsOfAddress, limitsOfNewCorporation, limitsOfNewPerson } from '../../src/api/generated/limits.ts'
import { readDocument } from './document.ts'
import { limitsSource } from './limits.ts'

describe('limits of the contract', () => {
  it('follow references and leave out fields without a limit', () => {
    const document = readDocument()
    const schemas = document.components.schemas
    const source = limitsSource({
      ...document,
      components: {
        ...document.components,
        schemas: {
          ...schemas,
          NewPerson: {
            properties: {
              familyName: { $ref: '#/components/schemas/PersonName' },
              birthDate: { type: 'string', format: 'date' },
              nickname: { type: 'string', pattern: "^\\w'$" },
            },
          },
        },
      },
    })
    expect(source).toContain(`limitsOfNewPerson = {
  familyName: { minLength: 1, maxLength: 60 },
  nickname: { pattern: '^\\\\w\\'$' },
} as const`)
  })

  it('fail if an object is no longer in the contract', () => {
    const document = readDocument()
    const { ShippingAddress: _, ...schemas } = document.components.schemas
    const without = { ...document, components: { ...document.components, schemas } }
    expect(() => limitsSource(without)).toThrow('components.schemas.ShippingAddress is missing')
  })

  it.each<[FormatName, { pattern: string }]>([
    ['jp-phone', limitsOfNewPerson.phone],
    ['jp-postal-code', limitsOfAddress.postalCode],
    ['jp-corporate-number', limitsOfNewCorporation.corporateNumber],
  ])('accept every text that the format %s of the forms accepts', (name, { pattern }) => {
    const contract = new RegExp(pattern, 'u')
    fc.assert(
      fc.property(fc.stringMatching(formatRegExp(name)), (text) => {
        expect(text).toMatch(contract)
      }),
      { numRuns: 500 },
    )
    expect(formats[name].example).toMatch(contract)
  })
})
