import { spawn } from 'node:child_process'
import { confirmAnswers, fillCertificate, payAtProvider } from '../support/form-actions.ts'
import { expect, signIn, test } from '../support/journey.ts'

test('the recorded traffic of a browser that signs in, applies and pays replays without a finding', async ({
  browser,
  portal,
  resident,
}, info) => {
  const file = info.outputPath('journey.har')
  const context = await browser.newContext({ baseURL: portal.url, recordHar: { path: file, content: 'embed' } })
  const page = await context.newPage()
  await signIn(page, resident)
  await page.getByRole('link', { name: '住民票の写しの交付請求' }).click()
  await fillCertificate(page, { copies: 2 })
  await confirmAnswers(page)
  await page.getByRole('button', { name: '送信して支払いへ進む' }).click()
  await payAtProvider(page, portal, '支払う')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('申請が完了しました')
  await page.getByRole('link', { name: '申請履歴へ' }).click()
  await page
    .getByRole('link', { name: /住民票の写しの交付請求/ })
    .first()
    .click()
  await expect(page.getByText('710円').first()).toBeVisible()
  await context.close()

  const { code, output } = await replay(file)
  expect(output).toContain('ok   submitOrder')
  expect(output).toContain('ok   proceedCharge')
  expect(output).not.toContain('FAIL')
  // A browser may forget the body of an answer with the page that is left at once.
  expect(output.match(/^ {7}\w+: .*$/gm) ?? []).toEqual(
    output.includes('Not verified') ? ['       proceedCharge: the payment page is on a host of the configuration'] : [],
  )
  expect(code, output).toBe(0)
})

async function replay(file: string): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ['contract/main.ts', 'replay', file])
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()))
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { code, output }
}
