import { expect, test } from '../support/journey.ts'
import { applicationPath, consultation } from '../support/ready-application.ts'

test('keeps the focus ring of fields and paired fields inside the screen at a text size of 200 %', async ({
  signedIn: page,
  resident,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(applicationPath(resident, { ...consultation(), answers: {} }, 'consultation'))
  const first = page.getByRole('checkbox', { name: '睡眠' })
  await first.check()
  // Outline, offset and shadow need 6 px around the control; the section clips anything beyond its edge.
  const space = await first.evaluate((control) => {
    const section = control.closest('section')
    if (section === null) throw new Error('The field is in no section')
    return control.getBoundingClientRect().left - section.getBoundingClientRect().left
  })
  expect(space).toBeGreaterThanOrEqual(6)

  await page.getByRole('radio', { name: '0歳' }).check()
  await page.getByRole('radio', { name: '電話で相談する' }).check()
  await page.getByRole('button', { name: '次へ' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('日時と連絡先')
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  for (const name of [/^姓/, /^名/, /^セイ/, /^メイ/]) {
    const box = await page.getByRole('textbox', { name }).boundingBox()
    if (box === null) throw new Error(`${String(name)} is not shown`)
    expect(box.x + box.width, String(name)).toBeLessThanOrEqual(360)
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})

test('ends the number of a corporation inside the screen at a text size of 200 %', async ({ signedIn: page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/application/minato-city/road-occupancy/corporate')
  const number = page.getByLabel('法人番号')
  await expect(number).toBeVisible()
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  const box = await number.boundingBox()
  if (box === null) throw new Error('The number is not shown')
  expect(box.x + box.width).toBeLessThanOrEqual(360)
})

test('shows the bar of the form after the questions, covering none of them, at a text size of 200 %', async ({
  signedIn: page,
  resident,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(applicationPath(resident, { ...consultation(), answers: {} }, 'consultation'))
  const next = page.getByRole('button', { name: '次へ' })
  await expect(next).toBeInViewport()
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  await expect(next).not.toBeInViewport()
  await next.scrollIntoViewIfNeeded()
  await expect(next).toBeInViewport({ ratio: 1 })
})

test('keeps the days of the filters in the history inside their card at a text size of 200 %', async ({
  signedIn: page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto('/minato-city/applicationhistory')
  await page.getByText('絞り込み').click()
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  for (const name of ['状況', '開始日', '終了日']) {
    const box = await page.getByLabel(name).boundingBox()
    if (box === null) throw new Error(`${name} is not shown`)
    expect(box.x + box.width, name).toBeLessThanOrEqual(320)
  }
})
