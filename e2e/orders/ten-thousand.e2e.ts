import { expect, test } from '../support/journey.ts'
import { startSignedIn } from '../support/signed-in.ts'

// Uses pages of a thousand rows, although the contract allows a hundred, because this test is about the list on the
// screen. Traces are off, because a trace would copy the list at every step, and look-ups by role are avoided, because
// each reads the whole list.
test.use({ offContract: true, trace: 'off', screenshot: 'off' })

test('a history of ten thousand orders draws only the rows near the screen', async ({ page, portal, residentWith }) => {
  test.setTimeout(180_000)
  const resident = await residentWith({ seed: 'orders' })
  await startSignedIn(page, portal, resident)
  await page.route('**/o/orders?*', async (route, request) => {
    const from = Number(new URL(request.url()).searchParams.get('cursor') ?? 0)
    const response = await route.fetch({ url: request.url().replace(/&cursor=\d+/, '') })
    const { items } = (await response.json()) as { items: object[] }
    const thousand = Array.from({ length: 1000 }, (_, index) => ({
      ...items[index % items.length],
      orderId: `OR-${from + index}`,
    }))
    await route.fulfill({ response, json: { items: thousand, nextCursor: from < 9000 ? String(from + 1000) : null } })
  })
  await page.goto('/minato-city/applicationhistory')
  for (let count = 1000; count <= 10_000; count += 1000) {
    await page.waitForFunction((rows) => document.querySelectorAll('main ul > li').length === rows, count)
    if (count === 10_000) break
    await page.evaluate(() => {
      const more = [...document.querySelectorAll<HTMLElement>('main button')].find(
        (button) => button.textContent === 'さらに表示',
      )
      more?.click()
    })
  }
  // The browser draws only the rows near the screen: what a jump costs does not grow with the list.
  const { drawn, milliseconds } = await page.evaluate(async () => {
    const rows = [...document.querySelectorAll('main ul > li')].map((row) => row.firstElementChild)
    const drawn: number[] = []
    const times: number[] = []
    for (let step = 0; step < 61; step += 1) {
      const start = performance.now()
      window.scrollTo(0, (document.documentElement.scrollHeight * step) / 61)
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      times.push(performance.now() - start)
      drawn.push(rows.filter((row) => row?.checkVisibility({ contentVisibilityAuto: true })).length)
    }
    return { drawn, milliseconds: times.toSorted((one, other) => one - other)[30] }
  })
  const description = `${Math.round(milliseconds ?? Number.NaN)} ms`
  test.info().annotations.push({ type: 'a jump through the list', description })
  expect(Math.min(...drawn), 'rows on the screen').toBeGreaterThan(0)
  expect(Math.max(...drawn), 'rows that are drawn').toBeLessThan(100)
})
