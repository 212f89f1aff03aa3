/**
 * Tests the comparison: each of these changes seeded into the document, one at a time, must get its correct rating. The
 * tool behind contract-changes is marked experimental; this gate fails if a new version of it detects less.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parse, stringify } from 'yaml'
import { valueAt } from '../../form-model/pointer.ts'
import { documentFile } from '../openapi/document.ts'
import { compare } from './diff.ts'
import type { Impact } from './meaning.ts'

type Node = Record<string, unknown>
type Seed = [name: string, expected: Impact | 'none', change: (document: Node) => void]

const charge = '/paths/~1o~1charges~1{chargeId}'
const orders = '/paths/~1o~1orders'
const schemas = '/components/schemas'

const seeds: Seed[] = [
  ['an operation removed', 'major', (d) => drop(d, '/paths', '/p/tenants/{tenantId}/services')],
  ['a method removed', 'major', (d) => drop(d, '/paths/~1o~1drafts~1{serviceId}~1{type}', 'delete')],
  [
    'a response field removed',
    'major',
    (d) => {
      drop(d, `${schemas}/Charge/properties`, 'title')
      makeOptional(d, `${schemas}/Charge`, 'title')
    },
  ],
  ['a response field made optional', 'major', (d) => makeOptional(d, `${schemas}/Charge`, 'title')],
  [
    'a required request field added',
    'major',
    (d) => {
      at(d, `${schemas}/Credentials/properties`).captcha = { type: 'string' }
      list(d, `${schemas}/Credentials`, 'required').push('captcha')
    },
  ],
  [
    'a required query parameter added',
    'major',
    (d) =>
      list(d, `${orders}/get`, 'parameters').push({
        name: 'year',
        in: 'query',
        required: true,
        schema: { type: 'integer' },
      }),
  ],
  ['a request enum narrowed', 'major', (d) => list(d, `${schemas}/AttachmentUpload/properties/purpose`, 'enum').pop()],
  ['a shared enum narrowed', 'major', (d) => list(d, `${schemas}/Locale`, 'enum').pop()],
  ['a response enum widened', 'major', (d) => list(d, `${schemas}/ChargeStatus`, 'enum').push('REFUNDED')],
  [
    'the type of a response field changed',
    'major',
    (d) => replace(d, `${schemas}/Charge/properties`, 'title', { type: 'integer' }),
  ],
  [
    'the type of a request field changed',
    'major',
    (d) => replace(d, `${schemas}/ProceedRequest/properties`, 'repayment', { type: 'string' }),
  ],
  [
    'a response field made nullable',
    'major',
    (d) => replace(d, `${schemas}/Charge/properties`, 'title', { type: ['string', 'null'] }),
  ],
  ['a success removed', 'major', (d) => drop(d, `${orders}/post/responses`, '202')],
  ['a problem removed', 'major', (d) => drop(d, `${orders}/post/responses`, '409')],
  [
    'a content type changed',
    'major',
    (d) => {
      const content = at(d, `${charge}/get/responses/200/content`)
      content['application/hal+json'] = content['application/json']
      delete content['application/json']
    },
  ],
  ['a response header removed', 'major', (d) => drop(d, '/paths/~1o~1profile/get/responses/200/headers', 'ETag')],
  ['a maximum tightened', 'major', (d) => replace(d, '/components/parameters/Limit/schema', 'maximum', 50)],
  ['an operation renamed', 'major', (d) => replace(d, `${charge}/get`, 'operationId', 'readCharge')],
  [
    'an operation added',
    'minor',
    (d) => {
      at(d, '/paths')['/o/receipts'] = {
        get: {
          operationId: 'listReceipts',
          tags: ['files'],
          summary: 'Receipts',
          responses: { 200: { description: 'Receipts.' } },
        },
      }
    },
  ],
  [
    'an optional response field added',
    'minor',
    (d) => replace(d, `${schemas}/Charge/properties`, 'note', { type: 'string' }),
  ],
  [
    'an optional request field added',
    'minor',
    (d) => replace(d, `${schemas}/Withdrawal/properties`, 'category', { type: 'string' }),
  ],
  ['a token needed', 'major', (d) => drop(d, '/paths/~1p~1tenants~1{tenantId}~1services/get', 'security')],
  [
    'a token needed by name',
    'major',
    (d) => replace(d, '/paths/~1p~1tenants~1{tenantId}~1services/get', 'security', [{ idToken: [] }]),
  ],
  ['a token no longer needed', 'minor', (d) => replace(d, `${charge}/get`, 'security', [])],
  ['a default changed', 'major', (d) => replace(d, '/components/parameters/Limit/schema', 'default', 5)],
  [
    'a default of a query changed',
    'major',
    (d) => replace(d, `${orders}/get/parameters/0/schema`, 'default', 'active'),
  ],
  [
    'a code added to a response',
    'major',
    (d) => list(d, '/components/responses/ActionNotAllowed', 'x-codes').push('SE_CH_0003'),
  ],
  ['a code removed from a response', 'patch', (d) => list(d, '/components/responses/OrderConflict', 'x-codes').pop()],
  [
    'a request enum widened',
    'minor',
    (d) => list(d, `${schemas}/AttachmentUpload/properties/purpose`, 'enum').push('other'),
  ],
  ['another base path', 'major', (d) => replace(d, '', 'servers', [{ url: '/portal/v2' }])],
  [
    'a 404 replaced by an empty success',
    'major',
    (d) => {
      const responses = at(d, `${charge}/get/responses`)
      responses['204'] = { description: 'No charge.' }
      delete responses['404']
    },
  ],
  [
    'a schema renamed',
    'patch',
    (d) => {
      const renamed = JSON.parse(
        JSON.stringify(d).replaceAll('/schemas/ChargeSummary"', '/schemas/ChargeOverview"'),
      ) as Node
      Object.assign(d, renamed)
      const all = at(d, schemas)
      all.ChargeOverview = all.ChargeSummary
      delete all.ChargeSummary
    },
  ],
  [
    'a parameter of a path renamed',
    'patch',
    (d) => {
      const paths = at(d, '/paths')
      for (const place of Object.keys(paths).filter((one) => one.includes('{chargeId}'))) {
        paths[place.replace('{chargeId}', '{id}')] = paths[place]
        delete paths[place]
      }
      replace(d, '/components/parameters/ChargeId', 'name', 'id')
    },
  ],
  ['a description changed', 'patch', (d) => replace(d, `${charge}/get`, 'description', 'Another one.')],
  ['nothing changed', 'none', () => undefined],
]

const folder = mkdtempSync(join(tmpdir(), 'seeds-'))
const missed: string[] = []
try {
  for (const [name, expected, change] of seeds) {
    const document = parse(readFileSync(documentFile, 'utf8')) as Node
    change(document)
    const file = join(folder, 'openapi.yaml')
    writeFileSync(file, stringify(document, { aliasDuplicateObjects: false }))
    const { bump } = compare(documentFile, file)
    if (bump !== expected) missed.push(`${name}: rated ${bump} instead of ${expected}`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log(`seeded changes rated correctly: ${seeds.length - missed.length}/${seeds.length}`)
for (const miss of missed) console.error(`  ${miss}`)
if (missed.length > 0) process.exitCode = 1

function at(document: Node, pointer: string): Node {
  const node = valueAt(document, pointer)
  if (typeof node !== 'object' || node === null)
    throw new Error(`The document has no ${pointer}: choose another place for the seed`)
  return node as Node
}

function list(document: Node, pointer: string, key: string): unknown[] {
  const value = at(document, pointer)[key]
  if (!Array.isArray(value))
    throw new Error(`The document has no list ${pointer}/${key}: choose another place for the seed`)
  return value
}

function drop(document: Node, pointer: string, key: string): void {
  if (!(key in at(document, pointer)))
    throw new Error(`The document has no ${pointer}/${key}: choose another place for the seed`)
  delete at(document, pointer)[key]
}

function makeOptional(document: Node, pointer: string, name: string): void {
  const required = list(document, pointer, 'required')
  required.splice(required.indexOf(name), 1)
}

function replace(document: Node, pointer: string, key: string, value: unknown): void {
  at(document, pointer)[key] = value
}
