import type { Locator, Page } from '@playwright/test'
import { expectCardPage, workingDayFromNow } from '../support/form-actions.ts'
import { expectTitle, press, typeInto } from '../identity/keyboard.ts'
import { expect, test } from '../support/journey.ts'
import { certificate, openReview } from '../support/ready-application.ts'

/** A window of WebKit is not narrower than 334 pixels. */
const smallWindow = '@chromium'

test.describe('with the keyboard alone', () => {
  test('a resident signs in, applies and finds the application @main', async ({ page, resident }) => {
    await page.goto(`/login/${resident.tenantId}`)
    await typeInto(page.getByLabel('メールアドレス'), resident.email)
    await typeInto(page.getByLabel('パスワード', { exact: false }).first(), resident.password)
    await page.keyboard.press('Enter')
    await expectTitle(page, '手続き一覧')
    await press(page.getByRole('link', { name: '子育て相談の予約' }).first())

    await expectTitle(page, '相談の内容')
    await press(page.getByLabel('睡眠'), 'Space')
    await choose(page.getByLabel('0歳', { exact: true }))
    await typeInto(page.getByLabel('相談の内容', { exact: true }), '夜中に何度も起きます。')
    await choose(page.getByLabel('電話で相談する'))
    await press(page.getByRole('button', { name: '次へ' }))

    await expectTitle(page, '日時と連絡先')
    await press(page.getByRole('button', { name: '入力内容を確認する' }))
    await press(page.getByRole('link', { name: /^希望日/ }))
    await expect(page.getByLabel('希望日')).toBeFocused()
    // A native date field is typed part by part; only its whole value is checked here.
    await page.getByLabel('希望日').fill(workingDayFromNow(7))
    await choose(page.getByLabel('10:30'))
    await typeInto(page.getByLabel('姓', { exact: true }), '山田')
    await typeInto(page.getByLabel('名', { exact: true }), '花子')
    await typeInto(page.getByLabel('セイ（フリガナ）'), 'ヤマダ')
    await typeInto(page.getByLabel('メイ（フリガナ）'), 'ハナコ')
    await typeInto(page.getByLabel('電話番号'), '09012345678')
    await press(page.getByRole('button', { name: '入力内容を確認する' }))

    await expectTitle(page, '入力内容の確認')
    await press(page.getByLabel('上記の内容に誤りがないことを確認しました。'), 'Space')
    await press(page.getByRole('button', { name: '送信する' }))
    await expectTitle(page, '予約を受け付けました')
  })

  test('a resident pays a fee at the card provider and comes back', async ({ page, portal, resident }) => {
    await openReview(page, portal, resident, certificate())
    await press(page.getByRole('button', { name: '送信して支払いへ進む' }))
    await expectCardPage(page, portal)
    await typeInto(page.getByRole('textbox', { name: 'カード番号' }), '4242 4242 4242 4242')
    await press(page.getByRole('button', { name: '支払う' }))
    await expect(page).toHaveURL(/\/order\/success$/)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('申請が完了しました')
  })

  for (const { name, path, shows } of [
    {
      name: 'the list of procedures',
      path: '/minato-city/applicationlist',
      shows: (page: Page) => page.getByRole('link', { name: '子育て相談の予約' }).first(),
    },
    {
      name: 'a form with its button bar at the bottom',
      path: '/application/minato-city/residence-certificate/individual',
      shows: (page: Page) => page.getByRole('textbox', { name: '通数' }),
    },
    {
      name: 'the profile form',
      path: '/minato-city/userprofile?view=edit',
      shows: (page: Page) => page.getByLabel('電話番号'),
    },
  ])
    for (const { window, size, tag } of [
      { window: 'its usual window', size: null, tag: [] },
      { window: 'a window of 1280 × 1024 at 400 %', size: { width: 320, height: 256 }, tag: smallWindow },
    ])
      test(
        `every tab stop of ${name} is visible, and none is a keyboard trap, in ${window}`,
        { tag },
        async ({ signedIn: page }) => {
          if (size !== null) await page.setViewportSize(size)
          await page.goto(path)
          await expect(shows(page)).toBeVisible()
          await page.waitForLoadState('networkidle')
          const { stops, findings, left } = await tabThrough(page)
          expect(findings).toEqual([])
          expect(left, 'Tab leaves the page at the end, or begins again at its start').toBe(true)
          expect(stops).toBeGreaterThan(10)
        },
      )

  for (const [width, height] of [
    [320, 256],
    [360, 740],
    [1280, 800],
  ] as const)
    test(
      `notices stay inside a window of ${width} × ${height}, leave most of it free and cover no tab stop (WCAG 1.4.10, 2.4.11)`,
      // An automated Firefox shows no focus after Back.
      { tag: '@chromium' },
      async ({ signedIn: page, sandbox }) => {
        await page.setViewportSize({ width, height })
        await sandbox.post('config', { limits: { notificationMs: 600_000 } })
        try {
          await page.goto('/minato-city/applicationlist')
          await page.getByRole('link', { name: '子育て相談の予約' }).first().click()
          await expectTitle(page, '相談の内容')
          const notices = page.getByRole('region', { name: 'お知らせ' })
          for (const count of [1, 2, 3, 4]) {
            await page.getByRole('button', { name: '一時保存する' }).click()
            await expect(notices.getByRole('status')).toHaveCount(count)
          }
          await expectNoticesInside(page, notices)
          const details = page.getByLabel('相談の内容', { exact: true })
          await details.evaluate((field) => field.scrollIntoView({ block: 'start' }))
          await details.focus()
          // The notices have left the field. On a wide window the page can be scrolled away from them.
          if (width < 1280) await page.getByRole('button', { name: '次へ' }).click({ trial: true })
          expect((await tabThrough(page)).findings, 'in the form').toEqual([])
          await page.goBack()
          await expect(page.getByRole('heading', { level: 1, name: '手続き一覧' })).toBeVisible()
          await expectNoticesInside(page, notices)
          expect((await tabThrough(page)).findings, 'in the list').toEqual([])
        } finally {
          await sandbox.post('config', { limits: { notificationMs: 5_000 } })
        }
      },
    )
})

/** The last notice can be read, and the pile of all of them is inside the window and covers at most half of it. */
async function expectNoticesInside(page: Page, notices: Locator): Promise<void> {
  await expect(notices.getByRole('status').last()).toBeInViewport()
  const { height = 0 } = page.viewportSize() ?? {}
  const pile = await notices.evaluate((section) => {
    const box = [...section.children].find(({ clientHeight }) => clientHeight > 0)?.getBoundingClientRect()
    return box === undefined ? null : { top: box.top, bottom: box.bottom }
  })
  if (pile === null) throw new Error('There are no notices')
  expect(pile.top).toBeGreaterThanOrEqual(0)
  expect(pile.bottom).toBeLessThanOrEqual(height)
  expect(pile.bottom - pile.top).toBeLessThanOrEqual(height / 2)
}

/** Reaches a group of radio buttons, which is one tab stop, and selects an option with the arrow keys. */
async function choose(radio: Locator): Promise<void> {
  const page = radio.page()
  const group = await radio.getAttribute('name')
  await press(page.locator(`input[type=radio][name="${group}"]`).first(), 'Space')
  for (let arrows = 0; arrows < 30 && !(await radio.isChecked()); arrows += 1) await page.keyboard.press('ArrowDown')
  await expect(radio).toBeChecked()
  await expect(radio).toBeFocused()
}

type Stop = { name: string; place: string; hidden: boolean; unmarked: boolean; before: boolean }

/** Presses Tab from the start of the page to its end and checks each stop. */
async function tabThrough(page: Page): Promise<{ stops: number; findings: string[]; left: boolean }> {
  const findings: string[] = []
  await page.evaluate(() => {
    window.scrollTo(0, 0)
    for (const name of ['firstStop', 'lastStop']) Reflect.deleteProperty(window, name)
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  })
  for (let stops = 0; stops < 120; stops += 1) {
    await page.keyboard.press('Tab')
    const stop = await page.evaluate(readFocus)
    if (stop === null) return { stops, findings, left: true }
    if (stop.hidden) findings.push(`${stop.name}, ${stop.place}, is outside the view or covered`)
    if (stop.unmarked) findings.push(`${stop.name} does not show that it is focused`)
    if (stop.before) findings.push(`${stop.name} comes before the stop that led to it`)
  }
  return { stops: 120, findings, left: false }
}

/** Runs in the page: the focused element, or null if the focus has left the page or is at its first stop again. */
async function readFocus(): Promise<Stop | null> {
  const element = document.activeElement
  if (element === null || element === document.body || element === Reflect.get(window, 'firstStop')) return null
  const name = `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 30)}" ${element.id}`
  // A browser may scroll to the focus in one of the next frames: the stop is read once it has stood still for two.
  for (let top = Number.NaN, still = 0; still < 2;) {
    await new Promise((resolve) => requestAnimationFrame(resolve))
    const now = element.getBoundingClientRect().top
    still = now === top ? still + 1 : 0
    top = now
  }
  const box = element.getBoundingClientRect()
  // The middle of the upper half: a partly covered stop counts as visible, a wholly covered one does not.
  const marks: [number, number][] = [
    [box.left + box.width / 2, box.top + box.height / 2],
    [box.left + 4, box.top + 4],
    [box.right - 4, box.bottom - 4],
  ]
  const seen = marks.some(([x, y]) => {
    const top = document.elementFromPoint(x, y)
    return top !== null && (top === element || element.contains(top) || top.contains(element))
  })
  // The visually hidden input of a custom control shows its focus ring on the element beside it.
  const drawn = [element, element.parentElement, element.nextElementSibling].filter((each) => each !== null)
  const marked = drawn.some((each) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each)
    return (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none'
  })
  const last = Reflect.get(window, 'lastStop') as Element | undefined
  if (last === undefined) Reflect.set(window, 'firstStop', element)
  const before = last !== undefined && (last.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) !== 0
  Reflect.set(window, 'lastStop', element)
  const place = `stop at ${Math.round(box.left)}, ${Math.round(box.top)} of ${innerWidth} × ${innerHeight}`
  return { name, place, hidden: !seen, unmarked: !marked, before }
}
