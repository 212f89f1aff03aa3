import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readDocument } from '../openapi/document.ts'
import { coverageOf } from '../pact/coverage.ts'
import type { Waivers } from '../pact/coverage.ts'
import { operationOf, readPact } from '../pact/pact-file.ts'
import type { Interaction } from '../pact/pact-file.ts'

const document = readDocument()
const pact = readPact()
const waivers = JSON.parse(
  readFileSync(join(import.meta.dirname, '..', '..', 'pact', 'coverage-waivers.json'), 'utf8'),
) as Waivers

function findings(interactions: Interaction[], changed: Partial<Waivers> = {}, passed = interactions.length): string[] {
  return coverageOf(document, { ...pact, interactions }, { ...waivers, ...changed }, passed).findings
}

function without(operation: string, status: number): Interaction[] {
  return pact.interactions.filter((one) => operationOf(one) !== operation || one.response.status !== status)
}

describe('the coverage of the contract', () => {
  it('pins every response, code and parameter of the contract', () => {
    expect(findings(pact.interactions)).toEqual([])
  })
  it('names a response that is no longer pinned', () => {
    expect(findings(without('saveDraft', 412))).toEqual(['saveDraft 412: no interaction pins this response'])
  })
  it('names an error code that is no longer pinned', () => {
    expect(findings(without('proceedCharge', 410))).toContain('SE_CH_0004: no interaction returns this code')
  })
  it('names a query parameter that is no longer sent', () => {
    const unfiltered = pact.interactions.filter(({ request }) => request.query?.from === undefined)
    expect(findings(unfiltered)).toEqual(expect.arrayContaining(['listOrders to: no interaction sends it']))
  })
  it('names a waiver without effect', () => {
    expect(findings(pact.interactions, { codes: { SE_CO_0404: 'x' } })).toEqual([
      'the waiver codes "SE_CO_0404" is stale',
    ])
  })
  it('names an interaction whose response is not in the document', () => {
    const [first] = pact.interactions
    if (first === undefined) throw new Error('the pact is empty')
    const odd = { ...first, response: { ...first.response, status: 418 } }
    expect(findings([...pact.interactions, odd])).toEqual([
      `${operationOf(first)} 418: the document has no such response`,
    ])
  })
  it('detects interactions that two tests shared', () => {
    const { length } = pact.interactions
    expect(findings(pact.interactions, {}, length + 1)).toEqual([
      `${length + 1} consumer tests passed but the pact contains ${length} interactions`,
    ])
  })
})
