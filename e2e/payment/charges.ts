import type { Page } from '@playwright/test'
import { expectCardPage } from '../support/form-actions.ts'
import { expect } from '../support/journey.ts'
import type { Portal, Resident, SandboxClient } from '../support/journey.ts'
import { newCharge, stored } from '../support/provider-view.ts'
import { startSignedIn } from '../support/signed-in.ts'

export const cards = {
  pays: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  paysLater: '4000 0000 0000 9995',
  undecided: '4000 0000 0000 3220',
} as const

/** The slow cards are decided ten seconds after the payment, by the API's clock. */
export const untilDecided = 11_000

export function title(page: Page) {
  return page.getByRole('heading', { level: 1 })
}
export function payButton(page: Page) {
  return page.getByRole('button', { name: '支払う', exact: true })
}
export function declineButton(page: Page) {
  return page.getByRole('button', { name: '支払わずに申請を取り下げる' })
}

export function payPath({ tenantId }: Resident, chargeId: string): string {
  return `/${tenantId}/charges/${chargeId}/pay`
}

export function callback({ tenantId }: Pick<Resident, 'tenantId'>, result: string, query = ''): string {
  return `/callbacks/payment_${result}?tenantId=${tenantId}${query}`
}

/** Opens the page of a charge that awaits payment, as a signed-in resident. */
export async function openCharge(
  page: Page,
  portal: Portal,
  sandbox: SandboxClient,
): Promise<{ resident: Resident; chargeId: string }> {
  const { resident, chargeId } = await newCharge(sandbox)
  await startSignedIn(page, portal, resident)
  await page.goto(payPath(resident, chargeId))
  await expect(payButton(page)).toBeVisible()
  return { resident, chargeId }
}

/** Clicks 支払う and waits for the page of the card provider. */
export async function leaveToPay(page: Page, portal: Portal): Promise<void> {
  await payButton(page).click()
  await expectCardPage(page, portal)
}

export async function payWith(page: Page, number: string): Promise<void> {
  await page.getByRole('textbox', { name: 'カード番号' }).fill(number)
  await page.getByRole('button', { name: '支払う' }).click()
}

export async function chargeInStatus(sandbox: SandboxClient, resident: Resident, status: string): Promise<string> {
  const charge = (await stored(sandbox, resident)).charges.find((one) => one.status === status)
  if (charge === undefined) throw new Error(`The sample orders contain no charge in ${status}`)
  return charge.chargeId
}
