/** Bodies that several interactions share: requests are exact, responses as loose as the portal can handle. */
import {
  AttachmentScan,
  IssuedFileKind,
  Locale,
  OrderStatus,
  PaymentAttemptMethod,
  TimelineEntryActor,
} from '../../src/api/generated/api.schemas.ts'
import type { Address, ChargeAttemptState, ChargeStatus, ShippingAddress } from '../../src/api/generated/api.schemas.ts'
import { eachLike, fromState, id, integer, like, matching, oneOf, text, time } from './matchers.ts'

export const formVersion = '000000000001'
/** The version that the provider state names, in a body. */
export const currentVersion = fromState(
  '${formVersion}',
  /^[A-Za-z0-9](?:[A-Za-z0-9_-]{0,62}[A-Za-z0-9])?$/,
  formVersion,
)

export const address: Address = {
  postalCode: '1050011',
  prefecture: '東京都',
  city: '港区',
  town: '芝公園',
  street: '4丁目2-8',
  building: '芝公園ハイツ301',
}
export const shippingAddress: ShippingAddress = { recipient: '港 花子', phone: '09012345678', address }

export const fee = { serviceId: 'residence-certificate', type: 'individual' } as const
export const free = { serviceId: 'childcare-consultation', type: 'individual' } as const

const name = { familyName: '山田', givenName: '花子', familyNameKana: 'ヤマダ', givenNameKana: 'ハナコ' }

/** Answers to the form of 住民票の写し: two copies by post. */
export const feeAnswers = {
  applicant: {
    name,
    birthDate: '1985-04-01',
    address: { postalCode: '1050011', prefecture: '東京都', city: '港区', town: '芝公園1丁目5番25号' },
    phone: '09012345678',
  },
  certificate: { whose: 'self', range: 'all', entries: ['relationship'], copies: 2, purpose: 'bank' },
  delivery: { method: 'post' },
  consent: { identityCheck: true },
}

/** Answers to the form of 子育て相談の予約, for the day that the test sends. */
export const freeAnswers = {
  consultation: { topics: ['other'], childAge: '6-', way: 'phone' },
  booking: { date: '2026-12-21', time: '15:30', name, phone: '07012345678' },
}
/** The same answers in a request that can be verified on any day, for the day that the provider state names. */
export const freeAnswersAnyDay = {
  ...freeAnswers,
  booking: {
    ...freeAnswers.booking,
    date: fromState('${workingDay}', /^\d{4}-\d{2}-\d{2}$/, freeAnswers.booking.date),
  },
}

export const lines = eachLike({ label: text('住民票の写し'), amount: integer(300) })
export const amount = { total: integer(410), tax: integer(10), currency: 'JPY' }

/** @param actions exactly the actions that the state allows, in this order */
export function charge(status: ChargeStatus, actions: string[], more: object = {}) {
  return {
    chargeId: 'CH-1001',
    orderId: id('OR-1001'),
    receiptNumber: text('2026-000101'),
    title: text('住民票の写しの交付手数料'),
    status,
    amount,
    lines,
    createdAt: time('2026-11-21T10:00:00+09:00'),
    allowedActions: actions,
    ...more,
  }
}

export function lastAttempt(state: ChargeAttemptState) {
  return { attemptId: id('PA-1001'), state, at: time('2026-11-21T10:00:10+09:00') }
}

export const attempt = {
  attemptId: id('PA-1001'),
  method: oneOf(PaymentAttemptMethod, 'GET'),
  url: matching(/^https?:\/\/.+$/, 'https://card.example.jp/checkout/PA-1001'),
  expiresAt: time('2026-11-21T10:30:00+09:00'),
}

export const summary = {
  receiptNumber: text('2026-000101'),
  serviceName: text('住民票の写しの交付請求'),
  submittedAt: time('2026-11-21T10:00:00+09:00'),
  updatedAt: time('2026-11-21T10:00:00+09:00'),
}

export const timeline = eachLike({
  at: time('2026-11-21T10:00:00+09:00'),
  status: oneOf(OrderStatus, 'NOT_STARTED'),
  actor: oneOf(TimelineEntryActor, 'USER'),
})

export const details = {
  ...summary,
  formVersion: id(formVersion),
  answers: like({}),
  attachments: [],
  timeline,
  files: [],
}

export const attachment = {
  name: text('annaizu.jpg'),
  contentType: 'image/jpeg',
  size: integer(48_213),
  sha256: matching(/^[0-9a-f]{64}$/, '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'),
  scan: oneOf(AttachmentScan, 'CLEAN'),
}

export const issuedFile = {
  fileId: id('FI-1001'),
  name: text('領収書.pdf'),
  kind: oneOf(IssuedFileKind, 'RECEIPT'),
  contentType: text('application/pdf'),
  size: integer(20_480),
  issuedAt: time('2026-11-21T10:05:00+09:00'),
}

export const signedLink = {
  url: text('/app/web/p/tenants/minato-city/files/LK-1001'),
  expiresAt: time('2026-11-21T10:05:00+09:00'),
}

const contact = { email: like(true), phone: like(false), post: like(false) }

export const person = {
  kind: 'person',
  email: text('pact@example.jp'),
  familyName: text('港'),
  givenName: text('花子'),
  familyNameKana: text('ミナト'),
  givenNameKana: text('ハナコ'),
  birthDate: matching(/^\d{4}-\d{2}-\d{2}$/, '1990-04-01'),
  phone: matching(/^0\d{9,10}$/, '09012345678'),
  address: like(address),
  contact,
  locale: oneOf(Locale, 'ja'),
}

export const corporation = {
  kind: 'corporation',
  email: text('corporation@example.jp'),
  corporateNumber: matching(/^[1-9]\d{12}$/, '8000020130001'),
  corporationName: text('株式会社みなと設備'),
  corporationNameKana: text('ミナトセツビ'),
  department: text('総務部'),
  contactName: text('芝 太郎'),
  contactNameKana: text('シバ タロウ'),
  phone: matching(/^0\d{9,10}$/, '0312345678'),
  address: like(address),
  contact,
  locale: oneOf(Locale, 'ja'),
}
