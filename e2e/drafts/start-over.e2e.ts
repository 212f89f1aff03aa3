import type { Locator } from '@playwright/test'
import { expect, test } from '../support/journey.ts'
import { stored } from '../support/provider-view.ts'
import { applicationPath, certificate, saveDraft } from '../support/ready-application.ts'

test('a draft is not deleted by the double click or the held key that asks to start over', async ({
  signedIn: page,
  portal,
  sandbox,
  resident,
}) => {
  await saveDraft(portal, resident, certificate())
  await page.goto(applicationPath(resident, certificate(), 'applicant'))
  const startOver = page.getByRole('button', { name: 'はじめから入力する' })
  const dialog = page.getByRole('dialog', { name: '入力した内容を消して、はじめから入力しますか' })

  await startOver.focus()
  for (let press = 0; press < 3; press += 1) await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await expect(dialog.getByRole('heading')).toBeFocused()

  const deletes = await boxOf(dialog.getByRole('button', { name: '消してはじめから入力する' }))
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await startOver.evaluate((button, y) => window.scrollBy(0, button.getBoundingClientRect().y - y), deletes.y)
  const asks = await boxOf(startOver)
  const [x, y] = [Math.max(asks.x, deletes.x) + 8, Math.max(asks.y, deletes.y) + 8]
  expect(
    [asks, deletes].every((box) => x < box.x + box.width && y < box.y + box.height),
    'the second click would meet the button that deletes',
  ).toBe(true)
  await page.mouse.dblclick(x, y)
  await expect(dialog).toBeVisible()

  await dialog.getByRole('button', { name: 'キャンセル' }).click()
  await expect(dialog).toHaveCount(0)
  expect((await stored(sandbox, resident)).drafts).toHaveLength(1)
})

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (box === null) throw new Error('It is not visible')
  return box
}
