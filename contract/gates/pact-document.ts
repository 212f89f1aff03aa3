/** Gate: the document allows every interaction of the pact (the side that a consumer can break alone). */
import { Comparator } from '@pactflow/openapi-pact-comparator'
import { basePath } from '../openapi/conformance.ts'
import { readDocument } from '../openapi/document.ts'
import { readPact } from '../pact/pact-file.ts'

type Finding = {
  type: string
  code: string
  message: string
  mockDetails?: { interactionDescription?: string; location?: string }
}

/** A PDF cannot be compared with a schema. */
const accepted = ['response.body.unvalidatable']

const document = readDocument()
// The comparator ignores the base path in `servers`.
const paths = Object.fromEntries(Object.entries(document.paths).map(([path, item]) => [basePath + path, item]))
// The comparator's types end at OpenAPI 3.0 and have their own package for pacts.
const comparator = new Comparator({ oas: { ...document, paths } as never }) as {
  compare(pact: object): AsyncIterable<Finding>
}

const findings: Finding[] = []
for await (const finding of comparator.compare(readPact())) {
  if (!accepted.includes(finding.code)) findings.push(finding)
}
for (const { type, message, mockDetails } of findings) {
  console.error(`  ${type}: ${mockDetails?.interactionDescription ?? ''}: ${message} (${mockDetails?.location ?? ''})`)
}
console.log(`pact against document: ${findings.length} findings`)
if (findings.length > 0) process.exitCode = 1
