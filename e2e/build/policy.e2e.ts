import type { Page } from '@playwright/test'
import { fillApplicant } from '../support/form-actions.ts'
import { expect, test } from '../support/journey.ts'

/** The header of every document. `journey.ts` reports violations in every journey. */
test.describe('the content security policy', () => {
  test('turns no text into code or markup, and forms still work @main', async ({ signedIn: page, watched }) => {
    await page.goto('/application/minato-city/residence-certificate/individual')
    await fillApplicant(page)
    const otherPurpose = page.getByLabel('使いみちの内容')
    await expect(otherPurpose).toBeHidden()
    await page.getByLabel('その他', { exact: true }).check()
    await expect(otherPurpose).toBeVisible()

    expect(await blocked(page, 'eval')).toBe('EvalError')
    expect(await blocked(page, 'markup')).toBe('TypeError')
    expect(await blocked(page, 'policy')).toBe('TypeError')
    // The fixture of every journey has recorded each violation; these were intended.
    await expect.poll(() => watched.length).toBe(3)
    watched.length = 0
  })

  test('leaves a page that another site frames empty', async ({ browser, portal }) => {
    // A context of its own, which is not watched: the browser must report violations here.
    const context = await browser.newContext({ locale: 'ja-JP' })
    const page = await context.newPage()
    await page.route('http://evil.test/', (route) =>
      route.fulfill({ contentType: 'text/html', body: `<iframe src="${portal.url}/login/minato-city"></iframe>` }),
    )
    await page.goto('http://evil.test/')
    await expect
      .poll(() =>
        page
          .frames()
          .find((frame) => frame !== page.mainFrame())
          ?.url(),
      )
      .toMatch(/^(chrome-error|about:neterror)/)

    // The same address renders without a frame, so the frame is the reason for the empty page.
    await page.goto(`${portal.url}/login/minato-city`)
    await expect(page.getByRole('heading', { level: 1, name: 'ログイン' })).toBeVisible()
    await context.close()
  })
})

type PolicyFactory = { createPolicy(name: string, rules: { createHTML: (text: string) => string }): unknown }

/**
 * Name of the error that the browser throws at an attempt; null if it allows it. Runs in a timer, because the policy
 * does not apply to code that the protocol itself evaluates.
 */
async function blocked(page: Page, attempt: 'eval' | 'markup' | 'policy'): Promise<string | null> {
  return page.evaluate(
    (what) =>
      new Promise<string | null>((resolve) => {
        setTimeout(() => {
          const factory = Reflect.get(window, 'trustedTypes') as PolicyFactory | undefined
          try {
            if (what === 'eval') Reflect.construct(Function, ['return 1'])
            if (what === 'markup') document.createElement('div').innerHTML = '<b>text</b>'
            if (what === 'policy') factory?.createPolicy('own', { createHTML: String })
            resolve(null)
          } catch (thrown) {
            resolve(thrown instanceof Error ? thrown.name : String(thrown))
          }
        })
      }),
    attempt,
  )
}
