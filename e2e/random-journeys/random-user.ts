import { expect } from '@playwright/test'
import type { BrowserContext, Page } from '@playwright/test'
import type { Charge } from '../../src/api/generated/api.schemas.ts'
import type { Portal, Resident, SandboxClient } from '../support/journey.ts'
import { effectsOf } from '../support/provider-view.ts'
import type { asResident } from '../support/provider-view.ts'
import { startSignedIn } from '../support/signed-in.ts'
import { agrees, readScreen } from './payment-screen.ts'
import type { Screen } from './payment-screen.ts'

export type PaymentFixture = {
  context: BrowserContext
  portal: Portal
  sandbox: SandboxClient
  resident: Resident
  chargeId: string
  provider: Awaited<ReturnType<typeof asResident>>
}

type Tab = { page: Page; underWay: Set<unknown> }

/** One possible action of a user; its weight decides how often it is offered. */
type Move = { name: string; weight: number; go: () => Promise<unknown> }

const cards = {
  pays: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  decidedLater: '4000 0000 0000 9995',
  failsLater: '4000 0000 0000 9987',
  neverReturns: '4000 0000 0000 0119',
} as const

/** The slow cards are decided ten seconds after the payment, by the API's clock. */
const untilDecided = 11_000

/**
 * Simulates one hasty user with up to two tabs, who pays, goes back, reloads, types forged addresses, loses responses
 * and gives up. Checks after every move: no second payment and no false claim.
 */
export class RandomUser {
  readonly steps: string[] = []
  readonly #fixture: PaymentFixture
  readonly #tabs: Tab[] = []
  #current = 0
  #presses = 0

  private constructor(fixture: PaymentFixture) {
    this.#fixture = fixture
  }

  static async start(fixture: PaymentFixture, page: Page): Promise<RandomUser> {
    const user = new RandomUser(fixture)
    await user.#addTab(page)
    await user.#open(user.#payPage())
    await user.#waitUntilIdle()
    return user
  }

  /** @param choice any number: selects one of the possible moves */
  async step(choice: number): Promise<void> {
    const moves = await this.#possible()
    const offered = moves.flatMap((move) => Array.from({ length: move.weight }, () => move))
    const move = offered[choice % offered.length]
    if (move === undefined) throw new Error('There is always a possible move')
    this.steps.push(`${this.#tabs.length > 1 ? `tab ${this.#current + 1}: ` : ''}${move.name}`)
    await move.go()
    await this.#waitUntilIdle()
    await this.#expectHonest()
  }

  /** All results are final: after a reload, every tab shows the state of the API. */
  async end(): Promise<{ payments: number; doublePayments: number; disagreements: string[] }> {
    await this.#fixture.sandbox.post('clock', { shiftMs: untilDecided })
    const disagreements: string[] = []
    for (const [index, tab] of this.#tabs.entries()) {
      this.#current = index
      if (this.#isAtPortal(tab)) await returnTo(tab.page)
      else await this.#open(this.#payPage())
      await this.#waitUntilIdle()
      const charge = await this.#charge()
      const last = await latest(
        () => readScreen(tab.page),
        (screen) => agrees(screen, charge),
      )
      if (!agrees(last, charge)) {
        disagreements.push(`tab ${index + 1} shows ${last.claim} (${last.title}), the provider ${brief(charge)}`)
      }
    }
    const { effects } = await effectsOf(this.#fixture.sandbox, this.#fixture.resident)
    const payments = effects.filter(({ effect }) => effect === 'charge-paid').length
    return { payments, doublePayments: Math.max(0, payments - 1), disagreements }
  }

  async #possible(): Promise<Move[]> {
    const tab = this.#tab()
    const move = (name: string, weight: number, go: () => Promise<unknown>): Move => ({ name, weight, go })
    const anywhere = [
      move('back', 1, () => back(tab.page, this.#fixture.portal.cardUrl)),
      move('reload', 1, () => tab.page.reload()),
      move('other tab', 1, () => this.#otherTab()),
      move('forged success', 1, () => this.#open(this.#callback('success'))),
      move('forged success of a repayment', 1, () => this.#open(`${this.#callback('success')}&repayment=true`)),
      move('forged cancel', 1, () => this.#open(this.#callback('cancel'))),
      move('forged error', 1, () => this.#open(this.#callback('error'))),
    ]
    if (!this.#isAtPortal(tab)) return [...anywhere, ...(await this.#atProvider(tab.page))]
    return [
      ...anywhere,
      move('open the page of the charge', 2, () => this.#open(this.#payPage())),
      move('open the page to decline', 1, () => this.#open(`${this.#payPage().replace(/pay$/, 'cancel')}`)),
      move('time passes', 1, () => this.#fixture.sandbox.post('clock', { shiftMs: untilDecided })),
      ...(await this.#atPortal(tab.page)),
    ]
  }

  async #atPortal(page: Page): Promise<Move[]> {
    const { canPay, canDecline } = await readScreen(page)
    const pay = page.getByRole('button', { name: '支払う', exact: true })
    const goOn = page.getByRole('button', { name: 'お支払いの手続きを続ける' })
    const payAgain = page.getByRole('link', { name: /^(もう一度)?支払う$/ })
    const decline = page.getByRole('button', { name: '支払わずに申請を取り下げる' })
    const moves: Move[] = []
    if (canPay) {
      moves.push(
        { name: 'pay', weight: 14, go: () => this.#press(() => pay.click()) },
        { name: 'pay by a double click', weight: 2, go: () => this.#press(() => pay.dblclick()) },
        { name: 'pay, the response is lost', weight: 3, go: () => this.#pressUnder('answer-lost', () => pay.click()) },
        { name: 'pay, the response is slow', weight: 2, go: () => this.#pressUnder('slow', () => pay.dblclick()) },
        { name: 'pay and reload at once', weight: 2, go: () => this.#pressAndReload(page, () => pay.click()) },
      )
    }
    if (await goOn.isVisible()) moves.push({ name: 'continue the open payment', weight: 6, go: () => goOn.click() })
    if (await payAgain.isVisible())
      moves.push({ name: 'follow 支払う', weight: 4, go: () => followed(page, () => payAgain.click()) })
    if (canDecline) {
      moves.push(
        { name: 'decline', weight: 5, go: () => decline.dblclick() },
        { name: 'decline, the response is lost', weight: 2, go: () => this.#declineUnheard(() => decline.click()) },
      )
    }
    return moves
  }

  async #atProvider(page: Page): Promise<Move[]> {
    const number = page.getByRole('textbox', { name: 'カード番号' })
    const wayBack = page.getByRole('link', { name: '元のサイトに戻る' })
    if (await wayBack.isVisible()) return [{ name: 'follow the link back', weight: 6, go: () => wayBack.click() }]
    if (!(await number.isVisible())) return []
    const pay = page.getByRole('button', { name: '支払う' })
    const withCard = (name: string, weight: number, card: string): Move => ({
      name,
      weight,
      go: async () => {
        await number.fill(card)
        await pay.click()
      },
    })
    return [
      withCard('card pays', 14, cards.pays),
      withCard('card is declined', 2, cards.declined),
      withCard('card is decided later', 3, cards.decidedLater),
      withCard('card fails later', 2, cards.failsLater),
      withCard('card pays and never returns', 2, cards.neverReturns),
      {
        name: "give up on the card provider's page",
        weight: 2,
        go: () => page.getByRole('button', { name: 'やめる' }).click(),
      },
    ]
  }

  async #press(click: () => Promise<unknown>): Promise<void> {
    this.#presses += 1
    await click()
  }

  async #pressUnder(kind: 'answer-lost' | 'slow', click: () => Promise<unknown>): Promise<void> {
    await this.#fault(kind, 'proceedCharge')
    await this.#press(click)
  }

  async #pressAndReload(page: Page, click: () => Promise<unknown>): Promise<void> {
    await this.#fault('slow', 'proceedCharge')
    await this.#press(click)
    await page.reload()
  }

  async #declineUnheard(click: () => Promise<unknown>): Promise<void> {
    await this.#fault('answer-lost', 'declineCharge')
    await click()
  }

  async #fault(kind: string, operation: string): Promise<void> {
    const { userId } = this.#fixture.resident
    await this.#fixture.sandbox.post('faults', { kind, operation, userId, times: 1, delayMs: 300 })
  }

  async #otherTab(): Promise<void> {
    if (this.#tabs.length < 2) {
      await this.#addTab(await this.#fixture.context.newPage())
      this.#current = this.#tabs.length - 1
      await this.#open(this.#payPage())
      return
    }
    this.#current = 1 - this.#current
    await returnTo(this.#tab().page)
  }

  async #addTab(page: Page): Promise<void> {
    const underWay = new Set<unknown>()
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.startsWith('/app/web/')) underWay.add(request)
    })
    page.on('requestfinished', (request) => underWay.delete(request))
    page.on('requestfailed', (request) => underWay.delete(request))
    await startSignedIn(page, this.#fixture.portal, this.#fixture.resident)
    this.#tabs.push({ page, underWay })
  }

  /** No dialog is open and no button is busy; polling may continue. */
  async #waitUntilIdle(): Promise<void> {
    const { page, underWay } = this.#tab()
    await expect(async () => {
      expect(underWay.size).toBe(0)
      const quiet = await page.evaluate(() => {
        const busy = document.querySelector('[aria-busy="true"], main output')
        return document.readyState === 'complete' && document.querySelector('h1') !== null && busy === null
      })
      expect(quiet).toBe(true)
      expect(underWay.size).toBe(0)
    }).toPass({ timeout: 20_000, intervals: [20, 50, 100] })
  }

  async #expectHonest(): Promise<void> {
    const tab = this.#tab()
    const screen = this.#isAtPortal(tab) ? await readScreen(tab.page) : null
    const { effects } = await effectsOf(this.#fixture.sandbox, this.#fixture.resident)
    const charge = await this.#charge()
    const path = this.steps.join(' → ')
    const times = (name: string) => effects.filter(({ effect }) => effect === name).length
    expect(times('charge-paid'), `paid once at most: ${path}`).toBeLessThanOrEqual(1)
    expect(times('attempt-started'), `no attempt without a click: ${path}`).toBeLessThanOrEqual(this.#presses)
    // Both are final, so a claim made a moment ago must still hold.
    if (screen?.claim === 'paid') expect(charge.status, `claims to be paid: ${path}`).toBe('PAID')
    if (screen?.claim === 'withdrawn') expect(charge.status, `claims to be withdrawn: ${path}`).toBe('CANCELLED')
  }

  #charge(): Promise<Charge> {
    return this.#fixture.provider.charge(this.#fixture.chargeId)
  }

  #tab(): Tab {
    const tab = this.#tabs[this.#current]
    if (tab === undefined) throw new Error('A user has at least one tab')
    return tab
  }

  #isAtPortal({ page }: Tab): boolean {
    return page.url().startsWith(this.#fixture.portal.url)
  }

  #open(address: string): Promise<unknown> {
    return this.#tab().page.goto(address)
  }

  #payPage(): string {
    const { portal, resident, chargeId } = this.#fixture
    return `${portal.url}/${resident.tenantId}/charges/${chargeId}/pay`
  }

  #callback(result: string): string {
    const { portal, resident } = this.#fixture
    return `${portal.url}/callbacks/payment_${result}?tenantId=${resident.tenantId}`
  }
}

/**
 * The first history entry is the empty page of a new tab, where nothing can be done. Form responses of the card
 * provider are not cached: a browser would ask to send the form again, and users go back once more.
 */
async function back(page: Page, cardUrl: string): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  const { currentIndex, entries } = await browser.send('Page.getNavigationHistory')
  await browser.detach()
  const isAnswer = (url: string | undefined) => url?.startsWith(cardUrl) === true && !url.includes('session=')
  const target = entries.findLastIndex(({ url }, index) => index < currentIndex && !isAnswer(url))
  if (target === currentIndex - 1) {
    await page.goBack()
  } else if (target >= 0) {
    const loaded = page.waitForEvent('load')
    // Wait for the response before leaving: the other way round it is sometimes lost with the page.
    await page.evaluate((steps) => void setTimeout(() => history.go(steps), 0), target - currentIndex)
    await loaded
  }
  if (page.url() === 'about:blank') await page.goForward()
}

/** Returns to a tab: browsers send the page a visibility event, but the browser of the tests shows all tabs at once. */
async function returnTo(page: Page): Promise<void> {
  await page.bringToFront()
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
}

async function followed(page: Page, click: () => Promise<unknown>): Promise<void> {
  const before = page.url()
  await click()
  await expect.poll(() => page.url()).not.toBe(before)
}

/** Reads the screen several times; returns early if a reading is right, else returns the last one. */
async function latest(read: () => Promise<Screen>, isRight: (screen: Screen) => boolean): Promise<Screen> {
  let screen = await read()
  await expect
    .poll(
      async () => {
        screen = await read()
        return isRight(screen)
      },
      { timeout: 10_000 },
    )
    .toBe(true)
    .catch(() => undefined)
  return screen
}

function brief({ status, lastAttempt }: Charge): string {
  return `${status}, last attempt ${lastAttempt?.state ?? 'none'}`
}
