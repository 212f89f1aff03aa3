import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page, Route } from '@playwright/test'
import { expect, signIn, test } from '../support/journey.ts'
import { reportPath } from '../support/start-site.ts'

/** The budget of the sign-in page on the network: files, document, configuration and their headers. */
const maxBytes = 155_000

/** What a web server in front of the portal must do, besides serving the residents' journeys. */
export function nginxJourneys(): void {
  test('sends at most 155 kB until the sign-in page can be used, with all text compressed', async ({
    page,
    portal,
  }) => {
    const plain: string[] = []
    page.on('response', async (response) => {
      const { 'content-type': type = '', 'content-encoding': encoding } = await response.allHeaders()
      if (response.url().startsWith(portal.url) && isText(type) && encoding === undefined) plain.push(response.url())
    })
    const release = await holdLaterAssets(page)
    await page.goto('/login/minato-city', { waitUntil: 'commit' })
    await page.getByLabel('メールアドレス').fill('hanako@example.jp')
    const loaded = await loadedSoFar(page)
    await release()
    const bytes = loaded.reduce((sum, { transferSize }) => sum + transferSize, 0)
    const files = loaded.map(({ name, transferSize }) => `${transferSize} ${new URL(name).pathname}`)
    const description = [`${bytes} bytes on the wire, ${loaded.length} responses`, ...files].join('\n')
    test.info().annotations.push({ type: 'sign-in page until usable', description })
    expect(loaded.length).toBeGreaterThan(3)
    expect(bytes).toBeLessThanOrEqual(maxBytes)
    expect(new Set(loaded.map(({ nextHopProtocol }) => nextHopProtocol))).toEqual(new Set(['h2']))
    await page.waitForLoadState('networkidle')
    // Proxied responses stay unchanged: compression would make the ETags of the API weak.
    const proxied = ['/app/web/', '/_sandbox/', reportPath]
    expect(plain.filter((url) => !proxied.some((path) => new URL(url).pathname.startsWith(path)))).toEqual([])
  })

  test('sends an error report without personal data', async ({ page, portal, resident, sandbox }) => {
    await signIn(page, resident)
    await sandbox.post('faults', { kind: 'unavailable', operation: 'listServices', times: 5 })
    const report = page.waitForRequest(
      (request) => new URL(request.url()).pathname === reportPath && !/"web-vital"/.test(request.postData() ?? ''),
    )
    await page.reload()
    const sent = await report
    expect(sent.url()).toBe(portal.url + reportPath)
    expect(sent.postDataJSON()).toMatchObject({
      kind: 'api',
      stage: 'sandbox',
      route: 'applicationList',
      tenant: 'minato-city',
    })
  })

  test('sends Web Vitals of each page after it has loaded, without personal data', async ({
    page,
    portal,
    resident,
  }) => {
    const sent: Record<string, unknown>[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === reportPath) sent.push(request.postDataJSON() as Record<string, unknown>)
    })
    const library = page.waitForRequest(/web-vitals/)
    await signIn(page, resident)
    await library
    await page.getByRole('link', { name: '申請履歴' }).click()
    await expect(page.getByText('申請はまだありません')).toBeVisible()
    await page.goto(`${portal.url}/error`)
    const figures = () => sent.filter(({ kind }) => kind === 'web-vital')
    const named = () => figures().map(({ code, route }) => `${String(code)} ${String(route)}`)
    await expect.poll(named).toEqual(expect.arrayContaining(['TTFB login', 'LCP login', 'CLS login', 'INP login']))
    for (const { code, value } of figures()) expect(value, String(code)).toEqual(expect.any(Number))
  })

  test('passes the check of a stage (npm run deploy:check)', async ({ portal }) => {
    const command = ['deploy/check/main.ts', portal.url, '--tenant', 'minato-city', '--json']
    const { stdout } = await promisify(execFile)(process.execPath, command, {
      env: { ...process.env, NODE_EXTRA_CA_CERTS: portal.certificateFile },
    }).catch((failed: { stdout: string }) => failed)
    expect((JSON.parse(stdout) as { findings: unknown[] }).findings).toEqual([])
  })
}

function isText(contentType: string): boolean {
  return /^(?:text\/|application\/(?:json|javascript)|image\/svg)/.test(contentType)
}

/** Delays what the document does not name, so that only what the form needs is measured. */
async function holdLaterAssets(page: Page): Promise<() => Promise<void>> {
  const html = await (await page.request.get('/')).text()
  const held: Route[] = []
  await page.route('**/assets/**', (route) => {
    const { pathname } = new URL(route.request().url())
    // Other names in the document belong to files that load later.
    if (html.includes(`src="${pathname}"`) || html.includes(`href="${pathname}"`)) return route.continue()
    held.push(route)
  })
  return async () => {
    await Promise.all(held.map((route) => route.continue()))
    await page.unroute('**/assets/**')
  }
}

/** Every response of the portal's origin, the document included, without responses of the API. */
function loadedSoFar(page: Page): Promise<PerformanceResourceTiming[]> {
  return page.evaluate(() =>
    [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
      .map((entry) => entry.toJSON() as PerformanceResourceTiming)
      .filter(({ name }) => name.startsWith(location.origin) && !name.includes('/app/web/')),
  )
}
