import { expect, test } from '../../support/journey.ts'
import { accountActions } from './account-actions.ts'
import { applicationActions } from './application-actions.ts'
import { applyFault } from './submit-faults.ts'
import { watchWire } from './oracles.ts'
import { paymentActions } from './payment-actions.ts'

test.use({ offContract: true })

for (const action of [...accountActions, ...applicationActions, ...paymentActions])
  test(`${action.name}: two clicks in one tick and an extra Enter send one request (P-01)`, async ({
    page,
    portal,
    sandbox,
    resident,
  }) => {
    const prepared = await action.prepare({ page, portal, sandbox, resident })
    if (!(await prepared.button.isVisible())) {
      // A file is sent when it is chosen; the button to click is the retry button.
      const endFault = await applyFault(page, sandbox, 'F6', action.target)
      await prepared.click()
      await expect(prepared.button).toBeVisible()
      await endFault()
    }
    // The response is delayed, so that the later clicks happen during the request.
    await sandbox.post('faults', { kind: 'slow', operation: action.target.operation, delayMs: 500, times: 1 })
    const sent = watchWire(page, action.target)
    await prepared.button.focus()
    await prepared.button.evaluate((button: HTMLElement) => {
      button.click()
      button.click()
    })
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    await prepared.succeeded()
    await sandbox.post('faults', { clear: true })
    expect(sent).toHaveLength(1)
    if (prepared.effects !== undefined) expect(await prepared.effects()).toBe(1)
  })
