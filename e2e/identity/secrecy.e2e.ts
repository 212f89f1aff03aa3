import { expect, test } from '../support/journey.ts'
import { watchSecrecy } from '../support/secrecy.ts'

test('the check of every journey detects a token, password, address or cookie in the wrong place (S-10, S-23) @main', async ({
  browser,
  portal,
}) => {
  const context = await browser.newContext({ baseURL: portal.url })
  try {
    const findings = watchSecrecy(context, portal)
    const page = await context.newPage()
    await page.goto('/login/minato-city')
    await expect(page.getByLabel('メールアドレス')).toBeVisible()
    expect(await findings(), 'an ordinary visit').toEqual([])
    await page.evaluate(async () => {
      const bearer = { authorization: 'Bearer x' }
      await fetch('/app/web/p/tenants/minato-city/info', { headers: bearer })
      await fetch('/config.json', { headers: bearer })
      await fetch('/app/web/o/orders', { headers: bearer })
      await fetch('/app/web/p/tenants/minato-city/login', { method: 'POST', body: '{}' })
      await fetch('/config.json?q=hanako%40example.jp')
      history.replaceState(null, '', '?password=Portal-2026!')
      document.cookie = 'left=behind'
    })
    await expect
      .poll(async () => (await findings()).toSorted())
      .toEqual(
        [
          `Authorization at GET ${portal.url}/app/web/p/tenants/minato-city/info`,
          `Authorization at GET ${portal.url}/config.json`,
          `content type "text/plain;charset=UTF-8" at POST ${portal.url}/app/web/p/tenants/minato-city/login`,
          `an e-mail address in the address ${portal.url}/config.json?q=hanako%40example.jp`,
          `a password in the address of the page ${portal.url}/login/minato-city?password=Portal-2026!`,
          'the cookie left of localhost',
        ].toSorted(),
      )
  } finally {
    await context.close()
  }
})
