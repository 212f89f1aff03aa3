import { randomUUID } from 'node:crypto'
import { createSandbox } from '../create-sandbox.ts'
import type { Sandbox } from '../create-sandbox.ts'
import { currentVersion, fixtureForms } from './fixture-forms.ts'

const origin = 'http://portal.test'
let formsDir: string | undefined

export type Reply = {
  status: number
  headers: Headers
  body: { [member: string]: unknown } & { [index: number]: unknown }
}

export type Caller = {
  send(method: string, path: string, body?: unknown, headers?: { [name: string]: string }): Promise<Reply>
  get(path: string): Promise<Reply>
  post(path: string, body?: unknown, key?: string): Promise<Reply>
}

/** A sandbox in memory with two small forms, and a new resident of minato-city who is signed in. */
export async function trySandbox(): Promise<{
  sandbox: Sandbox
  api: Caller
  userId: string
  email: string
  anonymous: Caller
}> {
  formsDir ??= fixtureForms()
  const sandbox = await createSandbox({ db: ':memory:', formsDir, origin, cardOrigin: 'http://card.test' })
  const anonymous = caller(sandbox, {})
  const { userId, email } = await newResident(sandbox)
  return { sandbox, anonymous, userId, email, api: await signedIn(sandbox, email) }
}

export async function newResident(sandbox: Sandbox, options: object = {}): Promise<{ userId: string; email: string }> {
  const response = await sandbox.fetch(
    new Request(`${origin}/_sandbox/users`, { method: 'POST', body: JSON.stringify(options) }),
  )
  return (await response.json()) as { userId: string; email: string }
}

export async function signedIn(sandbox: Sandbox, email: string): Promise<Caller> {
  const { idToken } = await sandbox.signIn(email, 'minato-city')
  return caller(sandbox, { Authorization: `Bearer ${idToken}` })
}

let keys = 0
export function newKey() {
  return `key-of-this-test-${String((keys += 1)).padStart(4, '0')}`
}

function caller(sandbox: Sandbox, always: { [name: string]: string }): Caller {
  const caller: Caller = {
    async send(method, path, body, headers = {}) {
      const isForm = body instanceof FormData
      const response = await sandbox.fetch(
        new Request(`${origin}/app/web${path}`, {
          method,
          headers: {
            ...always,
            ...(isForm || body === undefined ? {} : { 'Content-Type': 'application/json' }),
            ...headers,
          },
          ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
        }),
      )
      const text = response.type === 'error' ? '' : await response.text()
      const isJson = (response.headers.get('Content-Type') ?? '').includes('json') && text !== ''
      return {
        status: response.status,
        headers: response.headers,
        body: isJson ? (JSON.parse(text) as Reply['body']) : {},
      }
    },
    get: (path) => caller.send('GET', path),
    post: (path, body, key = newKey()) => caller.send('POST', path, body, { 'Idempotency-Key': key }),
  }
  return caller
}

/** An application for copies of the residence record: 300 yen each. */
export function withFee(copies = 1) {
  return {
    applicationId: randomUUID(),
    serviceId: 'residence-certificate',
    type: 'individual',
    formVersion: currentVersion,
    answers: { copy: { copies } },
    attachments: [],
    expectedTotal: 300 * copies,
    locale: 'ja',
  }
}

/** An application without a fee; another `topic` makes it a different one. */
export function withoutFee(topic = 'sleep') {
  return {
    applicationId: randomUUID(),
    serviceId: 'childcare-consultation',
    type: 'individual',
    formVersion: currentVersion,
    answers: { consultation: { topic } },
    attachments: [],
    locale: 'ja',
  }
}
