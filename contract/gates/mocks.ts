/** Gate: the generated mocks answer every operation with a documented response. */
import { getResponse } from 'msw'
import { basePath, createConformance } from '../openapi/conformance.ts'
import { operationsOf, readDocument } from '../openapi/document.ts'
import * as mocks from '../../src/api/generated/index.msw.ts'

/** A mock provides the body; the client adds the reference and the network the date. */
const ofTheServer = ['date', 'cache-control', 'x-request-id', 'location', 'etag', 'retry-after', 'content-disposition']

const document = readDocument()
const { findings } = createConformance(document)
const handlers = Object.values(mocks).flatMap((mock) => mock())
const operations = operationsOf(document)
const wrong: string[] = []

for (const { operationId, method, path } of operations) {
  const url = `http://portal.test${basePath}${path.replaceAll(/\{\w+\}/g, 'x')}`
  const response = await getResponse(handlers, new Request(url, { method }))
  if (response === undefined) {
    wrong.push(`${operationId}: no mock`)
    continue
  }
  const { status, headers } = response
  wrong.push(
    ...findings(
      { method, url, status, headers: Object.fromEntries(headers), body: await response.text() },
      ofTheServer,
    ),
  )
}
console.log(`mocks that fit the document: ${operations.length - wrong.length}/${operations.length}`)
for (const finding of wrong) console.error(`  ${finding}`)
if (wrong.length > 0) process.exitCode = 1
