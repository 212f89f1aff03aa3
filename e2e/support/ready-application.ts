import type { Page } from '@playwright/test'
import type { Answers } from '../../form-model/definition.ts'
import type { Service } from '../../src/api/generated/api.schemas.ts'
import { daysFromNow, workingDayFromNow } from './form-actions.ts'
import { expect } from './journey.ts'
import type { Portal, Resident, SandboxClient } from './journey.ts'
import { startSignedIn, tokensOf } from './signed-in.ts'

/** A form with every question answered, saved to the API as by another device. */
export type Application = { serviceId: string; type: string; answers: Answers }

const name = { familyName: '山田', givenName: '花子', familyNameKana: 'ヤマダ', givenNameKana: 'ハナコ' }
const address = { postalCode: '1050011', prefecture: '東京都', city: '港区', town: '芝公園', street: '1丁目5番25号' }

/** Two steps and no fee. */
export function consultation(details = '夜中に何度も起きます。'): Application {
  const answers = {
    consultation: { topics: ['sleep'], childAge: '0', details, way: 'phone' },
    booking: { date: workingDayFromNow(10), time: '10:30', name, phone: '09012345678' },
  }
  return { serviceId: 'childcare-consultation', type: 'individual', answers }
}

/** Four steps and a fee of 300 yen per copy, with 110 yen for the postage. */
export function certificate(copies = 1): Application {
  const answers = {
    applicant: { name, birthDate: '1985-04-01', address, phone: '0312345678' },
    certificate: { whose: 'self', range: 'part', entries: [], copies, purpose: 'bank' },
    delivery: { method: 'post' },
    consent: { identityCheck: true },
  }
  return { serviceId: 'residence-certificate', type: 'individual', answers }
}

/** A form of a tenant whose noun is お申し込み; no fee. */
export function waterStart(): Application {
  const answers = {
    place: { premises: address, hasCustomerNumber: false, startDate: daysFromNow(3) },
    attendance: { needed: false },
    customer: { name, phone: '09012345678', residents: 2 },
    payment: { method: 'invoice', billingElsewhere: false },
  }
  return { serviceId: 'water-start', type: 'individual', answers }
}

export function applicationPath({ tenantId }: Resident, { serviceId, type }: Application, step = ''): string {
  return `/application/${tenantId}/${serviceId}/${type}${step === '' ? '' : `?step=${step}`}`
}

/** Saves the answers to the API as a draft: the browser starts where a user would be after minutes of typing. */
export async function saveDraft(portal: Portal, resident: Resident, application: Application): Promise<void> {
  const { serviceId, type, answers } = application
  const formVersion = await publishedVersion(portal, resident, application)
  await call(portal, resident, 'PUT', `drafts/${serviceId}/${type}`, {
    formVersion,
    answers,
    applicationId: crypto.randomUUID(),
  })
}

/** Sends an application without a fee as another device would. */
export async function submitByProgram(portal: Portal, resident: Resident, application: Application): Promise<void> {
  const formVersion = await publishedVersion(portal, resident, application)
  await call(portal, resident, 'POST', 'orders', {
    applicationId: crypto.randomUUID(),
    ...application,
    formVersion,
    attachments: [],
    locale: 'ja',
  })
}

async function publishedVersion(portal: Portal, { tenantId }: Resident, { serviceId, type }: Application) {
  const services = await fetch(`${portal.sandboxUrl}/app/web/p/tenants/${tenantId}/services`)
  const service = ((await services.json()) as Service[]).find((one) => one.serviceId === serviceId)
  return service?.forms.find((form) => form.type === type)?.formVersion
}

async function call(portal: Portal, resident: Resident, method: string, path: string, body: object): Promise<void> {
  const { idToken } = await tokensOf(portal, resident)
  const response = await fetch(`${portal.sandboxUrl}/app/web/o/${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${idToken}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': crypto.randomUUID(),
    },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${method} o/${path} answered ${response.status}: ${await response.text()}`)
}

/** Opens the review of an application, signed in, with the consent ticked: the next click submits it. */
export async function openReview(
  page: Page,
  portal: Portal,
  resident: Resident,
  application: Application,
): Promise<void> {
  await startSignedIn(page, portal, resident)
  await saveDraft(portal, resident, application)
  await page.goto(applicationPath(resident, application, 'review'))
  const name = application.serviceId === 'residence-certificate' ? '内容と金額の確認' : '入力内容の確認'
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.getByLabel('上記の内容に誤りがないことを確認しました。').check()
}

export type Arrival = {
  /** When it arrived, by the clock of the sandbox, in ms. */
  at: number
  operation: string
  key?: string
  status?: number
  requestId: string
}

/** The requests of one operation that reached the API, whatever their outcome. */
export async function arrivals(
  sandbox: SandboxClient,
  { userId }: Pick<Resident, 'userId'>,
  operation: string,
): Promise<Arrival[]> {
  return (await sandbox.get(`state/calls?operation=${operation}&userId=${encodeURIComponent(userId)}`)) as Arrival[]
}

/** Requests of the browser, by method and end of the path: without those that only the connection repeated. */
export function watchRequests(page: Page, method: string, path: string): { key: string | undefined; body: string }[] {
  const seen: { key: string | undefined; body: string }[] = []
  page.on('request', (request) => {
    if (request.method() !== method || !new URL(request.url()).pathname.endsWith(path)) return
    seen.push({ key: request.headers()['idempotency-key'], body: request.postData() ?? '' })
  })
  return seen
}
