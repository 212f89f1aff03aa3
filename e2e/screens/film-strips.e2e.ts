import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fixtureOf } from '../faults/on-load/fixture.ts'
import { routesUnderTest } from '../faults/on-load/routes-under-test.ts'
import { expect, test } from '../support/journey.ts'
import { startSignedIn } from '../support/signed-in.ts'
import { slowDown } from './slow-network.ts'

const reports = path.join(import.meta.dirname, '../../.local/reports/film-strips')
const mainRoutes: readonly string[] = ['login', 'applicationList', 'application', 'historyDetails', 'chargePay']

for (const target of routesUnderTest.filter(({ route }) => mainRoutes.includes(route)))
  test(`records a film strip of ${target.route} on a slow network`, async ({ page, portal }) => {
    const fixture = await fixtureOf(portal)
    if (target.session) await startSignedIn(page, portal, fixture.resident)
    await page.setViewportSize({ width: 360, height: 740 })
    const devtools = await slowDown(page)
    const frames: { at: number; image: string }[] = []
    devtools.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
      frames.push({ at: metadata.timestamp ?? 0, image: data })
      void devtools.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined)
    })
    await devtools.send('Page.startScreencast', { format: 'jpeg', quality: 60 })
    await page.goto(target.address(fixture), { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { level: 1, name: target.title })).toBeVisible({ timeout: 30_000 })
    await page.waitForLoadState('networkidle')
    await devtools.send('Page.stopScreencast')
    expect(frames.length).toBeGreaterThan(1)
    write(
      path.join(reports, target.route),
      frames.toSorted((a, b) => a.at - b.at),
    )
  })

/** A page with all frames; the time is since the first. */
function write(folder: string, frames: readonly { at: number; image: string }[]): void {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const first = frames[0]?.at ?? 0
  const figures = frames.map(({ at, image }, index) => {
    const name = `${String(index).padStart(3, '0')}.jpg`
    writeFileSync(path.join(folder, name), Buffer.from(image, 'base64'))
    return `<figure><img src="${name}" width="180" alt=""><figcaption>${Math.round((at - first) * 1000)} ms</figcaption></figure>`
  })
  const style = '<style>body{display:flex;flex-wrap:wrap}figure{margin:4px}</style>'
  writeFileSync(path.join(folder, 'index.html'), `<!doctype html><meta charset="utf-8">${style}${figures.join('\n')}`)
}
