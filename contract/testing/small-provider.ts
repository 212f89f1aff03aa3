/**
 * A second provider, as an API team would write one: separate code that shares nothing with the sandbox, with some
 * operations. It tests the verification itself, which must pass if all is correct, and must fail with each defect.
 */
import { createHash, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Defect } from './defects.ts'
import { sampleFile, uploadIn, viewOf } from './small-files.ts'
import type { StoredFile, Upload } from './small-files.ts'
import { SmallTokens } from './small-tokens.ts'
import type { Owner } from './small-tokens.ts'
import { isRealDate } from '../../form-model/tokyo-date.ts'
import { isWorkingDay } from '../../form-model/working-days.ts'

export const smallProviderOperations = [
  'getTenantInfo',
  'listServices',
  'getCharge',
  'declineCharge',
  'proceedCharge',
  'listOrders',
  'submitOrder',
  'getOrder',
  'getSubmission',
  'listDrafts',
  'getDraft',
  'saveDraft',
  'deleteDraft',
  'uploadAttachment',
  'getAttachment',
  'deleteAttachment',
  'createAttachmentLink',
  'listFiles',
  'createFileLink',
  'downloadFile',
]
const keyOfAnother = 'key-of-another-application'
const statesPath = '/_pact/states'
export const smallPaymentHost = 'pay.example.jp'
/** That of `aozora-water`. */
export const otherPaymentHost = 'pay.water.example.jp'

type Json = Record<string, unknown>
type Charge = {
  chargeId: string
  orderId: string
  status: string
  total: number
  carriedOver?: number
  attempt?: { attemptId: string; state: string }
  /** Of another amount than the one that was read. */
  isChanged?: boolean
}
type Order = {
  orderId: string
  applicationId?: string
  serviceId: string
  type: string
  status: string
  submittedAt: string
  formVersion: string
  answers: unknown
  shippingAddress?: unknown
  cancelledAt?: string
  replacedBy?: { orderId: string; submittedAt: string }
  reapplyOf?: string | undefined
  paid?: number
  attachments: readonly StoredFile[]
}
type Download = Pick<StoredFile, 'name' | 'contentType' | 'bytes'>
type Link = { tenantId: string; isUsed: boolean; file: Download }
type Draft = { content: Json; tag: string; savedAt: string; isExpired?: boolean }
type Reply = { status: number; body?: Json | Json[]; file?: Download; headers?: Record<string, string> }
type User = {
  tenantId: string
  /** Whether applications are worked on later. */
  isSlow: boolean
  orders: Order[]
  charges: Charge[]
  drafts: Map<string, Draft>
  /** The answers to accepted requests by their key. */
  answered: Map<string, { hash: string; reply: Reply }>
  submissions: Map<string, Json>
  attachments: Map<string, StoredFile>
  /** The issued ones, the newest first. */
  files: { fileId: string; kind: string; orderId?: string }[]
}
type Call = {
  method: string
  path: string
  query: URLSearchParams
  headers: IncomingMessage['headers']
  body: Json
  upload: Upload | null
}

/** The parameters of a state. */
type Given = { [name: string]: string } & { orders?: Order[]; drafts?: Json[]; files?: User['files'] }

class Refusal extends Error {
  readonly reply: Reply
  constructor(status: number, code: string, more: Json = {}, headers: Record<string, string> = {}) {
    super(code)
    this.reply = { status, body: { title: code, status, code, ...more }, headers }
  }
}

const at = '2026-11-21T10:00:00+09:00'
const formVersion = '4f1c2ab09d3e'
const superseded = '000000000001'
const pdf = { name: '納付書.pdf', contentType: 'application/pdf', bytes: Buffer.from('%PDF-1.4\n%%EOF\n') }
const closed = ['FINISHED', 'CANCELLED_BY_USER', 'CANCELLED_BY_TENANT']
const states = ['WAITING_PAYMENT', 'NOT_STARTED', 'IN_PROCESS', ...closed]
const serviceNames = new Map([
  ['residence-certificate', '住民票の写しの交付請求'],
  ['childcare-consultation', '子育て相談の予約'],
])

export class SmallProvider {
  readonly #defects = new Set<Defect>()
  readonly #tokens = new SmallTokens()
  readonly #users = new Map<string, User>()
  readonly #links = new Map<string, Link>()
  /** Those of a provider that keeps the keys of all users together. */
  readonly #answeredToAll: User['answered'] = new Map()
  #tenants = new Map<string, Json>()
  readonly #closed = new Set<string>()
  /** The service that accepts no applications, or null. */
  #stopped: string | null = null
  /** Of all requests that are refused for now, or null. */
  #refusal: Refusal | null = null
  #count = 0
  #orders = 0
  /** No two saves have the same time. */
  #latestMs = 0
  readonly #server = createServer((request, response) => void this.#answer(request, response))

  /** @param port 0 for a free one */
  async start(port = 0): Promise<{ url: string; statesUrl: string }> {
    await new Promise<void>((resolve) => this.#server.listen(port, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
    return { url, statesUrl: `${url}${statesPath}` }
  }

  stop(): Promise<unknown> {
    return new Promise((resolve) => this.#server.close(resolve))
  }

  /** From now on the provider has these defects only. */
  breakBy(...defects: Defect[]): void {
    this.#defects.clear()
    this.#answeredToAll.clear()
    for (const defect of defects) this.#defects.add(defect)
  }

  #has(defect: Defect): boolean {
    return this.#defects.has(defect)
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', 'http://small')
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const { method = '', headers } = request
    const call: Call = { method, path: url.pathname, query: url.searchParams, headers, body: noBody, upload: null }
    try {
      const sent = Buffer.concat(chunks)
      if (sent.length > 100_000 && this.#has('bodies above 100 KB are refused')) throw new Refusal(413, 'SE_CO_0413')
      const contentType = headers['content-type'] ?? ''
      if (contentType.startsWith('multipart/')) await this.#readUpload(call, sent, contentType)
      else if (sent.length > 0 || (method !== 'GET' && this.#has('a missing body is an empty one')))
        call.body = this.#parsed(sent.toString() || '{}')
      this.#write(call, response, url.pathname === statesPath ? this.#setState(call.body) : this.#reply(call))
    } catch (error) {
      this.#write(call, response, this.#failure(error))
    }
  }

  /** The body of the call is what the upload means, without the boundary of its parts. */
  async #readUpload(call: Call, sent: Buffer<ArrayBuffer>, contentType: string): Promise<void> {
    if (sent.length > 1_000_000 && this.#has('files above 1 MB are refused')) throw new Refusal(413, 'SE_CO_0413')
    call.upload = await uploadIn(sent, contentType)
    if (call.upload === null) throw refusedField('/file', 'required')
    const { name, sha256, purpose } = call.upload
    call.body = {
      name,
      sha256,
      purpose,
      ...(this.#has('a repeated upload is compared by its bytes') ? { contentType } : {}),
    }
  }

  #parsed(text: string): Json {
    let body: unknown
    try {
      body = JSON.parse(text)
    } catch (error) {
      throw this.#has('a broken body is an unexpected error') ? error : refusedField('', 'type')
    }
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as Json
    throw this.#has('a body that is no object is an unexpected error') ? new TypeError() : refusedField('', 'type')
  }

  /** Refuses what the schema of the body does not have, and characters in its texts. */
  #checkBody({ body }: Call, operation: 'submitOrder' | 'saveDraft' | 'proceedCharge'): void {
    if (body === noBody) throw refusedField('', 'required')
    const others = Object.keys(body).filter((name) => !members[operation].split(' ').includes(name))
    if (others.length > 0 && !this.#has('unknown members are ignored'))
      throw refusedFields(
        others.map((name) => `/${name}`),
        'additionalProperties',
      )
    const mistyped = Object.entries(body).flatMap(([name, value]) => (isTyped(name, value) ? [] : `/${name}`))
    if (mistyped.length > 0 && this.#has('a member of another type is an unexpected error')) throw new TypeError()
    if (mistyped.length > 0) throw refusedFields(mistyped, 'type')
    const accepts = {
      direction: 'texts may change their direction',
      control: 'control characters are accepted',
    } as const
    const isSpared = operation === 'saveDraft' && this.#has('saveDraft accepts all characters')
    const wrong = textsIn(body).find(
      ({ text }) =>
        !isSpared &&
        ((text.includes('\u202e') && !this.#has(accepts.direction)) ||
          (text.includes('\u0007') && !this.#has(accepts.control))),
    )
    if (wrong !== undefined)
      throw refusedField(wrong.pointer, this.#has('a refused answer has another code') ? 'pattern' : 'characters')
  }

  #failure(error: unknown): Reply {
    if (!(error instanceof Refusal)) return { status: 500, body: { title: String(error) } }
    const { reply, stack } = error
    return this.#has('errors have a stack') ? { ...reply, body: { ...reply.body, detail: stack } } : reply
  }

  #write({ path, headers: sent }: Call, response: ServerResponse, { status, body, file, headers = {} }: Reply): void {
    const isPersonal = path.includes('/o/') ? !this.#has('answers may be stored') : file !== undefined
    const id = this.#has('the X-Request-Id is not repeated') ? 'another-id' : String(sent['x-request-id'])
    const { ETag: tag, Location: location, 'Retry-After': retryAfter, ...others } = headers
    response.sendDate = !this.#has('the header Date is missing')
    response.writeHead(status, {
      ...others,
      ...(tag === undefined ? {} : { ETag: this.#has('tags are weak') ? `W/${tag}` : tag }),
      ...(location === undefined || this.#has('the header Location is missing') ? {} : { Location: location }),
      ...(retryAfter === undefined || this.#has('the header Retry-After is missing')
        ? {}
        : { 'Retry-After': this.#changedWait(retryAfter) }),
      ...(this.#has('the X-Request-Id is missing') ? {} : { 'X-Request-Id': id }),
      ...(isPersonal && !(file !== undefined && this.#has('a downloaded file may be stored'))
        ? { 'Cache-Control': 'no-store' }
        : {}),
      ...(body === undefined ? {} : { 'Content-Type': this.#contentType(status) }),
      ...(file === undefined ? {} : this.#headersOf(file)),
    })
    if (file !== undefined) {
      response.end(this.#has('a download is sent as text') ? file.bytes.toString() : file.bytes)
      return
    }
    const text = body === undefined ? '' : JSON.stringify(body)
    const spaced = this.#has('times have a space') ? text.replaceAll(/(\d\d)T(\d\d:)/g, '$1 $2') : text
    response.end(this.#has('times have no offset') ? spaced.replaceAll('+09:00"', '"') : spaced)
  }

  #changedWait(seconds: string): string {
    if (this.#has('Retry-After has a unit')) return `${seconds}s`
    if (this.#has('Retry-After is no wait')) return '0'
    return this.#has('Retry-After is a day') ? '86400' : seconds
  }

  #headersOf({ name, contentType }: Download): Record<string, string> {
    const shown = this.#has('a download has no name') ? '' : `; filename*=UTF-8''${encodeURIComponent(name)}`
    const kind = this.#has('a download is shown in the browser') ? 'inline' : 'attachment'
    return { 'Content-Type': contentType, 'Content-Disposition': `${kind}${shown}` }
  }

  #contentType(status: number): string {
    if (this.#has('answers are not declared as JSON')) return 'text/plain'
    return status >= 400 ? 'application/problem+json' : 'application/json'
  }

  #reply(call: Call): Reply {
    const { method, path } = call
    const tenant = /^\/app\/web\/p\/tenants\/([^/]+)\/info$/.exec(path)?.[1]
    if (method === 'GET' && tenant !== undefined) return this.#tenantInfo(tenant)
    const [, publicTenant] = /^\/app\/web\/p\/tenants\/([^/]+)\//.exec(path) ?? []
    if (publicTenant !== undefined) this.#refuseClosed(publicTenant)
    if (method === 'GET' && path === '/app/web/p/tenants/minato-city/services') return this.#listServices(call)
    const [, charge = '', action] = /^\/app\/web\/o\/charges\/([^/]+)(?:\/(decline|proceed))?$/.exec(path) ?? []
    const [, order = ''] = /^\/app\/web\/o\/orders\/([^/]+)$/.exec(path) ?? []
    const [, submission = ''] = /^\/app\/web\/o\/submissions\/([^/]+)$/.exec(path) ?? []
    const [, draft = ''] = /^\/app\/web\/o\/drafts\/([^/]+\/[^/]+)$/.exec(path) ?? []
    const [, file = ''] = /^\/app\/web\/o\/files\/([^/]+)\/link$/.exec(path) ?? []
    const [, owner = '', link = ''] = /^\/app\/web\/p\/tenants\/([^/]+)\/files\/([^/]+)$/.exec(path) ?? []
    const [, attachment = '', toLink] = /^\/app\/web\/o\/attachments\/([^/]+)(\/link)?$/.exec(path) ?? []
    for (const id of [charge, order, submission, ...draft.split('/'), file, link, attachment])
      if (!/^(?:[A-Za-z0-9](?:[\w-]{0,62}[A-Za-z0-9])?)?$/.test(id))
        throw this.#has('a malformed id is an unexpected error') ? new TypeError() : new Refusal(404, 'SE_CO_0404')
    if (path === '/app/web/o/attachments') return this.#uploadAttachment(call)
    if (attachment !== '')
      return toLink === undefined ? this.#attachment(call, attachment) : this.#createAttachmentLink(call, attachment)
    if (path === '/app/web/o/files') return this.#listFiles(call)
    if (file !== '') return this.#createFileLink(call, file)
    if (link !== '') return this.#downloadFile(owner, link)
    if (charge !== '' && action === undefined) return this.#getCharge(call, charge)
    if (action === 'decline') return this.#declineCharge(call, charge)
    if (action === 'proceed') return this.#proceedCharge(call, charge)
    if (order !== '') return this.#getOrder(call, order)
    if (submission !== '') return this.#getSubmission(this.#userOf(call, 'getSubmission'), submission)
    if (draft !== '') return this.#draft(call, draft)
    if (path === '/app/web/o/orders') return method === 'POST' ? this.#submitOrder(call) : this.#listOrders(call)
    if (path === '/app/web/o/drafts') return this.#listDrafts(call)
    throw new Refusal(404, 'SE_CO_0404')
  }

  #userOf({ headers }: Call, operation: string): User {
    const [, token = ''] = /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? []
    const owner = this.#ownerOf(token, operation)
    if (owner === null) throw new Refusal(401, 'SE_CO_0401')
    const ignoresTenant =
      this.#has('the tenant of the token is ignored') ||
      (operation.endsWith('Draft') && this.#has('drafts are those of a user id, whatever the tenant is'))
    const tenantId = ignoresTenant ? 'minato-city' : owner.tenantId
    const user = this.#users.get(`${tenantId}__${owner.userId}`)
    if (user === undefined) throw new Refusal(401, 'SE_AC_0002')
    this.#refuseClosed(tenantId)
    return user
  }

  #ownerOf(token: string, operation: string): Owner | null {
    const accepting = ['getDraft', 'getCharge', 'listOrders', 'submitOrder'] as const
    if (accepting.some((name) => name === operation && this.#has(`${name} accepts any token`)))
      return { tenantId: 'minato-city', userId: 'pact-user' }
    const read = this.#tokens.read(token)
    if (read === null) return null
    const { owner, invalid } = read
    const isForgiven =
      invalid === null ||
      (invalid === 'expired' && this.#has('expired tokens are accepted')) ||
      (invalid === 'another client' && this.#has('tokens of another client are accepted')) ||
      (invalid === 'an access token' && this.#has('access tokens are accepted'))
    return isForgiven ? owner : null
  }

  /** Answers a repeated request as the first one. */
  #once(call: Call, user: User, isKeyed: boolean, work: () => Reply): Reply {
    const key = call.headers['idempotency-key']
    if (!isKeyed) return work()
    if (typeof key !== 'string') throw refusedField('/Idempotency-Key', 'required')
    if (key.length < 16 && !this.#has('keys of any form are accepted'))
      throw refusedField('/Idempotency-Key', 'pattern')
    const place = this.#has('a key is that of any address') ? '' : call.path
    const hash = createHash('sha256')
      .update(`${place} ${JSON.stringify(call.body)}`)
      .digest('hex')
    const answered = this.#has('keys are those of all users') ? this.#answeredToAll : user.answered
    const earlier = answered.get(key)
    if (earlier !== undefined) {
      if (earlier.hash !== hash && !this.#has('a key is accepted with another body'))
        throw new Refusal(422, 'SE_CO_0422')
      return this.#repeated(earlier.reply)
    }
    if (this.#has('a refused request binds its key')) answered.set(key, { hash, reply: { status: 422 } })
    const reply = work()
    answered.set(key, { hash, reply })
    return reply
  }

  #repeated(reply: Reply): Reply {
    const { charge, ...withoutCharge } = Object(reply.body) as Json
    if (charge !== undefined && this.#has('a repeated application is answered without its charge'))
      return { ...reply, body: withoutCharge }
    if ('url' in withoutCharge && this.#has('a repeated payment has another page'))
      return { ...reply, body: { ...withoutCharge, url: `https://${smallPaymentHost}/${this.#newId('again')}` } }
    return reply
  }

  #refuseClosed(tenantId: string): void {
    if (tenantId === 'yume-suspended' && this.#has('the state of a tenant counts for its info only')) return
    if (tenantId === 'hoshi-disabled' && this.#has('a tenant without the web application is open')) return
    if (this.#closed.has(tenantId)) throw new Refusal(503, 'SE_CO_0503', {}, retryAfter)
  }

  /** With the defect the effect comes later than the answer, as with a queue or a second database. */
  #store(defect: Defect, effect: () => void, isAffected = true): void {
    if (isAffected && this.#has(defect)) setTimeout(effect, 20)
    else effect()
  }

  #tenantInfo(tenantId: string): Reply {
    if (this.#refusal !== null) throw this.#refusal
    const tenant = this.#tenants.get(tenantId)
    if (tenant === undefined) throw new Refusal(404, 'SE_CO_0404')
    return { status: 200, body: { tenantId, ...tenant } }
  }

  #listServices(call: Call): Reply {
    const isStopped = (id: string) => id === this.#stopped && !this.#has('a stopped service is open in the list')
    const isOld = this.#has('the list of services has an old version of a form')
    const suffix = this.#has('the list of services has other names') ? '（旧）' : ''
    const services = [...serviceNames.keys()].map((serviceId) => ({
      serviceId,
      name: `${this.#nameOf(serviceId, call, 'listServices')}${suffix}`,
      summary: '',
      category: '',
      acceptance: { state: isStopped(serviceId) ? 'CLOSED' : 'OPEN' },
      fee: serviceId === 'residence-certificate' ? { kind: 'FIXED', amount: 300 } : { kind: 'NONE' },
      needsShipping: false,
      forms: [{ type: 'individual', title: '', formVersion: isOld ? superseded : formVersion }],
    }))
    return { status: 200, body: services }
  }

  #nameOf(
    serviceId: string,
    { headers }: Call,
    operation: 'listServices' | 'listOrders' | 'getOrder' | 'listDrafts',
  ): string {
    const [first = ''] = String(headers['accept-language']).split(
      this.#has('a list of languages is not understood') ? ';' : ',',
    )
    const isUnknown = !/^(?:ja|en)/.test(first) && this.#has('names are in English for unknown languages')
    const isEnglish = /^en(?:-US)?$/.test(first) || isUnknown || this.#has('names are in English')
    const isFixed = this.#has(`${operation} names services in Japanese only`)
    return (isEnglish && !isFixed ? serviceId : serviceNames.get(serviceId)) ?? ''
  }

  #chargeOf(user: User, chargeId: string): Charge {
    const charge = user.charges.find((one) => one.chargeId === chargeId)
    if (charge === undefined) throw new Refusal(404, 'SE_CO_0404')
    return charge
  }

  #getCharge(call: Call, chargeId: string): Reply {
    const user = this.#userOf(call, 'getCharge')
    const all = this.#has('getCharge shows the charges of others') ? [...this.#users.values()] : [user]
    const charge = all.flatMap(({ charges }) => charges).find((one) => one.chargeId === chargeId)
    if (charge === undefined) throw new Refusal(404, 'SE_CO_0404')
    charge.isChanged = false
    const view = this.#chargeView(charge)
    const title = this.#has('a charge is titled in two ways') ? { title: '料金' } : {}
    return { status: 200, body: { ...view, ...title } }
  }

  #declineCharge(call: Call, chargeId: string): Reply {
    const user = this.#userOf(call, 'declineCharge')
    return this.#once(call, user, !this.#has('declineCharge ignores the key'), () => {
      const charge = this.#chargeOf(user, chargeId)
      if (charge.status === 'PAID') throw new Refusal(409, 'SE_CH_0001')
      if (charge.attempt?.state === 'PROCESSING') throw new Refusal(409, 'SE_CH_0003')
      const { attempt } = charge
      const ended = attempt === undefined ? {} : { attempt: { ...attempt, state: 'CANCELLED' } }
      const declined = { ...charge, status: 'CANCELLED', ...ended }
      if (!this.#has('declineCharge stores nothing')) {
        Object.assign(charge, declined)
        const order = user.orders.find(({ orderId }) => orderId === charge.orderId)
        const isLogged = !this.#has('the timeline lacks the cancellation')
        const cancelled = { status: 'CANCELLED_BY_USER', ...(isLogged ? { cancelledAt: this.#now() } : {}) }
        if (order !== undefined) Object.assign(order, cancelled)
      }
      return { status: 200, body: this.#chargeView(declined) }
    })
  }

  #proceedCharge(call: Call, chargeId: string): Reply {
    const user = this.#userOf(call, 'proceedCharge')
    this.#checkBody(call, 'proceedCharge')
    return this.#once(call, user, !this.#has('proceedCharge ignores the key'), () => {
      const charge = this.#chargeOf(user, chargeId)
      if (charge.status === 'PAID') throw new Refusal(409, 'SE_CH_0001')
      if (charge.status === 'CANCELLED') throw new Refusal(409, 'SE_CH_0002')
      const { attempt } = charge
      if (attempt?.state === 'STARTED' || attempt?.state === 'PROCESSING')
        throw new Refusal(409, 'SE_CH_0003', { attempt: this.#handOff(attempt.attemptId) })
      if (charge.isChanged !== undefined && this.#has('a changed amount is never paid')) charge.isChanged = true
      if (charge.isChanged === true) throw new Refusal(422, 'SE_CH_0005')
      const attemptId = this.#newId('PA')
      if (!this.#has('proceedCharge stores no attempt'))
        this.#store('proceedCharge stores its attempt later', () => {
          charge.attempt = { attemptId, state: 'STARTED' }
        })
      return { status: 200, body: this.#handOff(attemptId) }
    })
  }

  #handOff(attemptId: string): Json {
    const scheme = this.#has('the payment page is not encrypted') ? 'http' : 'https'
    const minutes = this.#has('the payment page ends after a minute')
      ? 1
      : this.#has('the payment page ends after a week')
        ? 10_080
        : 30
    const host = this.#has('the payment page is on a foreign host')
      ? 'pay.example.com'
      : this.#has('the payment page is on the host of another tenant')
        ? otherPaymentHost
        : smallPaymentHost
    return { attemptId, method: 'GET', url: `${scheme}://${host}/${attemptId}`, expiresAt: inDays(minutes / 1440) }
  }

  #submitOrder(call: Call): Reply {
    const user = this.#userOf(call, 'submitOrder')
    if (this.#refusal !== null) {
      if (this.#has('a refused application is created while the API is down')) this.#newOrder(user, call)
      throw this.#refusal
    }
    this.#checkBody(call, 'submitOrder')
    const ignoresKey = call.headers['idempotency-key'] === undefined && this.#has('submitOrder needs no key')
    const isKeyed = !ignoresKey && !this.#has('a key creates an order at each request')
    const reply = this.#once(call, user, isKeyed, () => this.#newOrder(user, call))
    return reply.status === 201 && this.#has('a created order is answered with 200') ? { ...reply, status: 200 } : reply
  }

  #newOrder(user: User, { body, headers }: Call): Reply {
    const sent = body as { [name: string]: string } & { answers: Json; expectedTotal?: number }
    const { serviceId = '', type = '', applicationId = '' } = sent
    const before = user.orders.find((order) => order.applicationId === applicationId)
    const repeats =
      this.#has('an application becomes two orders with two keys') ||
      this.#has('a key creates an order at each request')
    if (before !== undefined && !repeats) throw new Refusal(409, 'SE_AP_0006', { orderId: before.orderId })
    if (serviceId === this.#stopped) throw new Refusal(410, 'SE_AP_0001')
    const isSuperseded = sent.formVersion === superseded
    if (isSuperseded && !this.#has('a superseded form version is accepted')) throw new Refusal(409, 'SE_AP_0003')
    const isKnown = isSuperseded || sent.formVersion === formVersion
    if (!isKnown && !this.#has('an unknown form version is accepted')) throw new Refusal(404, 'SE_AP_0002')
    if (this.#has('submitOrder compares tags first')) this.#refuseOtherDraft(user, `${serviceId}/${type}`, headers)
    const hasFee = serviceId === 'residence-certificate'
    const steps = hasFee ? ['applicant', 'certificate', 'delivery', 'consent'] : ['booking']
    const missing = steps.filter((name) => !(name in sent.answers)).map((name) => `/answers/${name}`)
    const named = this.#has('one refused answer is named') ? missing.slice(0, 1) : missing
    if (missing.length > 0 && !this.#has('missing answers are accepted')) throw refusedFields(named, 'required')
    const isUnknown = Object.keys(sent.answers).some((step) => ![...steps, 'consultation'].includes(step))
    if (isUnknown && !this.#has('unknown answers are accepted')) throw refusedField('/answers', 'additionalProperties')
    const name = familyNameIn(sent.answers)
    if (name.trim() === '' && !this.#has('blank answers are accepted'))
      throw refusedField(familyNamePointer, this.#has('a refused answer has another code') ? 'minLength' : 'required')
    const day = dayIn(sent.answers)
    if (day !== null && !this.#isOpen(day)) throw refusedField('/answers/booking/date', 'working-day')
    const paid = sent.reapplyOf === undefined ? 0 : this.#paidBefore(user, sent.reapplyOf)
    const attachments = this.#filesNamed(user, [body.attachments ?? []].flat().map(String))
    const isDelivered = hasFee && !this.#has('a delivery needs no address')
    const isMissing = isDelivered && sent.shippingAddress === undefined
    if (isMissing && !this.#has('a missing address is refused by its parts'))
      throw refusedField('/shippingAddress', 'required')
    const parts = Object(sent.shippingAddress ?? (isMissing ? {} : { recipient: '', phone: '', address: {} })) as Json
    const lacking = ['recipient', 'phone', 'address'].filter((part) => !(part in parts))
    if (lacking.length > 0 && !this.#has('an incomplete address is accepted'))
      throw refusedFields(
        lacking.map((part) => `/shippingAddress/${part}`),
        'required',
      )
    const total = Math.max(0, (hasFee ? 710 : 0) - paid)
    const isForgiven =
      this.#has('a changed amount is accepted') ||
      (sent.expectedTotal === undefined && this.#has('a missing amount is accepted')) ||
      (Number(sent.expectedTotal) < total && this.#has('an amount that is too low is accepted'))
    if (total !== (sent.expectedTotal ?? 0) && !isForgiven) throw new Refusal(422, 'SE_AP_0005')
    const place = `${serviceId}/${type}`
    this.#refuseOtherDraft(user, place, headers)
    const key = String(headers['idempotency-key'])
    if (user.isSlow && !this.#has('a late application is answered as a created one')) return this.#later(user, key)
    const order: Order = {
      orderId: this.#newId('OR'),
      applicationId,
      serviceId,
      type,
      status: total > 0 ? 'WAITING_PAYMENT' : 'NOT_STARTED',
      submittedAt: this.#now(),
      formVersion,
      answers: this.#stored(sent.answers),
      ...(this.#storesAddress(hasFee) ? { shippingAddress: sent.shippingAddress } : {}),
      attachments: this.#has('submitOrder loses the files') ? [] : attachments,
      ...(this.#has('submitOrder forgets what it replaces') ? {} : { reapplyOf: sent.reapplyOf }),
    }
    for (const file of attachments) file.orderId = order.orderId
    const charge: Charge = { chargeId: this.#newId('CH'), orderId: order.orderId, status: 'WAITING', total }
    const isThird = (this.#orders += 1) % 3 === 0
    if (!this.#has('submitOrder stores no order'))
      this.#store('submitOrder stores each third order later', () => user.orders.unshift(order), isThird)
    if (total > 0) user.charges.push(charge)
    if (!this.#has('submitOrder keeps the draft')) user.drafts.delete(place)
    if (this.#has('submitOrder deletes every draft')) user.drafts.clear()
    const view = {
      orderId: order.orderId,
      receiptNumber: receiptNumberOf(order),
      status: order.status,
      ...(total > 0 ? { charge: this.#chargeSummary(charge) } : {}),
    }
    const { charge: _, ...withoutCharge } = view
    user.submissions.set(key, {
      state: 'DONE',
      order: this.#has('the outcome of a submission lacks its charge') ? withoutCharge : view,
    })
    const located = this.#has('the Location is that of another order') ? 'OR-other' : order.orderId
    return { status: 201, body: view, headers: { Location: `http://${headers.host}/app/web/o/orders/${located}` } }
  }

  #refuseOtherDraft({ drafts }: User, place: string, headers: Call['headers']): void {
    if (drafts.get(place)?.tag !== headers['if-match'] && !this.#has('submitOrder ignores If-Match'))
      throw new Refusal(412, 'SE_CO_0412')
  }

  #later({ submissions }: User, key: string): Reply {
    const body = { state: 'PROCESSING' }
    if (!this.#has('the outcome of a late application is unknown')) submissions.set(key, body)
    const located = this.#has('a late application has the address of another one') ? keyOfAnother : key
    return {
      status: this.#has('a late application is answered with a redirect') ? 302 : 202,
      body,
      headers: { Location: `/app/web/o/submissions/${located}`, 'Retry-After': '2' },
    }
  }

  /** With the application that is corrected. */
  #paidBefore({ orders }: User, reapplyOf: string): number {
    const isOfAll = this.#has('the returned application of another user is corrected')
    const known = isOfAll ? [...this.#users.values()].flatMap((one) => one.orders) : orders
    const order = known.find(({ orderId }) => orderId === reapplyOf)
    const isReturned =
      order?.status === 'CANCELLED_BY_TENANT' || this.#has('an application that was not returned is corrected')
    const isReplaced =
      orders.some((one) => one.reapplyOf === reapplyOf && one.status !== 'CANCELLED_BY_USER') &&
      !this.#has('a returned application is corrected twice')
    const fits = order === undefined ? this.#has('an unknown application is corrected') : isReturned && !isReplaced
    if (!fits) throw refusedField('/reapplyOf', 'reapplyOf')
    return order?.paid ?? 0
  }

  /** Of an application that asks for a delivery, or with the defect of the other ones. */
  #storesAddress(isDelivered: boolean): boolean {
    if (this.#has('submitOrder stores no address')) return false
    return isDelivered || this.#has('an address is stored without a delivery')
  }

  #dueAt(): string {
    return this.#has('a charge is due after an hour') ? inDays(1 / 24) : `${inDays(7).slice(0, 10)}T23:59:59+09:00`
  }

  #isOpen(day: string): boolean {
    const weekday = new Date(day).getUTCDay()
    const isWeekend = weekday === 0 || weekday === 6
    if (isWeekend) return this.#has('a booking on a Sunday is accepted')
    return isWorkingDay(day) || this.#has('a booking on a holiday is accepted')
  }

  #stored(answers: Json): Json {
    if (this.#has('submitOrder changes characters')) return normalized(answers)
    if (this.#has('submitOrder composes characters')) return normalized(answers, 'NFC')
    return this.#has('submitOrder trims answers') ? trimmed(answers) : answers
  }

  #getOrder(call: Call, orderId: string): Reply {
    const user = this.#userOf(call, 'getOrder')
    const order = user.orders.find(
      (one) =>
        one.orderId === orderId ||
        (this.#has('ids are compared without case') && one.orderId.toLowerCase() === orderId.toLowerCase()),
    )
    if (order === undefined) throw new Refusal(404, 'SE_CO_0404')
    const { formVersion: version, status, submittedAt, cancelledAt } = order
    const isOld = this.#has('the application of a declined charge has the old one')
    const lines = this.#has('an application shows another amount of its charge') ? { total: 10 } : {}
    const charges = user.charges
      .filter((charge) => charge.orderId === orderId)
      .map((one) => this.#chargeView({ ...one, ...(isOld ? { status: 'WAITING' } : {}), ...lines }))
    const entry = (time: string, state: string) => ({ at: time, status: state, actor: 'USER' })
    const first = status === 'CANCELLED_BY_USER' ? 'WAITING_PAYMENT' : status
    const entries = [entry(submittedAt, first), ...(cancelledAt === undefined ? [] : [entry(cancelledAt, status)])]
    const timeline = this.#has('the timeline begins with its newest entry') ? entries.toReversed() : entries
    const attachments = order.attachments.map((one) =>
      this.#has('an application shows another size of its file') ? { ...viewOf(one), size: 1 } : viewOf(one),
    )
    const files = this.#filesOf(user).filter((one) => one.orderId === orderId)
    const { answers, shippingAddress, replacedBy, reapplyOf } = order
    const stored = { formVersion: version, answers, shippingAddress, replacedBy, reapplyOf }
    const others = { attachments, timeline, charges, files }
    const other = this.#has('getOrder answers with another order') ? { orderId: 'OR-other' } : {}
    return {
      status: 200,
      body: {
        ...this.#summary(user, order, this.#nameOf(order.serviceId, call, 'getOrder')),
        ...stored,
        ...others,
        ...other,
      },
    }
  }

  #getSubmission(user: User, key: string): Reply {
    const submission = user.submissions.get(key)
    if (submission === undefined) throw new Refusal(404, 'SE_CO_0404')
    return { status: 200, body: submission }
  }

  #listOrders(call: Call): Reply {
    const user = this.#userOf(call, 'listOrders')
    const { query } = call
    const [scope, serviceId, from, to, q] = ['scope', 'serviceId', 'from', 'to', 'q'].map((name) => query.get(name))
    const status = query.getAll('status')
    const isDay = (text: string | null | undefined) => typeof text !== 'string' || isRealDate(text)
    for (const [pointer, code, fits, defect] of [
      ['/scope', 'enum', ['active', 'closed', 'all'].includes(scope ?? 'all'), 'unknown scopes are accepted'],
      ['/status', 'enum', status.every((one) => states.includes(one)), 'unknown states are accepted'],
      ['/from', 'format', isDay(from), 'days that do not exist are accepted'],
      ['/to', 'format', isDay(to), 'days that do not exist are accepted'],
    ] as const)
      if (!fits && !this.#has(defect)) throw refusedField(pointer, code)
    const ignores = (name: 'status' | 'service' | 'scope' | 'day') => this.#has(`the filter by ${name} is ignored`)
    const forgets = query.has('cursor') && this.#has('the next page forgets the filter')
    const isOfAll = query.has('q') && this.#has('a search finds the applications of others')
    const found = (isOfAll ? [...this.#users.values()].flatMap(({ orders }) => orders) : user.orders)
      .filter((one) => status.length === 0 || ignores('status') || status.includes(one.status))
      .filter((one) => serviceId === null || forgets || ignores('service') || one.serviceId === serviceId)
      .filter(
        (one) =>
          scope === null || scope === 'all' || ignores('scope') || closed.includes(one.status) === (scope === 'closed'),
      )
      .filter(({ submittedAt }) => ignores('day') || from === null || this.#dayOf(submittedAt) >= String(from))
      .filter(({ submittedAt }) => ignores('day') || to === null || this.#dayOf(submittedAt) <= String(to))
      .filter(
        (one) =>
          q === null ||
          this.#has('the search is ignored') ||
          (q === '%' && this.#has('a search reads % as any text')) ||
          receiptNumberOf(one).includes(String(q)) ||
          (one.serviceId.includes(String(q)) && !this.#has('a search knows Japanese names only')) ||
          serviceNames.get(one.serviceId)?.includes(String(q)),
      )
    const repeated = this.#has('a list has an application twice') ? [...found, ...found] : found
    const ordered = this.#has('the oldest application is first') ? found.toReversed() : repeated
    return this.#page(
      ordered.map((order) =>
        this.#listed(this.#summary(user, order, this.#nameOf(order.serviceId, call, 'listOrders'))),
      ),
      query,
      'orderId',
    )
  }

  /** With the defects of a list that has a table of its own. */
  #listed(summary: Json): Json {
    const { charge, ...withoutCharge } = summary
    return {
      ...withoutCharge,
      ...(charge === undefined || this.#has('the list of applications lacks their charges') ? {} : { charge }),
      ...(this.#has('the list of applications has other receipt numbers') ? { receiptNumber: 'S-0' } : {}),
      ...(this.#has('the list of applications has an old state') ? { status: 'NOT_STARTED' } : {}),
      ...(this.#has('the list of applications offers no payment') ? { allowedActions: [] } : {}),
    }
  }

  #dayOf(time: string): string {
    return (this.#has('a day of a filter is one of UTC') ? new Date(time).toISOString() : time).slice(0, 10)
  }

  /** The cursor names the last item of the page before. */
  #page(items: Json[], query: URLSearchParams, id: string): Reply {
    const parameters = [...query.keys()]
    if (parameters.includes('future') && this.#has('unknown parameters are refused'))
      throw refusedField('/future', 'additionalProperties')
    const limit = Number(query.get('limit') ?? 20)
    if (!Number.isInteger(limit)) {
      if (this.#has('a limit that is no number is an unexpected error')) throw new TypeError()
      throw refusedField('/limit', 'type')
    }
    if (this.#has('the limit is ignored')) return { status: 200, body: { items, nextCursor: null } }
    if (limit < 1 || (limit > 100 && !this.#has('limits above 100 are accepted')))
      throw refusedField('/limit', limit < 1 ? 'minimum' : 'maximum')
    const cursor = query.get('cursor')
    if (this.#has('a cursor is a time')) {
      const rest = items.filter(({ submittedAt }) => cursor === null || String(submittedAt) < cursor)
      const next = rest.length > limit ? String(rest[limit - 1]?.submittedAt) : null
      return { status: 200, body: { items: rest.slice(0, limit), nextCursor: next } }
    }
    const isNumber = this.#has('a cursor is a number')
    const isUnknown = cursor !== null && items.every((item) => item[id] !== cursor)
    if (isUnknown && !isNumber && !this.#has('an unknown cursor is the first page'))
      throw refusedField('/cursor', 'format')
    const start = isNumber ? Number(cursor ?? 0) : items.findIndex((item) => item[id] === cursor) + 1
    const end = start + limit
    const isLast = end >= items.length && !this.#has('the last page has a next one')
    const next = isNumber ? String(end) : String(items[end - 1]?.[id])
    return { status: 200, body: { items: items.slice(start, end), nextCursor: isLast ? null : next } }
  }

  #listDrafts(call: Call): Reply {
    const user = this.#userOf(call, 'listDrafts')
    const isByFirstSave = this.#has('drafts are in the order of their first save')
    const newest = [...user.drafts]
      .toReversed()
      .filter(([, { isExpired }]) => isExpired !== true || this.#has('an expired draft is in the list'))
      .toSorted(([, one], [, other]) => (isByFirstSave ? 0 : other.savedAt.localeCompare(one.savedAt)))
    const isLater = this.#has('the list of drafts has the time of its answer')
    const drafts = newest.map(([place, { content, savedAt }]) => ({
      serviceId: place.split('/')[0],
      serviceName: this.#nameOf(place.split('/')[0] ?? '', call, 'listDrafts'),
      type: place.split('/')[1],
      formVersion: content.formVersion,
      step: this.#has('the list of drafts forgets the step') ? undefined : content.step,
      savedAt: isLater ? inDays(1) : savedAt,
      expiresAt: this.#endOfDraft(isLater ? inDays(1) : savedAt),
    }))
    return this.#page(drafts, call.query, 'serviceId')
  }

  #draft(call: Call, place: string): Reply {
    const { method, body, headers, query } = call
    const operation = { GET: 'getDraft', PUT: 'saveDraft', DELETE: 'deleteDraft' }[method] ?? ''
    if (this.#has('deleteDraft compares tags before it checks the token')) this.#checkDeletion(call)
    const user = this.#userOf(call, operation)
    this.#checkDeletion(call)
    const stored = user.drafts.get(place)
    const named = String(method === 'DELETE' ? query.get('applicationId') : body.applicationId)
    const sent = user.orders.find(({ applicationId }) => applicationId !== undefined && applicationId === named)
    const isForgotten = this.#has('saveDraft forgets what was sent') && method === 'PUT'
    if (method === 'PUT') this.#checkBody(call, 'saveDraft')
    if (method !== 'GET' && sent !== undefined && !isForgotten)
      throw new Refusal(409, 'SE_AP_0006', { orderId: sent.orderId })
    const [serviceId = '', type = ''] = place.split('/')
    if (method === 'PUT' && headers['if-match'] !== stored?.tag && this.#has('saveDraft compares tags first'))
      throw new Refusal(412, 'SE_CO_0412')
    if (method === 'PUT' && !serviceNames.has(serviceId)) throw new Refusal(404, 'SE_CO_0404')
    const isKnown =
      [formVersion, superseded].includes(String(body.formVersion)) || this.#has('saveDraft accepts any form version')
    if (method === 'PUT' && !(isKnown && type === 'individual')) throw new Refusal(404, 'SE_AP_0002')
    if (method === 'PUT' && body.formVersion === superseded && this.#has('saveDraft refuses superseded versions'))
      throw new Refusal(409, 'SE_AP_0003')
    if (method === 'PUT') return this.#saveDraft(user, place, call)
    const isNone = stored?.isExpired === true && method === 'DELETE' && !this.#has('an expired draft may be deleted')
    if (stored === undefined || isNone) throw new Refusal(404, 'SE_CO_0404')
    if (method === 'DELETE') {
      const isOther = stored.content.applicationId !== named && this.#has('deleteDraft refuses another device')
      const given = headers['if-match'] ?? (this.#has('deleteDraft needs no If-Match') ? stored.tag : undefined)
      const fits = !isOther && stored.tag === given && !this.#has('deleteDraft refuses the right If-Match')
      if (!fits && !this.#has('deleteDraft ignores If-Match')) throw new Refusal(412, 'SE_CO_0412')
      if (!this.#has('deleteDraft deletes nothing')) user.drafts.delete(place)
      for (const { attachmentId, heldBy } of user.attachments.values())
        if (heldBy === place && !this.#has('deleteDraft keeps the files')) user.attachments.delete(attachmentId)
      return { status: 204 }
    }
    if (stored.isExpired === true) throw new Refusal(410, 'SE_DR_0001')
    const times = { savedAt: stored.savedAt, expiresAt: this.#endOfDraft(stored.savedAt) }
    return { status: 200, body: { serviceId, type, ...stored.content, ...times }, headers: { ETag: stored.tag } }
  }

  /** What a request lacks is refused before what is stored is compared. */
  #checkDeletion({ method, headers, query }: Call): void {
    if (method !== 'DELETE') return
    const needsTag = !this.#has('deleteDraft needs no If-Match') && !this.#has('deleteDraft ignores If-Match')
    if (needsTag && headers['if-match'] === undefined) throw new Refusal(412, 'SE_CO_0412')
    if (!query.has('applicationId') && !this.#has('deleteDraft needs no application'))
      throw refusedField('/applicationId', 'required')
  }

  #saveDraft(user: User, place: string, { body, headers }: Call): Reply {
    const before = user.drafts.get(place)
    const given = headers['if-match']
    const isBlocked = given !== undefined || this.#has('an expired draft blocks the next one')
    if (before?.isExpired === true && isBlocked) throw new Refusal(410, 'SE_DR_0001')
    const stored = before?.isExpired === true ? undefined : before
    const isListed = this.#has('saveDraft takes a list of tags') && given?.split(/, */).includes(stored?.tag ?? '*')
    const fits =
      (given === stored?.tag || isListed === true) &&
      !(given !== undefined && this.#has('saveDraft refuses the right If-Match'))
    const forgives =
      given === undefined
        ? this.#has('saveDraft without If-Match replaces a draft')
        : this.#has('saveDraft ignores If-Match')
    if (!fits && !forgives) throw new Refusal(412, 'SE_CO_0412')
    const isCounted = this.#has('tags begin again after a deletion')
    const next = isCounted ? `"${Number(stored?.tag.slice(1, -1) ?? 0) + 1}"` : `"${this.#newId('v')}"`
    const tag = this.#has('a tag never changes') && stored !== undefined ? stored.tag : next
    const { answers, formVersion: version, applicationId, step } = body
    const stripped = this.#has('saveDraft stores only answers')
      ? { answers, formVersion: version, applicationId, step }
      : body
    const content = this.#changed(stripped)
    const savedAt = this.#now()
    for (const file of user.attachments.values())
      if (JSON.stringify(answers).includes(`"${file.attachmentId}"`)) file.heldBy = place
    if (!this.#has('saveDraft stores nothing'))
      this.#store('saveDraft stores the answers later', () => user.drafts.set(place, { content, tag, savedAt }))
    return { status: 200, body: { savedAt, expiresAt: this.#endOfDraft(savedAt) }, headers: { ETag: tag } }
  }

  #changed(content: Json): Json {
    if (this.#has('saveDraft changes characters')) return normalized(content)
    const text = JSON.stringify(content, (_, value: unknown) =>
      typeof value === 'number' && this.#has('saveDraft rounds numbers')
        ? Math.trunc(value)
        : Array.isArray(value) && this.#has('saveDraft sorts lists')
          ? value.toSorted((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)))
          : value,
    )
    return JSON.parse(text) as Json
  }

  #endOfDraft(savedAt: string): string {
    return inDays(this.#has('drafts end after an hour') ? 1 / 24 : 7, Date.parse(savedAt))
  }

  /** Those of an application. */
  #filesNamed(user: User, ids: readonly string[]): StoredFile[] {
    const isOfAll = this.#has('the files of others are accepted')
    const known = (isOfAll ? [...this.#users.values()] : [user]).flatMap(({ attachments }) => [...attachments.values()])
    return ids.flatMap((id, index) => {
      const file = known.find(({ attachmentId }) => attachmentId === id)
      const order = user.orders.find(({ orderId }) => orderId === file?.orderId)
      const isSent = order !== undefined && !['CANCELLED_BY_TENANT', 'FINISHED'].includes(order.status)
      if (isSent && !this.#has('a file is sent with two applications'))
        throw refusedField(`/attachments/${index}`, 'unknown')
      if (file === undefined && !this.#has('unknown attachments are accepted'))
        throw refusedField(`/attachments/${index}`, 'unknown')
      return file ?? []
    })
  }

  #uploadAttachment(call: Call): Reply {
    const user = this.#userOf(call, 'uploadAttachment')
    return this.#once(call, user, !this.#has('uploadAttachment ignores the key'), () => {
      const { upload } = call
      if (upload === null) throw refusedField('/file', 'required')
      const { contentType, sha256, bytes } = upload
      if (contentType === 'text/plain' && !this.#has('files of any type are accepted'))
        throw new Refusal(415, 'SE_CO_0415')
      const isLatin = this.#has('the name of a file is read as Latin-1')
      const sent = this.#has('the name of a file is composed') ? upload.name.normalize('NFC') : upload.name
      const name = isLatin ? Buffer.from(upload.name).toString('latin1') : sent
      const file = { attachmentId: this.#newId('AT'), name, contentType, sha256, bytes }
      if (!this.#has('uploadAttachment stores nothing')) user.attachments.set(file.attachmentId, file)
      return { status: 201, body: viewOf(file), headers: { Location: `${call.path}/${file.attachmentId}` } }
    })
  }

  #attachment(call: Call, attachmentId: string): Reply {
    const isDeletion = call.method === 'DELETE'
    const user = this.#userOf(call, isDeletion ? 'deleteAttachment' : 'getAttachment')
    const file = this.#fileOf(user, attachmentId)
    if (!isDeletion) return { status: 200, body: viewOf(file) }
    const isHeld = file.heldBy !== undefined && !this.#has('deleteAttachment deletes a file that a draft has named')
    if (!isHeld && !this.#has('deleteAttachment deletes nothing')) user.attachments.delete(attachmentId)
    return { status: 204 }
  }

  #fileOf(user: User, attachmentId: string): StoredFile {
    const isOfAll = this.#has('files are those of all users')
    for (const { attachments } of isOfAll ? this.#users.values() : [user]) {
      const file = attachments.get(attachmentId)
      if (file !== undefined) return file
    }
    throw new Refusal(404, 'SE_CO_0404')
  }

  #createAttachmentLink(call: Call, attachmentId: string): Reply {
    const user = this.#userOf(call, 'createAttachmentLink')
    return this.#once(call, user, true, () => this.#linkTo(user, this.#fileOf(user, attachmentId)))
  }

  #listFiles(call: Call): Reply {
    const user = this.#userOf(call, 'listFiles')
    const isOfAll = this.#has('the list of issued files is one of all users')
    const files = (isOfAll ? [...this.#users.values()] : [user]).flatMap((one) => this.#filesOf(one))
    const isEnglish = this.#has('issued files are named by language') && call.headers['accept-language'] === 'en'
    const isRenamed = isEnglish || this.#has('the list of issued files has other names')
    const other = isRenamed ? { name: 'certificate.pdf' } : {}
    const items = files.map((file) => ({ ...file, ...other }))
    return this.#page(this.#has('the list of issued files lacks receipts') ? [] : items, call.query, 'fileId')
  }

  #filesOf({ files, orders }: User): Json[] {
    return files.map(({ fileId, kind, orderId }, index) => {
      const order = orders.find((one) => one.orderId === orderId)
      return {
        fileId,
        name: pdf.name,
        kind,
        contentType: pdf.contentType,
        size: pdf.bytes.length,
        issuedAt: inDays(-index, Date.parse(at)),
        ...(order === undefined ? {} : { orderId, receiptNumber: receiptNumberOf(order) }),
      }
    })
  }

  #createFileLink(call: Call, fileId: string): Reply {
    const user = this.#userOf(call, 'createFileLink')
    return this.#once(call, user, !this.#has('createFileLink ignores the key'), () => {
      const isOfAll = this.#has('issued files are those of all users')
      const files = (isOfAll ? [...this.#users.values()] : [user]).flatMap((one) => one.files)
      if (files.every((one) => one.fileId !== fileId)) throw new Refusal(404, 'SE_CO_0404')
      const isRenamed = this.#has('an issued file is downloaded by another name')
      return this.#linkTo(user, isRenamed ? { ...pdf, name: 'file.pdf' } : pdf)
    })
  }

  #linkTo({ tenantId }: User, file: Download): Reply {
    const days = this.#has('a link is valid for a year') ? 365 : 5 / 1440
    const origin = this.#has('a link is on a foreign host') ? 'https://files.example.com' : ''
    const url = `${origin}/app/web/p/tenants/${tenantId}/files/${this.#newLink(tenantId, file)}`
    return { status: 201, body: { url, expiresAt: inDays(days) } }
  }

  #newLink(tenantId: string, file: Download): string {
    const linkId = this.#newId('LK')
    this.#links.set(linkId, { tenantId, isUsed: false, file })
    return linkId
  }

  #downloadFile(tenantId: string, linkId: string): Reply {
    const link = this.#links.get(linkId)
    const isItsOwn = link?.tenantId === tenantId || this.#has('a link is one of every tenant')
    if (link === undefined || !isItsOwn) throw new Refusal(404, 'SE_CO_0404')
    if (link.isUsed && !this.#has('a link serves more than one download')) throw new Refusal(410, 'SE_FI_0001')
    link.isUsed = true
    return { status: 200, file: link.file }
  }

  /** The time in Japan, or with the defect the time of UTC with the offset of Japan. */
  #now(): string {
    this.#latestMs = Math.max(Date.now(), this.#latestMs + 1)
    return inDays(this.#has('times are nine hours too early') ? -9 / 24 : 0, this.#latestMs)
  }

  #newId(prefix: string): string {
    return `${prefix}-${(this.#count += 1)}`
  }

  #summary(user: User, order: Order, serviceName: string): Json {
    const { orderId, serviceId, type, status, submittedAt } = order
    const charge = user.charges.find((one) => one.orderId === orderId)
    const names: { [action: string]: string } = { proceed: 'pay', decline: 'withdraw' }
    const actions = charge === undefined ? ['withdraw'] : actionsOf(charge).map((action) => names[action])
    const allowedActions = status === 'WAITING_PAYMENT' ? actions : []
    return {
      orderId,
      receiptNumber: receiptNumberOf(order),
      serviceId,
      serviceName,
      type,
      status: this.#has('a status is unknown') ? 'RECEIVED' : status,
      submittedAt,
      updatedAt: submittedAt,
      ...(charge === undefined ? {} : { charge: this.#chargeSummary(charge) }),
      ...(this.#has('absent members are null') ? { charge: null } : {}),
      allowedActions,
    }
  }

  #chargeSummary({ chargeId, status, attempt }: Charge): Json {
    const last = attempt === undefined ? {} : { lastAttempt: { ...attempt, at } }
    return { chargeId, status, dueAt: this.#dueAt(), ...last }
  }

  #chargeView(charge: Charge): Json {
    const { chargeId, orderId, status, total, carriedOver, attempt } = charge
    const sum = this.#has('amounts have fractions') ? total + 0.5 : total
    return {
      chargeId,
      orderId,
      receiptNumber: receiptNumberOf({ orderId }),
      title: '手数料',
      status,
      amount: { total: sum, tax: this.#has('the tax is more than the amount') ? sum + 1 : 0, currency: 'JPY' },
      lines: [
        {
          label: '手数料',
          ...(this.#has('the amount of a line is not its product') ? { unitPrice: total, quantity: 2 } : {}),
          amount: total + (carriedOver ?? 0) - (this.#has('the lines are not the amount') ? 100 : 0),
        },
      ],
      createdAt: at,
      dueAt: this.#has('the deadline of a charge is another one than that of its application')
        ? inDays(3)
        : this.#dueAt(),
      ...(carriedOver === undefined ? {} : { carriedOver }),
      ...(attempt === undefined ? {} : { lastAttempt: { ...attempt, at } }),
      ...(status === 'PAID' ? { paidAt: at, receipt: { number: 'R-1', issuedAt: at, fileId: 'FI-1' } } : {}),
      ...(status === 'CANCELLED' ? { cancelledAt: at } : {}),
      allowedActions: actionsOf(
        this.#has('a cancelled charge may be paid by its actions') ? { status: 'WAITING' } : charge,
      ),
    }
  }

  #setState({ state, params, action }: Json): Reply {
    const refusal = refusals[String(state)]
    this.#refusal = action === 'teardown' || refusal === undefined ? null : refusal
    const closed = closedBy[String(state)]
    if (closed !== undefined) this.#closed[action === 'teardown' ? 'delete' : 'add'](closed)
    if (action === 'teardown') return { status: 200, body: {} }
    this.#tenants = tenants()
    const given = params as Given
    this.#stopped = state === 'a service has stopped' ? (given.serviceId ?? null) : null
    const { tenantId = '', userId } = given
    if (userId === undefined) return { status: 200, body: {} }
    const user: User = {
      tenantId,
      isSlow: state === 'submissions are processed asynchronously',
      attachments: new Map(),
      files: given.files ?? [],
      orders: [],
      charges: [],
      drafts: new Map(),
      answered: new Map(),
      submissions: new Map(),
    }
    this.#users.set(`${tenantId}__${userId}`, user)
    const etag = setUp(user, String(state), given)
    const owner = { tenantId, userId }
    const because = given.because
    const token = because === undefined ? this.#tokens.issue(owner) : this.#tokens.invalid(owner, because)
    const linkId = this.#newLink(tenantId, pdf)
    const workingDay = [30, 31, 32, 33, 34, 35, 36, 37].map((days) => inDays(days).slice(0, 10)).find(isWorkingDay)
    const cursor = given.orders?.[1]?.orderId ?? given.drafts?.[0]?.serviceId ?? ''
    return { status: 200, body: { token, formVersion, workingDay, linkId, cursor, ...etag } }
  }
}

/** Fills the user for a state; returns the tag of its draft. */
function setUp(user: User, state: string, given: Given) {
  const { serviceId = 'residence-certificate', type = 'individual', orderId = '', chargeId = '' } = given
  const order = (changes: Partial<Order>): Order => ({
    orderId,
    serviceId,
    type,
    formVersion,
    status: 'WAITING_PAYMENT',
    submittedAt: inDays(-1),
    answers: {},
    attachments: [],
    ...changes,
  })
  const charge = chargeStates[state]
  if (charge !== undefined) {
    const status = charge.status === 'CANCELLED' ? 'CANCELLED_BY_USER' : 'WAITING_PAYMENT'
    user.orders.push(order({ status }))
    user.charges.push({ chargeId, orderId, status: 'WAITING', total: 410, ...charge })
    if (charge.status === 'PAID') user.files.push({ fileId: 'FI-1', kind: 'RECEIPT', orderId })
  }
  const { attachmentId } = given
  if (state === 'an attachment exists' && attachmentId !== undefined)
    user.attachments.set(attachmentId, sampleFile(attachmentId))
  if (state === 'an application exists') {
    user.orders.push(order({ status: given.status ?? '' }))
    if (given.status === 'WAITING_PAYMENT') user.charges.push({ chargeId, orderId, status: 'WAITING', total: 410 })
  }
  if (state === 'a returned application exists') user.orders.push(order({ status: 'CANCELLED_BY_TENANT' }))
  if (state === 'an application with attachment, address and file exists') {
    const file = sampleFile(attachmentId ?? '')
    user.attachments.set(file.attachmentId, file)
    user.files.push({ fileId: 'FI-1', kind: 'RECEIPT', orderId })
    user.orders.push(order({ status: 'FINISHED', attachments: [file] }))
    user.charges.push({ chargeId: 'CH-1004', orderId, status: 'PAID', total: 410, ...attemptIn('SUCCEEDED') })
  }
  if (state === 'a user has applications') user.orders.push(...(given.orders ?? []).map(order))
  if (state === 'a returned application was paid')
    user.orders.push(order({ status: 'CANCELLED_BY_TENANT', paid: 9000 }))
  if (state === 'a returned application and its replacement exist')
    user.orders.push(
      order({ orderId: given.replacementId ?? '', status: 'NOT_STARTED', submittedAt: at }),
      order({ status: 'CANCELLED_BY_TENANT', replacedBy: { orderId: given.replacementId ?? '', submittedAt: at } }),
    )
  if (state === 'a submission has failed')
    user.submissions.set(given.idempotencyKey ?? '', { state: 'FAILED', problem: { code: 'SE_AP_0001' } })
  const draft = (place: string, applicationId: string) => {
    const tag = `"of-${randomUUID()}"`
    user.drafts.set(place, { content: { formVersion, answers: {}, applicationId, step: 'first' }, tag, savedAt: now() })
    return tag
  }
  if (state === 'a draft has expired')
    user.drafts.set(`${serviceId}/${type}`, { content: {}, tag: '"old"', savedAt: at, isExpired: true })
  for (const each of given.drafts ?? [])
    draft(`${String(each.serviceId)}/${String(each.type)}`, 'pact-application-0009')
  return state === 'a draft exists' ? { etag: draft(`${serviceId}/${type}`, given.applicationId ?? '') } : {}
}

const retryAfter = { 'Retry-After': '30' }
const refusals: { [state: string]: Refusal } = {
  'an operation is in maintenance': new Refusal(503, 'SE_CO_0503', {}, retryAfter),
  'an operation was called too often': new Refusal(429, 'SE_CO_0429', {}, retryAfter),
}

const chargeStates: { [state: string]: Partial<Charge> } = {
  'a charge is waiting': {},
  'a charge of a corrected application is waiting': { total: 300, carriedOver: 110 },
  'a charge is paid': { status: 'PAID', ...attemptIn('SUCCEEDED') },
  'a charge is cancelled': { status: 'CANCELLED' },
  'a payment is being processed': attemptIn('PROCESSING'),
  'a payment attempt is open': attemptIn('STARTED'),
  'the amount of a charge has changed': { isChanged: true },
}

/** The tenant that a state closes. */
const closedBy: { [state: string]: string } = {
  'a tenant is suspended': 'yume-suspended',
  'the web application of a tenant is disabled': 'hoshi-disabled',
}

function actionsOf({ status, attempt }: Pick<Charge, 'status' | 'attempt'>): string[] {
  return status === 'WAITING' && attempt?.state !== 'PROCESSING' ? ['proceed', 'decline'] : []
}

function attemptIn(state: string): Pick<Charge, 'attempt'> {
  return { attempt: { attemptId: 'PA-of-state', state } }
}

function tenants(): Map<string, Json> {
  const open = { state: 'ACTIVE', features: { webApplication: { enabled: true } } }
  return new Map<string, Json>([
    ['minato-city', { ...open, maintenance, branding }],
    ['yume-suspended', { ...open, state: 'SUSPENDED' }],
    ['hoshi-disabled', { ...open, features: { webApplication: { enabled: false } } }],
  ])
}

const maintenance = {
  suspendTimerConfig: '2027-01-01T00:00:00+09:00',
  restartTimerConfig: '2027-01-01T06:00:00+09:00',
  preSuspendedMessage: '保守のお知らせ',
}
const branding = {
  displayName: 'ちいさな市',
  logoUrl: '/logo.svg',
  primaryColor: '#123456',
  contact: {
    phone: '0311112222',
    email: 'a@example.jp',
    hours: '平日',
    openingHours: { days: 'every-day', from: '09:00', to: '17:00' },
  },
  links: { terms: '/t', privacy: '/p', accessibility: '/a' },
  line: { officialAccountUrl: 'https://line.example.jp/small' },
  orderNoun: 'application',
  locales: ['ja'],
  texts: { ja: { 'order-display.order.NOT_STARTED.label': '受け付けました' } },
}

function refusedField(pointer: string, code: string): Refusal {
  return refusedFields([pointer], code)
}

function refusedFields(pointers: readonly string[], code: string): Refusal {
  const errors = pointers.map((pointer) => ({ pointer, code, message: '正しく入力してください。' }))
  return new Refusal(422, 'SE_CO_0400', { errors })
}

/** Stands for none. */
const noBody: Json = {}
const members = {
  submitOrder:
    'applicationId serviceId type formVersion answers attachments shippingAddress expectedTotal reapplyOf locale',
  saveDraft: 'applicationId formVersion answers step shippingAddress unplaced registered reapplyOf',
  proceedCharge: 'repayment locale',
}

/** Members that are no texts. */
const types: { [member: string]: string } = {
  answers: 'object',
  attachments: 'object',
  shippingAddress: 'object',
  unplaced: 'object',
  registered: 'object',
  expectedTotal: 'number',
  repayment: 'boolean',
}

function isTyped(name: string, value: unknown): boolean {
  return typeof value === (types[name] ?? 'string')
}

function textsIn(value: unknown, pointer = ''): { pointer: string; text: string }[] {
  if (typeof value === 'string') return [{ pointer, text: value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => textsIn(member, `${pointer}/${name}`))
}

const familyNamePointer = '/answers/applicant/name/familyName'

function dayIn({ booking }: Json): string | null {
  const { date } = Object(booking) as { date?: string }
  return date ?? null
}

function familyNameIn({ applicant }: Json): string {
  const { name } = Object(applicant) as { name?: { familyName?: string } }
  return name?.familyName ?? '-'
}

/** As a database or a library changes texts. */
function normalized<Value>(value: Value, form: 'NFC' | 'NFKC' = 'NFKC'): Value {
  return JSON.parse(JSON.stringify(value).normalize(form)) as Value
}

function trimmed<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value), (_, one: unknown) => (typeof one === 'string' ? one.trim() : one)) as Value
}

function receiptNumberOf({ orderId }: Pick<Order, 'orderId'>): string {
  return `S-${orderId}`
}

function now(): string {
  return inDays(0)
}

/** A time of Japan. */
function inDays(days: number, fromMs = Date.now()): string {
  const time = new Date(fromMs + (days * 24 + 9) * 3_600_000)
  return time.toISOString().replace('Z', '+09:00')
}
