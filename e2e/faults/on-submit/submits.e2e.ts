import { expect, test } from '../../support/journey.ts'
import { accountActions } from './account-actions.ts'
import type { Action, Ground, Stage } from './action.ts'
import { applicationActions } from './application-actions.ts'
import { applyFault, faultIds, faults, patience, shortenPatience } from './submit-faults.ts'
import type { FaultId } from './submit-faults.ts'
import { expectCatalogueText, expectFocusIn, typedValues, watchWire } from './oracles.ts'
import { paymentActions } from './payment-actions.ts'

/**
 * R-02, matrix B: 12 actions × 8 faults that meet the press. `npm test` runs login, submit and proceed; `npm run matrix -- B`
 * runs all 96 cells.
 */
const actions: Action[] = [...accountActions, ...applicationActions, ...paymentActions]
const everyTime = new Set(['login', 'submit application', 'proceed'])
const password = 'Portal-2026!'

test.use({ offContract: true, trace: 'off' })

for (const action of actions) {
  for (const fault of faultIds) {
    test(
      `${action.name} × ${fault}, ${faults[fault]}: nothing typed is lost, nothing is done twice (R-02)`,
      { tag: ['@matrix-b', ...(everyTime.has(action.name) ? [] : ['@full'])] },
      async ({ page, portal, sandbox, resident }) => meet(action, fault, { page, portal, sandbox, resident }),
    )
  }
}

async function meet(action: Action, fault: FaultId, ground: Ground): Promise<void> {
  const { page, sandbox } = ground
  if (fault === 'F8') await shortenPatience(page, action.patience ?? patience)
  const stage = await action.prepare(ground)
  const outcome = action.outcome?.(fault) ?? 'told'
  const typed = await typedValues(page)
  const sent = watchWire(page, action.target)
  const endFault = await applyFault(page, sandbox, fault, action.target)
  let presses = 1
  await stage.press()

  if (outcome === 'told') {
    await expectTold(action, stage)
    expect(await typedValues(page), 'every typed value is still there').toEqual(typed)
    await endFault()
  } else if (outcome === 'sign-in') {
    await signInAgain()
    expect(await typedValues(page), 'every typed value is still there').toEqual(typed)
    await expect(stage.focused ?? stage.button, 'the focus is back where it was').toBeFocused()
  } else if (outcome === 'asking') {
    // What was typed is shown as the application that is under way; that it is complete is seen in what arrives.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/申請を処理しています|申請は届いていません/)
    await endFault()
    await expectTold(action, stage)
  }
  if (outcome !== 'done') {
    await expect(stage.button).toBeEnabled()
    await expect(stage.button).not.toHaveAttribute('aria-busy')
    expect(sent.length, 'nothing is sent without a press').toBeLessThanOrEqual(mostRequests())
    presses += 1
    await stage.press()
  }
  await stage.succeeded()
  if (outcome === 'done') await endFault()
  expect(sent.length, 'nothing is sent without a press').toBeLessThanOrEqual(mostRequests())
  const keys = sent.map((request) => request.headers()['idempotency-key'])
  expect(new Set(keys).size, 'a second press sends the same key').toBe(1)
  if (stage.effects !== undefined) expect(await stage.effects(), 'it is done once').toBe(1)

  /** A refused session is renewed once and the request repeated, all of one press. */
  function mostRequests(): number {
    if (action.repeatsItself === true) return Infinity
    return outcome === 'sign-in' ? presses + 1 : presses
  }

  async function signInAgain(): Promise<void> {
    const dialog = page.getByRole('dialog')
    await expectCatalogueText(dialog.getByRole('heading').first())
    await expectFocusIn(dialog)
    await endFault()
    await dialog.getByLabel('パスワード').first().fill(password)
    await dialog.getByRole('button', { name: 'ログイン', exact: true }).click()
    await expect(dialog).toHaveCount(0)
  }
}

async function expectTold(action: Action, { message }: Stage): Promise<void> {
  await expect(message).toBeVisible({ timeout: 15_000 })
  await expectCatalogueText(message)
  if (action.keepsFocus !== true) await expectFocusIn(message)
}
