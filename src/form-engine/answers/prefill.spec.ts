import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { StepSource } from '../../../form-model/definition.ts'
import type { Profile } from '../../api/generated/api.schemas.ts'
import { answersFromProfile, isPrefilledOnOpening, mayPrefill, prefilled } from './prefill.ts'

const text = { type: 'string' }
function group(...names: string[]) {
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, text])),
  }
}
const name = group('familyName', 'givenName', 'familyNameKana', 'givenNameKana')
const address = group('postalCode', 'prefecture', 'city', 'town', 'street', 'building')
function step(properties: object) {
  return { type: 'object', properties }
}

const person: Profile = {
  kind: 'person',
  email: 'hanako@example.jp',
  familyName: '港',
  givenName: '花子',
  familyNameKana: 'ミナト',
  givenNameKana: 'ハナコ',
  birthDate: '1985-04-01',
  phone: '09012345678',
  address: { postalCode: '1050011', prefecture: '東京都', city: '港区', town: '芝公園', street: '4丁目2-8' },
  contact: { email: true, phone: false, post: false },
  locale: 'ja',
}
const corporation: Profile = {
  kind: 'corporation',
  email: 'office@example.jp',
  corporateNumber: '8000020130001',
  corporationName: '株式会社みなと設備',
  contactName: '港 花子',
  contactNameKana: 'ミナト ハナコ',
  contact: { email: true, phone: false, post: false },
  locale: 'ja',
}

describe('values filled in from the profile', () => {
  it('the profile fills in the shared parts of a form', () => {
    expect(prefilled(person, step({ name, birthDate: text, address, phone: text, remarks: text }), {})).toEqual({
      name: { familyName: '港', givenName: '花子', familyNameKana: 'ミナト', givenNameKana: 'ハナコ' },
      birthDate: '1985-04-01',
      address: { postalCode: '1050011', prefecture: '東京都', city: '港区', town: '芝公園', street: '4丁目2-8' },
      phone: '09012345678',
    })
  })

  it('the profile leaves empty the parts of an address that it does not have', () => {
    const { town: _none, ...rest } = person.address ?? { postalCode: '', prefecture: '', city: '', street: '' }
    expect(prefilled({ ...person, address: rest }, step({ address }), {})).toEqual({ address: rest })
  })

  it('never overwrite entered values', () => {
    const answers = { phone: '0312345678', name: { familyName: '', givenName: '' } }
    expect(prefilled(person, step({ name, phone: text }), answers)).toMatchObject({
      phone: '0312345678',
      name: { familyName: '港' },
    })
    expect(prefilled(person, step({ phone: text }), answers)).toBeNull()
  })

  it('the profile does not fill in fields that have the name of a shared part but not its schema', () => {
    expect(prefilled(person, step({ name: text, address: group('line1') }), {})).toBeNull()
    expect(prefilled(person, step({ personName: name }), {})).toBeNull()
  })

  it("a company's form is filled in with the company's values, and with its contact person where it asks for a person", () => {
    expect(prefilled(corporation, step({ corporateNumber: text, name: text }), {})).toEqual({
      corporateNumber: '8000020130001',
      name: '株式会社みなと設備',
    })
    expect(prefilled(corporation, step({ name }), {})).toEqual({
      name: { familyName: '港', givenName: '花子', familyNameKana: 'ミナト', givenNameKana: 'ハナコ' },
    })
    expect(prefilled({ ...corporation, contactName: '港花子' }, step({ name }), {})).toBeNull()
    expect(prefilled({ ...corporation, contactName: '港 花子 マリア' }, step({ name }), {})).toBeNull()
    const { address: registered } = person
    if (registered === undefined) throw new Error('The person has an address')
    expect(prefilled({ ...corporation, address: registered }, step({ headOffice: text }), {})).toEqual({
      headOffice: '東京都港区芝公園4丁目2-8',
    })
    expect(prefilled(corporation, step({ phone: text, address, department: text }), {})).toBeNull()
  })

  it('a step is offered the profile if it has an empty field that profiles have', () => {
    expect(mayPrefill(step({ name, remarks: text }), {})).toBe(true)
    expect(mayPrefill(step({ phone: text }), { phone: '0312345678' })).toBe(false)
    expect(mayPrefill(step({ remarks: text }), {})).toBe(false)
  })

  it('the registered address is offered for the bill of a water supply, not for the home to which the user moves', () => {
    const file = new URL('../../../schemas/aozora-water/water-start/individual/form.json', import.meta.url)
    const { steps } = JSON.parse(readFileSync(file, 'utf8')) as { steps: StepSource[] }
    const offered = steps.filter(({ schema }) => mayPrefill(schema, {})).map(({ id }) => id)
    expect(offered).toEqual(['customer', 'billing'])
  })
})

describe('a step that is filled in on opening', () => {
  const schema = step({ name, phone: text, remarks: text })
  const filled = prefilled(person, schema, {}) ?? {}

  it('the definition of a step marks it as filled in on opening', () => {
    expect(isPrefilledOnOpening({ ui: { 'ui:options': { prefill: 'card' } } })).toBe(true)
    expect(isPrefilledOnOpening({ ui: { name: {} } })).toBe(false)
    expect(isPrefilledOnOpening({})).toBe(false)
  })

  it("a step keeps the mark of the profile's answers until one of them is changed", () => {
    expect(answersFromProfile(person, schema, { ...filled, remarks: '玄関' })).toEqual(['phone', 'name'])
    expect(answersFromProfile(person, schema, { ...filled, phone: '0312345678' })).toBeNull()
    expect(answersFromProfile(person, schema, {})).toBeNull()
    expect(answersFromProfile(person, step({ remarks: text }), {})).toBeNull()
  })
})
