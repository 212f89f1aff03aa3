import 'fake-indexeddb/auto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import axe from 'axe-core'
import { expect } from 'vitest'
import type { Answers, Manifest } from '../../../../form-model/definition.ts'
import { resolveSampleDate } from '../../../../form-model/sample-date.ts'
import type { Fault } from '../../../../sandbox/core/faults.ts'
import type { Draft, DraftContent } from '../../../api/generated/api.schemas.ts'
import { startPortal } from '../../../app/testing/start-portal.tsx'
import type { PortalUnderTest } from '../../../app/testing/start-portal.tsx'
import { FormLoadError, loadForm } from '../../../form-engine/definition/load-form.ts'
import type { FormAddress } from '../../../form-engine/definition/version-url.ts'
import type { Language } from '../../../lib/language.ts'
import { forgetAll } from '../application/application-owner.ts'
import { localDrafts } from '../draft/local-drafts.ts'
import type { LocalDraft } from '../draft/draft.ts'
import { fakeLocks } from './fake-locks.ts'
import { formQuery } from '../application/form-query.ts'
import type { FormResult } from '../application/form-query.ts'

const tenantId = 'minato-city'
const formsDir = '.local/forms'

/** The portal with a user signed in, hanako unless `as` names another one, from which forms are opened. */
export async function startApplying(options: Parameters<typeof startPortal>[1] = {}) {
  const email = options.as ?? 'hanako@example.jp'
  const instead: { method: string; path: string; response: () => Response }[] = []
  const keys: { method: string; path: string; key: string | null }[] = []
  // Each portal has a browser of its own.
  Object.defineProperty(navigator, 'locks', { configurable: true, value: fakeLocks() })
  const portal = await startPortal(`/${tenantId}/applicationhistory`, {
    ...options,
    as: email,
    sandbox: { cardOrigin: 'https://card.test', ...options.sandbox },
    instead: (request) => {
      const { pathname: path } = new URL(request.url)
      keys.push({ method: request.method, path, key: request.headers.get('Idempotency-Key') })
      const index = instead.findIndex((one) => one.method === request.method && one.path === path)
      const [found] = index < 0 ? [] : instead.splice(index, 1)
      return found?.response() ?? options.instead?.(request) ?? null
    },
  })
  const userId = portal.sandbox.backend.residents.findByEmail(tenantId, email)?.userId ?? ''
  const owner = { tenantId, userId }
  const ordersNow = () => portal.sandbox.backend.orders.query({ ...owner, limit: 100 })
  const before = new Set(ordersNow().map(({ orderId }) => orderId))
  return {
    ...portal,
    owner,
    user: userEvent.setup(),
    /** The number of POSTs of an operation that arrived, whatever their outcome. */
    calls: (operation: string) => portal.sandbox.calls.filter((call) => call.operation === operation),
    /** The applications sent in this test. */
    orders: () => ordersNow().filter(({ orderId }) => !before.has(orderId)),
    fault: (fault: Fault) => portal.sandbox.backend.faults.add(fault),
    /** The next submission or quote gets this response instead of reaching the sandbox. */
    answerInstead(operation: 'submitOrder' | 'quoteOrder', status: number, body: object) {
      const path = operation === 'submitOrder' ? '/app/web/o/orders' : '/app/web/o/orders/quote'
      const headers = { 'Content-Type': status < 400 ? 'application/json' : 'application/problem+json' }
      instead.push({ method: 'POST', path, response: () => new Response(JSON.stringify(body), { status, headers }) })
    },
    /** Idempotency-Keys of the requests to a path, in order. */
    keysSent: (method: string, path: string) =>
      keys.filter((one) => one.method === method && one.path === path).map(({ key }) => key),
    /** Simulates a reload of the page: unsaved state is lost. `meanwhile`: what another visit leaves in the browser. */
    async reload(path: string, meanwhile: () => Promise<void> = async () => undefined) {
      await act(() => portal.router.navigate(`/${tenantId}/applicationhistory`))
      await forgetAll()
      await meanwhile()
      portal.queryClient.clear()
      await openForm(portal, path)
    },
    open: (path: string) => openForm(portal, path),
    async stop() {
      // First, since a page that is still shown may open another application.
      portal.stop()
      await forgetAll()
      await localDrafts.removeAllOf(tenantId, userId)
      Reflect.deleteProperty(navigator, 'locks')
    },
  }
}

export type Applying = Awaited<ReturnType<typeof startApplying>>

/** The published forms. The browser would fetch them; the test reads them from the folder, once for all its pages. */
const published = new Map<Language, ReturnType<typeof loadPublished>>()

async function loadPublished(language: Language) {
  const forms: { address: FormAddress; result: FormResult }[] = []
  const manifest = JSON.parse(await readFile(join(formsDir, tenantId, 'manifest.json'), 'utf8')) as Manifest
  for (const [serviceId, types] of Object.entries(manifest.forms)) {
    for (const [type, { versions }] of Object.entries(types)) {
      for (const { formVersion } of versions) {
        const address = { formsBase: '/forms', tenantId, serviceId, type, formVersion }
        const form = await loadForm({ ...address, language, loadJson: fromFolder })
        forms.push({ address, result: { kind: 'form', form } })
      }
    }
  }
  return forms
}

export async function provideForms(
  queryClient: PortalUnderTest['queryClient'],
  language: Language = 'ja',
): Promise<void> {
  const forms = published.get(language) ?? loadPublished(language)
  published.set(language, forms)
  for (const { address, result } of await forms) {
    queryClient.setQueryData(formQuery(address, language).queryKey, result)
  }
}

/** Loads the current version of a form in English, which arrives after `until`. */
export async function loadInEnglish(
  queryClient: PortalUnderTest['queryClient'],
  serviceId: string,
  until: Promise<void>,
): Promise<void> {
  const formVersion = await currentVersion(serviceId)
  const address = { formsBase: '/forms', tenantId, serviceId, type: 'individual', formVersion }
  void queryClient.query({
    ...formQuery(address, 'en'),
    queryFn: async (): Promise<FormResult> => {
      const form = await loadForm({ ...address, language: 'en', loadJson: fromFolder })
      await until
      return { kind: 'form', form }
    },
  })
}

/** Opens a page of a form. */
async function openForm(portal: PortalUnderTest, path: string): Promise<void> {
  await provideForms(portal.queryClient)
  await act(() => portal.router.navigate(path))
}

/** A version that was published before the portal had a language has no texts in it. */
async function fromFolder(url: string): Promise<unknown> {
  if (!existsSync(fileOf(url))) throw new FormLoadError('missing', `${url} does not exist`)
  return JSON.parse(await readFile(fileOf(url), 'utf8')) as unknown
}

function fileOf(url: string): string {
  return join(process.cwd(), formsDir, url.replace(/^\/forms\//, ''))
}

export function heading(name: string | RegExp) {
  return screen.findByRole('heading', { level: 1, name })
}

/** The button at the bottom of the page. */
export function footButton(name: string | RegExp): HTMLElement {
  const foot = document.querySelector<HTMLElement>('[data-page-foot]')
  if (foot === null) throw new Error('The page has no button bar')
  return within(foot).getByRole('button', { name })
}

export async function expectAccessible(): Promise<void> {
  const { violations } = await axe.run(document.body, { rules: { 'color-contrast': { enabled: false } } })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
}

/** 子育て相談の予約: two short steps, no fee. */
export const consultation = '/application/minato-city/childcare-consultation/individual'

/** Fills in both steps, up to the review. */
export async function fillConsultation({ user }: Pick<Applying, 'user'>): Promise<void> {
  await heading('相談の内容')
  await user.click(screen.getByRole('checkbox', { name: '睡眠' }))
  await user.click(screen.getByRole('radio', { name: '0歳' }))
  await user.click(screen.getByRole('radio', { name: '電話で相談する' }))
  await user.click(footButton('次へ'))
  await heading('日時と連絡先')
  await answerBooking(user)
  await user.click(footButton('入力内容を確認する'))
  await heading('入力内容の確認')
}

/** Fills in the second step. */
export async function answerBooking(user: Applying['user']): Promise<void> {
  await fillDate(user, appointmentDay())
  await user.click(screen.getByRole('radio', { name: '10:30' }))
  await user.type(screen.getByRole('textbox', { name: '姓' }), '港')
  await user.type(screen.getByRole('textbox', { name: '名' }), '花子')
  await user.type(screen.getByRole('textbox', { name: /^セイ/ }), 'ミナト')
  await user.type(screen.getByRole('textbox', { name: /^メイ/ }), 'ハナコ')
  await user.type(screen.getByRole('textbox', { name: '電話番号' }), '09012345678')
}

async function fillDate(user: Applying['user'], day: string): Promise<void> {
  const input = screen.getByLabelText(/^希望日/)
  await user.clear(input)
  await user.type(input, day)
}

/** A working day that the forms of the samples accept for an appointment. */
export function appointmentDay(): string {
  return resolveSampleDate('workday+10', Date.now()) ?? ''
}

export const consultationAnswers = {
  consultation: { topics: ['sleep'], childAge: '0', way: 'phone' },
  booking: {
    date: appointmentDay(),
    time: '10:30',
    name: { familyName: '港', givenName: '花子', familyNameKana: 'ミナト', givenNameKana: 'ハナコ' },
    phone: '09012345678',
  },
}

/** The currently published version of a form. */
export async function currentVersion(serviceId: string, type = 'individual'): Promise<string> {
  const manifest = JSON.parse(await readFile(join(formsDir, tenantId, 'manifest.json'), 'utf8')) as Manifest
  const current = manifest.forms[serviceId]?.[type]?.current
  if (typeof current !== 'string') throw new Error(`${serviceId}/${type} is not published`)
  return current
}

/** Each has written later than the pages before it. */
let earlierVisits = 0

/** A draft in this browser from an earlier visit. */
export async function leaveDraft(
  { owner }: Pick<Applying, 'owner'>,
  serviceId: string,
  answers: Answers,
  { formVersionOf, ...over }: Partial<LocalDraft> & { formVersionOf?: string } = {},
): Promise<void> {
  localDrafts.receive({
    write: (earlierVisits += 1) * 1_000_000,
    ...owner,
    serviceId,
    type: 'individual',
    content: {
      formVersion: formVersionOf === undefined ? await currentVersion(serviceId, over.type) : 'older000version',
      answers,
      step: null,
      shippingAddress: null,
      unplaced: [],
      registered: [],
      reapplyOf: null,
    },
    submission: { key: 'key-of-an-earlier-visit', phase: 'editing', body: null },
    changedAt: new Date().toISOString(),
    unsaved: true,
    etag: null,
    savedAt: null,
    baseContent: null,
    applicationId: crypto.randomUUID(),
    ...over,
  })
}

/** Simulates a save of a consultation by another device, over the same API. */
export async function saveElsewhere(
  applying: Pick<Applying, 'sandbox'>,
  details: string,
  { step = 'consultation', ...origin }: { step?: string; reapplyOf?: string } = {},
): Promise<void> {
  const answers = { consultation: { ...consultationAnswers.consultation, details } }
  await putElsewhere(applying, 'childcare-consultation', { answers, step, ...origin })
}

/** Another device saves this as the draft of that service. */
export async function putElsewhere(
  { sandbox }: Pick<Applying, 'sandbox'>,
  serviceId: string,
  draft: Partial<DraftContent>,
): Promise<void> {
  const { etag, request } = await draftElsewhere(sandbox, serviceId)
  const body = { formVersion: await currentVersion(serviceId), ...draft, applicationId: crypto.randomUUID() }
  const saved = await request('PUT', etag === null ? {} : { 'If-Match': etag }, body)
  expect(saved.status).toBe(200)
}

/** Another device deletes the draft of that service. */
export async function deleteElsewhere({ sandbox }: Pick<Applying, 'sandbox'>, serviceId: string): Promise<void> {
  const { etag, applicationId, request } = await draftElsewhere(sandbox, serviceId)
  const deleted = await request('DELETE', { 'If-Match': etag ?? '' }, undefined, `?applicationId=${applicationId}`)
  expect(deleted.status).toBe(204)
}

/** The draft of that service as another device of the resident sees it, and how that one changes it. */
async function draftElsewhere(sandbox: Applying['sandbox'], serviceId: string) {
  const { idToken } = await sandbox.signIn('hanako@example.jp', tenantId)
  const url = `http://portal.test/app/web/o/drafts/${serviceId}/individual`
  async function request(
    method: string,
    more: Record<string, string> = {},
    body?: object,
    query = '',
  ): Promise<Response> {
    const headers = { Authorization: `Bearer ${idToken}`, 'Content-Type': 'application/json', ...more }
    return sandbox.fetch(
      new Request(`${url}${query}`, { method, headers, ...(body && { body: JSON.stringify(body) }) }),
    )
  }
  const before = await request('GET')
  const { applicationId } = (await before.json()) as Partial<Draft>
  return { etag: before.headers.get('ETag'), applicationId: applicationId ?? '', request }
}

/** Opens the review of a filled-in consultation. */
export async function reviewConsultation(applying: Applying): Promise<void> {
  await leaveDraft(applying, 'childcare-consultation', consultationAnswers)
  await applying.open(`${consultation}?step=review`)
  await heading('入力内容の確認')
}

/** Ticks the confirmation and clicks 送信する. */
export async function send({ user }: Pick<Applying, 'user'>): Promise<void> {
  await user.click(screen.getByRole('checkbox', { name: /誤りがないことを確認/ }))
  await user.click(footButton(/^送信/))
}
