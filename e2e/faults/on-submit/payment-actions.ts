import { expect } from '@playwright/test'
import { expectCardPage } from '../../support/form-actions.ts'
import { asResident, effectsOf, newCharge } from '../../support/provider-view.ts'
import { startSignedIn } from '../../support/signed-in.ts'
import { ofUser } from './action.ts'
import type { Action, ActionSetup } from './action.ts'

export const paymentActions: Action[] = [
  {
    name: 'proceed',
    target: { operation: 'proceedCharge', method: 'POST', path: /\/proceed$/ },
    outcome: ofUser,
    async prepare(setup) {
      const { page, portal } = setup
      const charge = await openCharge(setup, 'pay')
      const button = page.getByRole('button', { name: '支払う', exact: true })
      await expect(button).toBeVisible()
      return {
        button,
        click: () => button.click(),
        message: page.getByRole('alert'),
        succeeded: () => expectCardPage(page, portal),
        effects: () => charge.times('attempt-started'),
      }
    },
  },
  {
    name: 'decline',
    target: { operation: 'declineCharge', method: 'POST', path: /\/decline$/ },
    outcome: (fault) => (fault === 'F7' ? 'done' : ofUser(fault)),
    async prepare(setup) {
      const { page } = setup
      const charge = await openCharge(setup, 'cancel')
      const button = page.getByRole('button', { name: '支払わずに申請を取り下げる' })
      await expect(button).toBeVisible()
      return {
        button,
        click: () => button.click(),
        message: page.getByRole('alert'),
        async succeeded() {
          await expect(page.getByRole('heading', { level: 1 })).toHaveText('申請を取り下げました')
          expect((await charge.now()).status).toBe('CANCELLED')
        },
        effects: () => charge.times('charge-declined'),
      }
    },
  },
]

async function openCharge({ page, portal, sandbox }: ActionSetup, view: 'pay' | 'cancel') {
  const { resident, chargeId } = await newCharge(sandbox)
  const provider = await asResident(portal, resident)
  await startSignedIn(page, portal, resident)
  await page.goto(`/minato-city/charges/${chargeId}/${view}`)
  return {
    now: () => provider.charge(chargeId),
    async times(name: string) {
      const { effects } = await effectsOf(sandbox, resident)
      return effects.filter(({ effect }) => effect === name).length
    },
  }
}
