import { expect, test } from '../../support/journey.ts'
import { accountActions } from './account-actions.ts'
import type { Action, ActionSetup, PreparedAction } from './action.ts'
import { applicationActions } from './application-actions.ts'
import { applyFault, faultIds, faults, timeoutMs, shortenRequestTimeout } from './submit-faults.ts'
import type { FaultId } from './submit-faults.ts'
import { expectCatalogueText, expectFocusIn, typedValues, watchWire } from './oracles.ts'
import { paymentActions } from './payment-actions.ts'

/**
 * R-02, matrix B: 12 actions × 8 faults during the click.
 */
const actions: Action[] = [...accountActions, ...applicationActions, ...paymentActions]
const password = 'Portal-2026!'

test.use({ offContract: true })

for (const action of actions) {
  for (const fault of faultIds) {
    test(
      `${action.name} × ${fault}, ${faults[fault]}: keeps typed values and executes once (R-02)`,
      { tag: '@matrix-b' },
      async ({ page, portal, sandbox, resident }) => runUnderFault(action, fault, { page, portal, sandbox, resident }),
    )
  }
}

async function runUnderFault(action: Action, fault: FaultId, setup: ActionSetup): Promise<void> {
  const { page, sandbox } = setup
  if (fault === 'F8') await shortenRequestTimeout(page, action.timeoutMs ?? timeoutMs)
  const prepared = await action.prepare(setup)
  const outcome = action.outcome?.(fault) ?? 'message'
  const isRepeated = action.isRepeated?.(fault) ?? false
  const typed = await typedValues(page)
  const sent = watchWire(page, action.target)
  const endFault = await applyFault(page, sandbox, fault, action.target)
  let clicks = 1
  await prepared.click()

  if (outcome === 'message') {
    await expectMessage(action, prepared)
    expect(await typedValues(page), 'every typed value is kept').toEqual(typed)
    await endFault()
  } else if (outcome === 'sign-in') {
    await signInAgain()
    expect(await typedValues(page), 'every typed value is kept').toEqual(typed)
    await expect(prepared.focused ?? prepared.button, 'the focus returns').toBeFocused()
  } else if (outcome === 'checking') {
    // The page shows the pending application; `succeeded` checks that it is complete.
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      /(申請|予約)を処理しています|(申請|予約)は届いていません/,
    )
    await endFault()
    await expectMessage(action, prepared)
  }
  if (outcome !== 'done' && !isRepeated) {
    await expect(prepared.button).toBeEnabled()
    await expect(prepared.button).not.toHaveAttribute('aria-busy')
    expect(sent.length, 'no request without a click').toBeLessThanOrEqual(maxRequests())
    clicks += 1
    await prepared.click()
  }
  await prepared.succeeded()
  if (outcome === 'done') await endFault()
  expect(sent.length, 'no request without a click').toBeLessThanOrEqual(maxRequests())
  const keys = sent.map((request) => request.headers()['idempotency-key'])
  expect(new Set(keys).size, 'a retry sends the same Idempotency-Key').toBe(1)
  if (prepared.effects !== undefined) expect(await prepared.effects(), 'executed once').toBe(1)

  /** After a 401 the client renews the session and repeats the request once, for one click. */
  function maxRequests(): number {
    if (action.savesAutomatically === true) return Infinity
    return clicks + (isRepeated ? 1 : 0) + (outcome === 'sign-in' ? 1 : 0)
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

async function expectMessage(action: Action, { message }: PreparedAction): Promise<void> {
  await expect(message).toBeVisible({ timeout: 15_000 })
  await expectCatalogueText(message)
  if (action.keepsFocus !== true) await expectFocusIn(message)
}
