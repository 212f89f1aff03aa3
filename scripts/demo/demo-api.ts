/**
 * The API of the demo: the generated mocks, with the state that the pages change. Each answer is of the document; only
 * what depends on the visitor differs from the examples.
 */
import { HttpResponse, getResponse } from 'msw'
import { feeOf, quoteView } from '../../sandbox/rules/fee.ts'
import type { Answers, Definition, FormTexts, Manifest } from '../../form-model/definition.ts'
import { inLanguage } from '../../form-model/language-tag.ts'
import type {
  Charge,
  Draft,
  Locale,
  OrderDetails,
  OrderSummary,
  OrderSubmission,
  Problem,
  Profile,
  ProfileChanges,
  Quote,
  Service,
  SignedLink,
  Withdrawal,
} from '../../src/api/generated/api.schemas.ts'
import {
  getCreateAttachmentLinkMockHandler,
  getDeleteAttachmentMockHandler,
  getGetAttachmentMockHandler,
  getUploadAttachmentMockHandler,
  getUploadAttachmentResponseMock,
} from '../../src/api/generated/attachments/attachments.msw.ts'
import {
  getDeclineChargeMockHandler,
  getGetChargeMockHandler,
  getProceedChargeMockHandler,
} from '../../src/api/generated/charges/charges.msw.ts'
import {
  getDeleteDraftMockHandler,
  getGetDraftMockHandler,
  getListDraftsMockHandler,
  getSaveDraftMockHandler,
} from '../../src/api/generated/drafts/drafts.msw.ts'
import { getCreateFileLinkMockHandler, getListFilesMockHandler } from '../../src/api/generated/files/files.msw.ts'
import * as generated from '../../src/api/generated/index.msw.ts'
import {
  getGetOrderMockHandler,
  getGetSubmissionMockHandler,
  getListOrdersMockHandler,
  getQuoteOrderMockHandler,
  getSubmitOrderMockHandler,
  getWithdrawOrderMockHandler,
} from '../../src/api/generated/orders/orders.msw.ts'
import {
  getDeleteAccountMockHandler,
  getGetProfileMockHandler,
  getGetProfileResponseMock,
  getUpdateProfileMockHandler,
} from '../../src/api/generated/profile/profile.msw.ts'
import { getListServicesMockHandler } from '../../src/api/generated/services/services.msw.ts'
import { getGetTenantInfoMockHandler, getGetTenantInfoResponseMock } from '../../src/api/generated/tenant/tenant.msw.ts'
import {
  changeState,
  chargeIdOf,
  chargeIn,
  demoState,
  firstOrder,
  noState,
  orderIdOf,
  orderWith,
} from './demo-state.ts'
import { demoTenant, sampleFile } from './demo-tenant.ts'

/** Base of the published forms. */
let formsBase = '/forms'

/** For a test, which has no server. */
export function readFormsFrom(base: string): void {
  formsBase = base
}

const weekMs = 7 * 86_400_000

type Sent = Pick<OrderSubmission, 'serviceId' | 'type' | 'formVersion' | 'attachments' | 'shippingAddress'> & {
  answers: Answers
}

const handlers = [
  getGetTenantInfoMockHandler(() => {
    const { maintenance: _, branding, ...info } = getGetTenantInfoResponseMock()
    const { logoUrl: __, links: ___, ...shown } = branding ?? {}
    return { ...info, branding: shown }
  }),
  getListServicesMockHandler(({ request }) => services(languageOf(request))),
  getListDraftsMockHandler(async ({ request }) => {
    const all = await services(languageOf(request))
    const items = Object.values(demoState().drafts).map((draft) => ({ ...draft, serviceName: nameOf(all, draft) }))
    return { items, nextCursor: null }
  }),
  getGetDraftMockHandler(({ params }) => demoState().drafts[placeOf(params)] ?? missing()),
  getSaveDraftMockHandler(async ({ params, request }) => {
    const { serviceId, type } = params as { serviceId: string; type: string }
    const times = { savedAt: timeAfter(0), expiresAt: timeAfter(weekMs) }
    const content = (await request.json()) as Omit<Draft, 'serviceId' | 'type' | 'savedAt' | 'expiresAt'>
    changeState(({ drafts }) => void (drafts[placeOf(params)] = { ...content, serviceId, type, ...times }))
    return times
  }),
  getDeleteDraftMockHandler(({ params }) => changeState(({ drafts }) => void delete drafts[placeOf(params)])),
  getQuoteOrderMockHandler(async ({ request }) => quoteOf((await request.clone().json()) as Sent, languageOf(request))),
  getSubmitOrderMockHandler(async ({ request }) => {
    const key = request.headers.get('Idempotency-Key') ?? ''
    const known = demoState().submitted[key]
    if (known !== undefined) return known
    const sent = (await request.clone().json()) as Sent
    const order = await newOrder(sent, languageOf(request))
    const { orderId, receiptNumber, status, charge } = order
    const answer = { orderId, receiptNumber, status, ...(charge === undefined ? {} : { charge }) }
    changeState(({ orders, drafts, submitted }) => {
      orders.unshift(order)
      submitted[key] = answer
      delete drafts[placeOf(sent)]
    })
    return answer
  }),
  getListOrdersMockHandler(() => ({ items: demoState().orders.map(summaryOf), nextCursor: null })),
  getGetSubmissionMockHandler(({ params }) => {
    const order = demoState().submitted[String(params.idempotencyKey)]
    return order === undefined ? missing() : { state: 'DONE', order }
  }),
  getGetOrderMockHandler(({ params }) => orderOf(params)),
  getWithdrawOrderMockHandler(async ({ params, request }) => {
    const { orderId } = orderOf(params)
    const { reason = '' } = (await request.clone().json()) as Withdrawal
    changeState(({ orders }) =>
      cancel(
        orders.find((order) => order.orderId === orderId),
        reason,
      ),
    )
    return orderOf(params)
  }),
  getUploadAttachmentMockHandler(async ({ request }) => {
    const file = (await request.clone().formData()).get('file') as File
    const attachmentId = `AT-${request.headers.get('Idempotency-Key') ?? ''}`
    const { name, type: contentType, size } = file
    const stored = {
      ...getUploadAttachmentResponseMock(),
      attachmentId,
      name,
      contentType,
      size,
      scan: 'CLEAN' as const,
    }
    changeState(({ attachments }) => void (attachments[attachmentId] = stored))
    return stored
  }),
  getGetAttachmentMockHandler(({ params }) => demoState().attachments[String(params.attachmentId)] ?? missing()),
  getDeleteAttachmentMockHandler(({ params }) =>
    changeState(({ attachments }) => void delete attachments[String(params.attachmentId)]),
  ),
  getGetProfileMockHandler(profile),
  getUpdateProfileMockHandler(async ({ request }) => {
    const changes = (await request.clone().json()) as ProfileChanges
    const members = Object.entries({ ...profile(), ...changes }).filter(([, value]) => value !== null)
    changeState((state) => void (state.profile = Object.fromEntries(members) as unknown as Profile))
    return profile()
  }),
  getDeleteAccountMockHandler(() => changeState((state) => void Object.assign(state, noState))),
  getGetChargeMockHandler(({ params }) => chargeOf(params)),
  getProceedChargeMockHandler(({ params }) => {
    const { chargeId } = chargeOf(params)
    const attemptId = `PA-${chargeId}`
    changeState((state) => {
      const charge = chargeIn(state, chargeId)
      if (charge !== undefined) charge.lastAttempt = { attemptId, state: 'STARTED', at: timeAfter(0) }
    })
    const url = `${location.origin}/scripts/demo/card/?charge=${chargeId}`
    return { attemptId, method: 'GET', url, expiresAt: timeAfter(1_800_000) }
  }),
  getDeclineChargeMockHandler(({ params }) => {
    const { chargeId } = chargeOf(params)
    changeState((state) => cancel(orderWith(state, chargeId)))
    return chargeOf(params)
  }),
  getListFilesMockHandler(() => ({ items: demoState().orders.flatMap(({ files }) => files), nextCursor: null })),
  getCreateFileLinkMockHandler(linkToSample),
  getCreateAttachmentLinkMockHandler(linkToSample),
  ...Object.values(generated).flatMap((mock) => mock()),
]

/** The answer of the demo; null for a request of the portal's own files. */
export async function demoAnswer(request: Request): Promise<Response | null> {
  if (!new URL(request.url).pathname.startsWith('/app/web/')) return null
  const answer = await getResponse(handlers, request.clone())
  if (answer === undefined) return null
  const headers = new Headers(answer.headers)
  headers.set('Date', new Date().toUTCString())
  headers.set('X-Request-Id', request.headers.get('X-Request-Id') ?? '')
  // Each save has another time.
  const text = [204, 205].includes(answer.status) ? null : await answer.blob()
  const savedAt = /"savedAt":"([^"]+)"/.exec((await text?.text()) ?? '')?.[1]
  headers.set('ETag', `"${savedAt ?? 'demo'}"`)
  return new Response(text, { status: answer.status, headers })
}

function placeOf({ serviceId, type }: Partial<Record<string, unknown>>): string {
  return `${String(serviceId)}/${String(type)}`
}

/** Refuses as the API does; MSW returns a thrown response. */
function missing(): never {
  const problem: Problem = { type: 'about:blank', title: 'Not found', status: 404, code: 'SE_CO_0404' }
  // oxlint-disable-next-line typescript/only-throw-error -- https://mswjs.io/docs/api/http-response: a thrown response is the answer
  throw HttpResponse.json(problem, { status: 404, headers: { 'Content-Type': 'application/problem+json' } })
}

function chargeOf({ chargeId }: Partial<Record<string, unknown>>): Charge {
  return chargeIn(demoState(), String(chargeId)) ?? missing()
}

function orderOf({ orderId }: Partial<Record<string, unknown>>): OrderDetails {
  return demoState().orders.find((order) => order.orderId === orderId) ?? missing()
}

/** Cancels the application and what is to be paid for it. */
function cancel(order: OrderDetails | undefined, note = ''): void {
  if (order === undefined) return
  const at = timeAfter(0)
  for (const charge of order.charges.filter(({ status }) => status === 'WAITING')) {
    Object.assign(charge, { status: 'CANCELLED', allowedActions: [], cancelledAt: at } satisfies Partial<Charge>)
    order.charge = { chargeId: charge.chargeId, status: 'CANCELLED' }
  }
  const status = 'CANCELLED_BY_USER'
  const entry = { at, status, actor: 'USER', ...(note === '' ? {} : { note }) } as const
  Object.assign(order, {
    status,
    allowedActions: [],
    updatedAt: at,
    timeline: [...order.timeline, entry],
  } satisfies Partial<OrderDetails>)
}

function profile(): Profile {
  return demoState().profile ?? getGetProfileResponseMock()
}

function linkToSample(): SignedLink {
  return { url: `${location.origin}/${sampleFile}`, expiresAt: timeAfter(300_000) }
}

function languageOf(request: Request): Locale {
  return (request.headers.get('Accept-Language') ?? 'ja') as Locale
}

function timeAfter(ms: number): string {
  return new Date(Date.now() + ms).toISOString()
}

async function services(language: Locale): Promise<Service[]> {
  const manifest = await readFile<Manifest>('manifest.json')
  return Object.entries(manifest.services).map(([serviceId, service]) => ({
    serviceId,
    name: inLanguage(service.name, language),
    summary: inLanguage(service.summary, language),
    category: inLanguage(service.category, language),
    acceptance: { state: 'OPEN' },
    fee: service.fee,
    needsShipping: service.needsShipping ?? false,
    forms: Object.entries(service.types).map(([type, title]) => ({
      type,
      title: inLanguage(title, language),
      formVersion: manifest.forms[serviceId]?.[type]?.current ?? '',
    })),
  }))
}

function nameOf(all: readonly Service[], { serviceId }: Pick<Draft, 'serviceId'>): string {
  return all.find((service) => service.serviceId === serviceId)?.name ?? serviceId
}

async function readFile<T>(name: string): Promise<T> {
  return (await (await fetch(`${formsBase}/${demoTenant}/${name}`)).json()) as T
}

async function quoteOf({ serviceId, type, formVersion, answers }: Sent, language: Locale): Promise<Quote> {
  const folder = `${serviceId}/${type}/${formVersion}`
  const [definition, ja, texts] = await Promise.all([
    readFile<Definition>(`${folder}/definition.json`),
    readFile<FormTexts>(`${folder}/texts.ja.json`),
    readFile<FormTexts>(`${folder}/texts.${language}.json`),
  ])
  return quoteView(feeOf({ definition, texts: { [language]: texts, ja } }, answers, 0, language), language)
}

async function newOrder(sent: Sent, language: Locale): Promise<OrderDetails> {
  const { serviceId, type, formVersion, answers, shippingAddress } = sent
  const number = firstOrder + demoState().orders.length
  const [quote, all] = await Promise.all([quoteOf(sent, language), services(language)])
  const serviceName = nameOf(all, sent)
  const now = timeAfter(0)
  const order = { orderId: orderIdOf(number), receiptNumber: `2026-00${number}`, serviceId, serviceName, type }
  const times = { submittedAt: now, updatedAt: now }
  const content = {
    formVersion,
    answers,
    attachments: sent.attachments.map((id) => demoState().attachments[id] ?? missing()),
    files: [],
    ...(shippingAddress === undefined ? {} : { shippingAddress }),
  }
  if (quote.amount.total === 0)
    return {
      ...order,
      ...times,
      ...content,
      status: 'NOT_STARTED',
      allowedActions: ['withdraw'],
      timeline: [{ at: now, status: 'NOT_STARTED', actor: 'USER' }],
      charges: [],
    }
  const reference = { chargeId: chargeIdOf(number), status: 'WAITING' as const, dueAt: timeAfter(weekMs) }
  const charge: Charge = {
    ...reference,
    ...quote,
    orderId: order.orderId,
    receiptNumber: order.receiptNumber,
    title: serviceName,
    createdAt: now,
    allowedActions: ['proceed', 'decline'],
  }
  return {
    ...order,
    ...times,
    ...content,
    status: 'WAITING_PAYMENT',
    allowedActions: ['pay', 'withdraw'],
    charge: reference,
    timeline: [{ at: now, status: 'WAITING_PAYMENT', actor: 'USER' }],
    charges: [charge],
  }
}

function summaryOf(order: OrderDetails): OrderSummary {
  const { orderId, receiptNumber, serviceId, serviceName, type, status, submittedAt, updatedAt, charge } = order
  const summary = { orderId, receiptNumber, serviceId, serviceName, type, status, submittedAt, updatedAt }
  return { ...summary, allowedActions: order.allowedActions, ...(charge === undefined ? {} : { charge }) }
}
