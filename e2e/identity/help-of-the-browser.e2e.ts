import type { Locator } from '@playwright/test'
import { expect, test } from '../support/journey.ts'
import { codeTo } from './outbox.ts'

test('address, password and code can come from a password manager, the clipboard or a message', async ({
  page,
  context,
  sandbox,
  residentWith,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const phone = `+8190${String(Date.now()).slice(-8)}`
  const resident = await residentWith({ phone, mfa: { enabled: ['SMS_MFA'] } })
  await page.goto(`/login/${resident.tenantId}`)
  const address = page.getByLabel('メールアドレス')
  await expect(address).toHaveAttribute('autocomplete', 'username')
  await expect(address).toHaveAttribute('type', 'email')
  await pasteInto(address, resident.email)
  await expect(address).toHaveValue(resident.email)
  const password = page.getByLabel('パスワード', { exact: false }).first()
  await expect(password).toHaveAttribute('autocomplete', 'current-password')
  await expect(password).toHaveAttribute('type', 'password')
  await pasteInto(password, resident.password)
  await page.getByRole('button', { name: 'パスワードを表示' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await expect(password).toHaveValue(resident.password)
  await page.getByRole('button', { name: 'ログイン', exact: true }).click()

  const code = page.getByRole('textbox', { name: '確認コード' })
  await expect(code, 'one field for the whole code').toHaveCount(1)
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(code).toHaveAttribute('inputmode', 'numeric')
  const digits = await codeTo(sandbox, phone)
  await pasteInto(code, ` ${digits.slice(0, 3)} ${digits.slice(3)} `)
  await expect(page.getByRole('heading', { level: 1, name: '手続き一覧' })).toBeVisible()
})

/** Pastes with the keyboard: a field that blocks pasting stays empty. */
async function pasteInto(field: Locator, text: string): Promise<void> {
  const page = field.page()
  await field.focus()
  await page.evaluate((words) => navigator.clipboard.writeText(words), text)
  await page.keyboard.press('ControlOrMeta+v')
}
