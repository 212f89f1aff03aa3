import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { cors } from './cors.ts'
import { operationsOf, readDocument } from './document.ts'

const document = readDocument()
const operations = operationsOf(document)

describe('the CORS list', () => {
  it('contains the method and every request header of every operation', () => {
    const headers = operations.flatMap(({ parameters }) =>
      parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name),
    )
    expect([...new Set(operations.map(({ method }) => method))].toSorted()).toEqual(cors.methods.toSorted())
    expect(new Set([...headers, 'Authorization', 'Content-Type'])).toEqual(new Set(cors.requestHeaders))
  })

  it('exposes every response header of the contract that browsers hide', () => {
    const always = ['Cache-Control', 'Content-Type', 'Content-Length']
    const answered = operations.flatMap(({ responses }) =>
      [...responses.values()].flatMap(({ headers }) => Object.keys(headers ?? {})),
    )
    const hidden = [...new Set(answered)].filter((name) => !always.includes(name))
    expect(hidden.length).toBeGreaterThan(2)
    expect(hidden.filter((name) => !cors.exposedHeaders.some((exposed) => exposed === name))).toEqual([])
  })

  it.each(['docs/deploying.md', 'api-spec/openapi.yaml'])('documents every CORS header and method in %s', (page) => {
    const text = readFileSync(page, 'utf8').replaceAll(/\s+/g, ' ')
    for (const list of Object.values(cors)) expect(text).toContain(list.join(', '))
  })
})
