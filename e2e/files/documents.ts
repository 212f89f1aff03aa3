import type { Page } from '@playwright/test'
import type { Attachment } from '../../src/api/generated/api.schemas.ts'
import { roadOccupancyAnswers } from '../../src/features/apply/testing/road-occupancy.ts'
import { daysFromNow } from '../support/form-actions.ts'
import { expect } from '../support/journey.ts'
import type { Portal, Resident, SandboxClient } from '../support/journey.ts'
import { applicationPath, saveDraft } from '../support/ready-application.ts'
import type { Application } from '../support/ready-application.ts'
import { startSignedIn, tokensOf } from '../support/signed-in.ts'
import { pdf } from './sample-files.ts'

/** Fills in 道路占用許可申請 up to the step with drawings and photos. */
export function roadOccupancy(): Application {
  const answers = roadOccupancyAnswers({ from: daysFromNow(20), to: daysFromNow(50) })
  return { serviceId: 'road-occupancy', type: 'corporate', answers }
}

export async function openDocuments(page: Page, portal: Portal, resident: Resident): Promise<void> {
  await startSignedIn(page, portal, resident)
  await saveDraft(portal, resident, roadOccupancy())
  await page.goto(applicationPath(resident, roadOccupancy(), 'documents'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('図面と写真')
}

export function drawings(page: Page) {
  return page.getByLabel('図面のファイルを選ぶ')
}
export function photos(page: Page) {
  return page.getByLabel('現場の写真のファイルを選ぶ')
}
export function row(page: Page, name: string) {
  return page.getByRole('listitem').filter({ hasText: name })
}
export function nextButton(page: Page) {
  return page.getByRole('button', { name: '次へ' })
}

/** Goes from the documents to the next step, whose heading is 確認と同意. */
export async function continueToReview(page: Page): Promise<void> {
  await nextButton(page).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('確認と同意')
}

/** The next upload of this resident fails. */
export async function failUpload(sandbox: SandboxClient, { userId }: Resident, kind = 'unavailable'): Promise<void> {
  await sandbox.post('faults', { kind, operation: 'uploadAttachment', userId, times: 1 })
}

/** The files that the API has stored, by name. */
export async function storedFile(
  portal: Portal,
  resident: Resident,
  attachmentId: string,
): Promise<{ about: Attachment; content: Buffer }> {
  const { idToken } = await tokensOf(portal, resident)
  const headers = { Authorization: `Bearer ${idToken}`, 'Idempotency-Key': crypto.randomUUID() }
  const address = `${portal.url}/app/web/o/attachments/${attachmentId}`
  const about = (await (await fetch(address, { headers })).json()) as Attachment
  const link = (await (await fetch(`${address}/link`, { method: 'POST', headers })).json()) as { url: string }
  return { about, content: Buffer.from(await (await fetch(portal.url + link.url)).arrayBuffer()) }
}

/** Chooses a drawing and waits until the screen shows it as stored. */
export async function attachDrawing(page: Page, name: string): Promise<void> {
  await drawings(page).setInputFiles(pdf(name))
  await expect(page.getByRole('button', { name: `${name}を表示` })).toBeVisible()
}

/** Resolves with the response to the upload of that file. */
export async function uploaded(page: Page, choose: () => Promise<unknown>): Promise<Attachment> {
  const answer = page.waitForResponse((response) => isUpload(response.request()) && response.status() === 201)
  await choose()
  return (await (await answer).json()) as Attachment
}

export function isUpload(request: { method(): string; url(): string }): boolean {
  return request.method() === 'POST' && request.url().endsWith('/o/attachments')
}
