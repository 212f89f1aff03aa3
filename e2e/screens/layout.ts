import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

/** WCAG 1.4.12: text spacing by a reader's own style sheet must not hide anything. */
const textSpacing = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }`

/**
 * Nothing scrolls sideways and no text is cut off: at 400 % zoom, in landscape, and with wider spacing.
 */
export async function expectReflow(page: Page, where: string): Promise<void> {
  const own = page.viewportSize()
  for (const [width, height] of [
    // 1280 × 1024 at 400 %.
    [320, 256],
    [640, 320],
  ] as const) {
    await page.setViewportSize({ width, height })
    expect(await cutOff(page), `${where} at ${width}×${height}`).toEqual([])
  }
  await page.setViewportSize({ width: 320, height: 640 })
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  }, textSpacing)
  expect(await cutOff(page), `${where} with wider text spacing`).toEqual([])
  await page.evaluate(() => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -1)
  })
  if (own !== null) await page.setViewportSize(own)
}

/**
 * At 200 % text size no text is cut off and no texts overlap, on two widths of phones (WCAG 1.4.4). A font size on the
 * document would not change the media queries, so the browser's own setting is changed, which is possible only in
 * Chromium.
 */
export async function expectEnlarged(page: Page, where: string): Promise<void> {
  const own = page.viewportSize()
  // Text that is not laid out yet, because it is off the screen, extends beyond the space that is kept for it.
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync('* { content-visibility: visible !important }')
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  })
  const browser = await page.context().newCDPSession(page)
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
  for (const width of [360, 320]) {
    await page.setViewportSize({ width, height: 740 })
    const found = [...(await cutOff(page)), ...(await overlaps(page))]
    expect(found, `${where} at ${width} px and 200 % text`).toEqual([])
  }
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } })
  await browser.detach()
  // A reader's own style sheet, and the text size of a browser inside an app, leave the media queries as they are.
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  const found = [...(await cutOff(page)), ...(await overlaps(page))]
  expect(found, `${where} at 320 px and 200 % text with the layout of 100 %`).toEqual([])
  await page.evaluate(() => {
    document.documentElement.style.removeProperty('font-size')
    document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -1)
  })
  if (own !== null) await page.setViewportSize(own)
}

/** Lines of text that overlap, or extend beyond the screen or their control. */
async function overlaps(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    type Line = { text: string; box: DOMRect; parent: HTMLElement; layer: Element | null }
    const lines: Line[] = []
    const found: string[] = []
    const layerOf = (element: Element): Element | null => {
      for (let each: Element | null = element; each !== null; each = each.parentElement)
        if (/fixed|sticky/.test(getComputedStyle(each).position)) return each
      return null
    }
    const isHidden = (element: Element): boolean => {
      for (let each: Element | null = element; each !== null; each = each.parentElement) {
        const { position, clip, clipPath } = getComputedStyle(each)
        if (position === 'absolute' && (clip !== 'auto' || clipPath !== 'none')) return true
      }
      return false
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const parent = node.parentElement
      if (parent === null || (node.textContent ?? '').trim() === '') continue
      if (!parent.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }) || isHidden(parent)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const text = (node.textContent ?? '').trim().slice(0, 20)
      const control = parent.closest('a, button')?.getBoundingClientRect()
      for (const box of range.getClientRects()) {
        if (box.width < 2 || box.height < 2) continue
        if (box.left < -1 || box.right > innerWidth + 1) found.push(`off the screen: "${text}"`)
        if (control !== undefined && getComputedStyle(parent.closest('a, button') as Element).display !== 'inline')
          if (box.right > control.right + 1 || box.left < control.left - 1 || box.bottom > control.bottom + 8)
            found.push(`outside of its control: "${text}"`)
        lines.push({ text, box, parent, layer: layerOf(parent) })
      }
    }
    // The line box of large text is higher than its letters: a quarter of each side may overlap.
    const inner = ({ left, right, top, bottom, height }: DOMRect) => ({
      left: left + 2,
      right: right - 2,
      top: top + height / 4,
      bottom: bottom - height / 4,
    })
    lines.forEach((one, index) => {
      const a = inner(one.box)
      for (const other of lines.slice(index + 1)) {
        if (other.parent === one.parent || other.layer !== one.layer) continue
        const b = inner(other.box)
        if (a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
          found.push(`"${one.text}" covers "${other.text}"`)
      }
    })
    return [...new Set(found)]
  })
}

async function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    const root = document.documentElement
    if (root.scrollWidth > root.clientWidth + 1) found.push(`the page is ${root.scrollWidth} wide`)
    for (const element of document.querySelectorAll<HTMLElement>('body *')) {
      const { overflowX, overflowY, position, clip, clipPath, textOverflow } = getComputedStyle(element)
      // Text for screen readers alone is clipped on purpose.
      if (position === 'absolute' && (clip !== 'auto' || clipPath !== 'none')) continue
      const hides = [overflowX, overflowY].some((overflow) => overflow === 'hidden' || overflow === 'clip')
      const tooWide = element.scrollWidth > element.clientWidth + 1
      const tooHigh = element.scrollHeight > element.clientHeight + 1
      if (!hides || !(tooWide || tooHigh) || textOverflow === 'ellipsis' || element.clientWidth === 0) continue
      if (element.textContent?.trim() !== '')
        found.push(`cut off: ${element.tagName} ${element.className} "${element.textContent?.trim().slice(0, 30)}"`)
    }
    return found
  })
}

/**
 * Targets are 24×24 or have enough space around them; buttons, fields and links are 44 high. Links inside a
 * sentence have the height of the line.
 */
export async function expectTargets(page: Page, where: string): Promise<void> {
  const small = await page.evaluate(() => {
    const isShown = (element: HTMLElement) =>
      element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }) && element.getClientRects().length > 0
    const targets = [
      ...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [role=button]'),
    ].filter(isShown)
    // A click on a label also clicks its checkbox: together they are the target.
    const boxOf = (element: HTMLElement): DOMRect => {
      const label = element instanceof HTMLInputElement ? element.labels?.[0] : undefined
      const own = element.getBoundingClientRect()
      if (label === undefined || !/checkbox|radio|file/.test(element.getAttribute('type') ?? '')) return own
      const around = label.getBoundingClientRect()
      const left = Math.min(own.left, around.left)
      const top = Math.min(own.top, around.top)
      return new DOMRect(left, top, Math.max(own.right, around.right) - left, Math.max(own.bottom, around.bottom) - top)
    }
    const inSentence = (element: HTMLElement) =>
      element.tagName === 'A' &&
      getComputedStyle(element).display === 'inline' &&
      (element.parentElement?.textContent?.trim().length ?? 0) > (element.textContent?.trim().length ?? 0)
    // The target of a link can be larger than its box: a card, for example, is a target as a whole.
    const reaches44 = (element: HTMLElement) => {
      element.scrollIntoView({ block: 'center' })
      const { left, top, width, height } = element.getBoundingClientRect()
      const middle = top + height / 2
      // Whole pixels inside the 44, because the next target can begin where this one ends.
      return [Math.ceil(middle - 22), Math.floor(middle + 22) - 1].every((y) => {
        const hit = document.elementFromPoint(left + width / 2, y)
        return hit !== null && element.contains(hit)
      })
    }
    const boxes = targets.map((element) => ({ element, box: boxOf(element) }))
    const standsApart = ({ element, box }: (typeof boxes)[number]) => {
      const x = box.left + box.width / 2
      const y = box.top + box.height / 2
      return boxes.every(
        (other) =>
          other.element === element ||
          other.box.left > x + 12 ||
          other.box.right < x - 12 ||
          other.box.top > y + 12 ||
          other.box.bottom < y - 12,
      )
    }
    return boxes
      .filter(({ element, box }) => {
        if (box.width <= 1 || box.height <= 1 || inSentence(element)) return false
        const high = /^(A|BUTTON|INPUT|SELECT|TEXTAREA|SUMMARY)$/.test(element.tagName)
        if (high && box.height < 43.5 && !reaches44(element)) return true
        return (box.width < 24 || box.height < 24) && !standsApart({ element, box })
      })
      .map(
        ({ element, box }) =>
          `${element.tagName} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 20)}" ${element.id} ${Math.round(box.width)}×${Math.round(box.height)}`,
      )
  })
  expect(small, `${where}: targets`).toEqual([])
}

/** With reduced motion nothing moves; with forced colours every control keeps a border. */
export async function expectQuietAndEdged(page: Page, where: string): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'active' })
  const found = await page.evaluate(() => {
    const seconds = (list: string) => Math.max(...list.split(',').map((each) => Number.parseFloat(each)))
    const moving = [...document.querySelectorAll('*')]
      .filter((element) => {
        const { transitionDuration, animationDuration, animationName } = getComputedStyle(element)
        return seconds(transitionDuration) > 0.01 || (animationName !== 'none' && seconds(animationDuration) > 0.01)
      })
      .map((element) => `moves: ${element.tagName} ${String(element.className)}`)
    // An invisible file field covers what users see of it: its label, or the button before it.
    const shownOf = (element: HTMLElement) => {
      if (!element.matches('input[type="file"]')) return element
      const before = element.previousElementSibling
      return element.closest('label') ?? (before instanceof HTMLElement ? before : element)
    }
    const edgeless = [...document.querySelectorAll<HTMLElement>('input, select, textarea, main button')]
      .filter((element) => element.checkVisibility() && element.getBoundingClientRect().width > 1)
      .filter((element) => {
        const { borderBottomStyle, borderBottomWidth, textDecorationLine, appearance } = getComputedStyle(
          shownOf(element),
        )
        const drawn = borderBottomStyle !== 'none' && borderBottomWidth !== '0px'
        return !drawn && appearance === 'none' && !textDecorationLine.includes('underline')
      })
      .filter((element) => element.querySelector('svg') === null)
      .map((element) => `no edge: ${element.tagName} "${element.textContent?.trim().slice(0, 20)}" ${element.id}`)
    // The disc of an icon is a background, which forced colours remove.
    const discless = [...document.querySelectorAll('svg')]
      .filter((icon) => icon.checkVisibility() && getComputedStyle(icon).borderRadius === '50%')
      .filter((icon) => getComputedStyle(icon).borderTopStyle === 'none')
      .map((icon) => `no edge: icon in ${icon.parentElement?.textContent.trim().slice(0, 20)}`)
    const label = (element: Element) => `${element.tagName} "${element.textContent.trim().slice(0, 20)}"`
    const unmarked = [...document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea')]
      .filter((element) => element.checkVisibility() && element.matches(':not(:disabled)'))
      .filter((element) => {
        element.focus({ focusVisible: true } as FocusOptions)
        const shown = element.matches('input[type="file"]') ? (element.closest('label') ?? element) : element
        const parts = [shown, ...shown.querySelectorAll('*')].map((part) => getComputedStyle(part))
        return parts.every(({ outlineStyle, outlineWidth }) => outlineStyle === 'none' || outlineWidth === '0px')
      })
      .map((element) => `no focus ring: ${label(element)} ${element.id}`)
    return [...new Set([...moving, ...edgeless, ...discless, ...unmarked])]
  })
  await page.emulateMedia({ reducedMotion: null, forcedColors: null })
  expect(found, `${where}: reduced motion, forced colours`).toEqual([])
}
