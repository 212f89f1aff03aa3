import type { Page } from '@playwright/test'
import { phrasesOf } from '../../forms/phrases/phrases.ts'
import { fixtureOf } from '../faults/on-load/fixture.ts'
import { routesUnderTest, storeRememberedOrder } from '../faults/on-load/routes-under-test.ts'
import { expect, test } from '../support/journey.ts'
import { applicationPath, certificate, saveDraft } from '../support/ready-application.ts'
import { startSignedIn } from '../support/signed-in.ts'

/** Other engines look at these only. */
const inEveryEngine: readonly string[] = [
  'mailConfirmation',
  'emailChange',
  'registration',
  'application',
  'chargeSuccess',
]

/** Pages whose h1 is the name of a service, which the API returns at run time. */
const namedByApi: readonly string[] = ['historyDetails', 'procedure']

for (const target of routesUnderTest)
  test(
    `no heading of ${target.route} has a line that ends inside a phrase`,
    { tag: inEveryEngine.includes(target.route) ? [] : '@chromium' },
    async ({ page, portal }) => {
      const fixture = await fixtureOf(portal)
      if (target.session) await startSignedIn(page, portal, fixture.resident)
      await storeRememberedOrder(page, target, fixture)
      await page.goto(target.address(fixture))
      await expect(page.getByRole('heading', { level: 1, name: target.title })).toBeVisible()
      await page.waitForLoadState('networkidle')
      await expectWholePhrases(page, namedByApi.includes(target.route) ? 'main h2' : undefined)
    },
  )

test('no heading of a form and its dialog has a line that ends inside a phrase', async ({
  signedIn: page,
  portal,
  resident,
}) => {
  await saveDraft(portal, resident, certificate())
  await page.goto(applicationPath(resident, certificate(), 'applicant'))
  const heading = page.getByRole('heading', { level: 1, name: '住民票の写しの交付請求', exact: true })
  await expect(heading).toBeVisible()
  expect(await heading.textContent()).toBe('住民票の写しの交付請求')
  await page.getByRole('button', { name: 'はじめから入力する' }).click()
  await expect(page.getByRole('dialog').getByRole('heading')).toBeVisible()
  await expectWholePhrases(page)
})

/** Larger than any heading of the portal, so that most headings take several lines. */
const sizes = ['1.5rem', '2.5rem']

/** Chromium finds phrases itself (`auto-phrase`), other browsers do not: this takes it away. */
async function expectWholePhrases(page: Page, selector = 'main h1, main h2, dialog h2'): Promise<void> {
  // A heading may be for screen readers only.
  await expect(page.locator(selector).filter({ visible: true }).first()).toBeVisible()
  await page.setViewportSize({ width: 360, height: 740 })
  for (const size of sizes) {
    const headings = await page.evaluate(
      ([chosen, fontSize]) => {
        const sheet = new CSSStyleSheet()
        sheet.replaceSync(`h1, h2, h3 { word-break: normal } h1, h2 { font-size: ${fontSize} !important }`)
        document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
        const found = [...document.querySelectorAll<HTMLElement>(chosen)].map((heading) => {
          const lines: string[] = []
          let bottom = -Infinity
          const walker = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT)
          for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
            const text = node.textContent ?? ''
            for (let at = 0; at < text.length; at++) {
              const range = document.createRange()
              range.setStart(node, at)
              range.setEnd(node, at + 1)
              const box = range.getBoundingClientRect()
              if (box.top >= bottom) lines.push('')
              bottom = box.bottom
              lines.push((lines.pop() ?? '') + text[at])
            }
          }
          return lines
        })
        document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -1)
        return found
      },
      [selector, size] as const,
    )
    expect(headings.length).toBeGreaterThan(0)
    expect(headings.filter(isDividedInside), `at ${size}`).toEqual([])
  }
  const apart = await page
    .locator(`:is(${selector}):has(> wbr)`)
    .evaluateAll((headings) => headings.filter((one) => getComputedStyle(one).display === 'flex').map((one) => one.id))
  expect(apart, 'headings that put the gap of a flex container between their phrases').toEqual([])
}

/** A phrase that is longer than every line of its heading has to be divided. */
function isDividedInside(lines: readonly string[]): boolean {
  const longest = Math.max(...lines.map((line) => line.length))
  const phrases = phrasesOf(lines.join(''))
  let start = 0
  const ends = new Set<number>()
  const lineEnds = new Set<number>()
  for (const line of lines) lineEnds.add((start += line.length))
  start = 0
  for (const phrase of phrases) {
    for (let at = start + 1; at < start + phrase.length; at++) if (phrase.length <= longest) ends.add(at)
    start += phrase.length
  }
  return [...lineEnds].some((end) => ends.has(end))
}
