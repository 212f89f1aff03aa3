import { expect, it } from 'vitest'
import { readDocument } from '../openapi/document.ts'
import { changesOfMeaning } from './meaning.ts'

type Node = { [name: string]: Node } & { [index: number]: Node }

const base = readDocument()

function changed(change: (document: Node) => void): string[] {
  const document = structuredClone(base)
  change(document as unknown as Node)
  return changesOfMeaning(base, document).map(({ impact, message }) => `${impact}: ${message}`)
}

it('finds nothing in the same document', () => {
  expect(changed(() => undefined)).toEqual([])
})

it('rates a token that becomes necessary', () => {
  const services = '/p/tenants/{tenantId}/services'
  expect(changed(({ paths }) => delete paths?.[services]?.get?.security)).toEqual([
    'major: listServices needs a token now.',
  ])
  expect(changed(({ paths }) => Object.assign(paths?.['/o/profile']?.get ?? {}, { security: [{}] }))).toEqual([
    'minor: getProfile needs no token any more.',
  ])
})

it('rates a code that a response gains or loses', () => {
  const setCodes = (codes: string[]) =>
    changed(({ components }) => Object.assign(components?.responses?.ChargePastDue ?? {}, { 'x-codes': codes }))
  expect(setCodes(['SE_CH_0004', 'SE_CH_0002'])).toEqual(['major: proceedCharge 410 gained the codes SE_CH_0002.'])
  expect(setCodes([])).toEqual(['patch: proceedCharge 410 lost the codes SE_CH_0004.'])
})

it('rates a header of a response that may be missing now', () => {
  const setRequired = (name: string, required: boolean) =>
    changed(({ components }) => Object.assign(components?.headers?.[name] ?? {}, { required }))
  expect(setRequired('Location', false)).toContain('major: submitOrder 201 may omit the header Location now.')
  expect(setRequired('Location', true)).toEqual([])
})

it('rates a default that changes, by the name of its parameter', () => {
  const limit = ({ components }: Node) => components?.parameters?.Limit?.schema ?? {}
  expect(changed((document) => Object.assign(limit(document), { default: 5 }))).toEqual([
    'major: The default at /components/parameters/Limit/schema is 5 instead of 20.',
  ])
  const reversed = ({ paths }: Node) => {
    const parameters: unknown = paths?.['/o/orders']?.get?.parameters
    if (Array.isArray(parameters)) parameters.reverse()
  }
  expect(changed(reversed)).toEqual([])
})
