/**
 * What runs inside the page to find elements as Playwright does and to compare them with an expectation. The driver
 * sends the source of `inPage`, so that function uses nothing from outside of it but its arguments and types.
 */
import type * as Library from '@testing-library/dom'

/** A text as a locator matches it. */
export type TextPattern = { text: string; exact: boolean } | { source: string; flags: string }

/** One part of a locator, applied to each element that the parts before it have found. */
export type Step =
  | {
      by: 'role'
      role: string
      name?: TextPattern
      states: { level?: number; checked?: boolean; expanded?: boolean; selected?: boolean; pressed?: boolean }
    }
  | { by: 'label' | 'text' | 'placeholder' | 'alt' | 'title'; text: TextPattern }
  | { by: 'css'; selector: string }
  | { by: 'nth'; index: number }
  | { by: 'filter'; hasText?: TextPattern; hasNotText?: TextPattern; has?: Step[]; hasNot?: Step[] }

/** An expected text as Playwright's matchers pass it to a locator. */
type ExpectedText = {
  string?: string
  regexSource?: string
  regexFlags?: string
  matchSubstring?: boolean
  ignoreCase?: boolean
  normalizeWhiteSpace?: boolean
}

/** What Playwright's matchers pass to a locator, besides the name of the expectation. */
export type Expectation = {
  isNot: boolean
  expressionArg?: string
  expectedText?: ExpectedText[]
  expectedNumber?: number
  expectedValue?: unknown
}

export type Outcome = { matches: boolean; received: unknown; tooMany?: string }

/** Where to click an element, or why that is not possible yet. */
export type Target = { x: number; y: number } | { waitsFor: string }

export type InPage = ReturnType<typeof inPage>

export function inPage(library: typeof Library) {
  const normal = (text: string): string =>
    text
      .replaceAll(/[\u200b\u00ad]/g, '')
      .trim()
      .replaceAll(/\s+/g, ' ')

  function fits(pattern: TextPattern, text: string): boolean {
    if ('source' in pattern) return new RegExp(pattern.source, pattern.flags).test(normal(text))
    return pattern.exact
      ? normal(text) === normal(pattern.text)
      : normal(text).toLowerCase().includes(normal(pattern.text).toLowerCase())
  }

  function textOf(element: Element): string {
    if (element instanceof HTMLInputElement && /^(?:button|submit|reset)$/.test(element.type)) return element.value
    return [...element.childNodes]
      .map((node) => {
        if (node instanceof Element) return /^(?:script|style|noscript)$/i.test(node.tagName) ? '' : textOf(node)
        return node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '') : ''
      })
      .join('')
  }

  function labelsOf(element: Element): string[] {
    const references = (element.getAttribute('aria-labelledby') ?? '').split(/\s+/).filter((id) => id !== '')
    const referenced = references.map((id) => document.getElementById(id)).filter((label) => label !== null)
    if (referenced.length > 0) return referenced.map(textOf)
    const own = element.getAttribute('aria-label') ?? ''
    if (own.trim() !== '') return [own]
    const labels = 'labels' in element ? (element.labels as NodeListOf<HTMLLabelElement> | null) : null
    return [...(labels ?? [])].map(textOf)
  }

  const within = (root: Element, selector: string): Element[] => [...root.querySelectorAll(selector)]

  function next(root: Element, step: Exclude<Step, { by: 'nth' | 'filter' }>): Element[] {
    switch (step.by) {
      case 'role': {
        const { name, states } = step
        const found = library.queryAllByRole(root as HTMLElement, step.role, {
          hidden: true,
          ...states,
          ...(name !== undefined && { name: (text: string) => fits(name, text) }),
        })
        // A password field has no role in the specification; Playwright finds it as a text box.
        const secret = step.role === 'textbox' ? within(root, 'input[type=password]') : []
        return [
          ...found,
          ...secret.filter((field) => name === undefined || labelsOf(field).some((label) => fits(name, label))),
        ].filter((element) => !library.isInaccessible(element))
      }
      case 'label':
        return within(root, '*').filter((element) => labelsOf(element).some((label) => fits(step.text, label)))
      case 'placeholder':
        return within(root, '[placeholder]').filter((one) => fits(step.text, one.getAttribute('placeholder') ?? ''))
      case 'alt':
        return within(root, '[alt]').filter((one) => fits(step.text, one.getAttribute('alt') ?? ''))
      case 'title':
        return within(root, '[title]').filter((one) => fits(step.text, one.getAttribute('title') ?? ''))
      case 'text': {
        const found = within(root, '*').filter(
          (element) => !/^(?:script|style|noscript|head)$/i.test(element.tagName) && fits(step.text, textOf(element)),
        )
        // The smallest elements with that text.
        return found.filter((element) => ![...element.children].some((child) => found.includes(child)))
      }
      case 'css':
        if (step.selector === '..') return root.parentElement === null ? [] : [root.parentElement]
        return within(root, step.selector)
    }
  }

  function find(steps: Step[], roots: Element[] = [document.documentElement]): Element[] {
    return steps.reduce((found, step) => {
      if (step.by === 'nth') return found.slice(step.index, step.index === -1 ? undefined : step.index + 1)
      if (step.by === 'filter')
        return found.filter(
          (element) =>
            (step.hasText === undefined || fits(step.hasText, textOf(element))) &&
            (step.hasNotText === undefined || !fits(step.hasNotText, textOf(element))) &&
            (step.has === undefined || find(step.has, [element]).length > 0) &&
            (step.hasNot === undefined || find(step.hasNot, [element]).length === 0),
        )
      const all = new Set(found.flatMap((root) => next(root, step)))
      return [...all].toSorted((a, b) => (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1))
    }, roots)
  }

  function isVisible(element: Element): boolean {
    if (!element.checkVisibility({ visibilityProperty: true })) return false
    if (getComputedStyle(element).display === 'contents')
      return [...element.children].some(isVisible) || textOf(element).trim() !== ''
    const { width, height } = element.getBoundingClientRect()
    return width > 0 && height > 0
  }

  function isDisabled(element: Element): boolean {
    return element.matches(':disabled') || element.closest('[aria-disabled=true]') !== null
  }

  /** The control of a label, because values belong to controls. */
  function controlOf(element: Element): Element {
    return element.closest('label')?.control ?? element
  }

  function isChecked(element: Element): boolean {
    const control = controlOf(element)
    return control instanceof HTMLInputElement ? control.checked : control.getAttribute('aria-checked') === 'true'
  }

  function equals(text: string, expected: ExpectedText | undefined): boolean {
    if (expected === undefined) return false
    const received = expected.normalizeWhiteSpace === true ? normal(text) : text
    if (expected.regexSource !== undefined) {
      const flags = new Set([...(expected.regexFlags ?? ''), ...(expected.ignoreCase === true ? 'i' : '')])
      return new RegExp(expected.regexSource, [...flags].join('')).test(received)
    }
    const wanted = expected.normalizeWhiteSpace === true ? normal(expected.string ?? '') : (expected.string ?? '')
    const [a, b] = expected.ignoreCase === true ? [received.toLowerCase(), wanted.toLowerCase()] : [received, wanted]
    return expected.matchSubstring === true ? a.includes(b) : a === b
  }

  function compared(text: string, expected: Expectation): Outcome {
    return { matches: equals(text, expected.expectedText?.[0]), received: text }
  }

  const states: { [expression: string]: (element: Element) => boolean } = {
    'to.be.visible': isVisible,
    'to.be.hidden': (element) => !isVisible(element),
    'to.be.enabled': (element) => !isDisabled(element),
    'to.be.disabled': isDisabled,
    'to.be.editable': (element) => !isDisabled(element) && !element.matches(':read-only'),
    'to.be.readonly': (element) => element.matches(':read-only'),
    'to.be.focused': (element) => document.activeElement === element,
    'to.be.attached': () => true,
    'to.be.detached': () => false,
  }

  /** The share of an element's box that neither the edge of the screen nor a scrolled box around it hides. */
  function shareOnScreen(element: Element): number {
    const own = element.getBoundingClientRect()
    let { left, top, right, bottom } = own
    const clip = (box: { left: number; top: number; right: number; bottom: number }) => {
      left = Math.max(left, box.left)
      top = Math.max(top, box.top)
      right = Math.min(right, box.right)
      bottom = Math.min(bottom, box.bottom)
    }
    clip({ left: 0, top: 0, right: innerWidth, bottom: innerHeight })
    for (let around = element.parentElement; around !== null && around !== document.body; around = around.parentElement)
      if (getComputedStyle(around).overflowY !== 'visible') clip(around.getBoundingClientRect())
    const area = own.width * own.height
    return area === 0 ? 0 : (Math.max(0, right - left) * Math.max(0, bottom - top)) / area
  }

  /** The outcome if no element was found; a missing element has no text that could differ. */
  function ofNone(expression: string, { isNot }: Expectation): Outcome {
    const absent = expression === 'to.be.hidden' || expression === 'to.be.detached'
    const present = expression === 'to.be.visible' || expression === 'to.be.attached'
    return { matches: absent || (isNot && !present), received: 'no element' }
  }

  function ofList(elements: Element[], expected: Expectation): Outcome {
    const received = elements.map(textOf)
    const wanted = expected.expectedText ?? []
    return {
      matches: received.length === wanted.length && received.every((text, index) => equals(text, wanted[index])),
      received,
    }
  }

  function check(steps: Step[], expression: string, expected: Expectation): Outcome {
    const { title } = document
    if (expression === 'to.have.title') return compared(title, expected)
    if (expression === 'to.have.url') return compared(location.href, expected)
    const elements = find(steps)
    if (expression === 'to.have.count')
      return { matches: elements.length === expected.expectedNumber, received: elements.length }
    if (expression === 'to.have.text.array') return ofList(elements, expected)
    const [element] = elements
    if (element === undefined) return ofNone(expression, expected)
    if (elements.length > 1)
      return {
        matches: expected.isNot,
        received: elements.length,
        tooMany: elements.map((one) => (one.cloneNode(false) as Element).outerHTML).join('\n'),
      }
    const state = states[expression]
    if (state !== undefined) return { matches: state(element), received: expression.replace('to.be.', 'not ') }
    switch (expression) {
      case 'to.be.checked': {
        const { checked = true } = (expected.expectedValue ?? {}) as { checked?: boolean }
        return { matches: isChecked(element) === checked, received: isChecked(element) ? 'checked' : 'unchecked' }
      }
      case 'to.have.text':
        return compared(textOf(element), expected)
      case 'to.have.value':
        return compared((controlOf(element) as HTMLInputElement).value, expected)
      case 'to.have.attribute':
        return { matches: element.hasAttribute(expected.expressionArg ?? ''), received: element.outerHTML }
      case 'to.have.attribute.value': {
        const value = element.getAttribute(expected.expressionArg ?? '')
        return value === null ? { matches: false, received: value } : compared(value, expected)
      }
      case 'to.have.accessible.description': {
        // The portal describes an element by others, never by its title.
        const ids = (element.getAttribute('aria-describedby') ?? '').split(/\s+/)
        const parts = ids.flatMap((id) => document.getElementById(id)?.textContent.trim() ?? [])
        return compared(parts.join(' '), expected)
      }
      case 'to.be.in.viewport': {
        const share = shareOnScreen(element)
        const { expectedNumber: least } = expected
        return { matches: least === undefined ? share > 0 : share > least - 1e-9, received: `viewport ratio ${share}` }
      }
      case 'to.have.css':
        return compared(getComputedStyle(element).getPropertyValue(expected.expressionArg ?? ''), expected)
      default:
        throw new Error(`The driver has no expectation ${expression}`)
    }
  }

  const frame = (): Promise<unknown> =>
    document.hidden ? Promise.resolve() : new Promise((resolve) => requestAnimationFrame(resolve))

  /** The point of an element that a click hits, as soon as it is visible, enabled, at rest and not covered. */
  async function target(element: Element): Promise<Target> {
    if (!isVisible(element)) return { waitsFor: 'it is not visible' }
    if (isDisabled(element)) return { waitsFor: 'it is disabled' }
    const before = middleOf(element)
    // A fixed bar may cover an element that is inside the window.
    if (covering(element, before) !== null) element.scrollIntoView({ block: 'center', behavior: 'instant' })
    const place = middleOf(element)
    await frame()
    await frame()
    const { x, y } = middleOf(element)
    if (Math.abs(place.x - x) + Math.abs(place.y - y) > 1) return { waitsFor: 'it moves' }
    const cover = covering(element, { x, y })
    return cover === null ? { x, y } : { waitsFor: `${cover} covers it` }
  }

  function middleOf(element: Element): { x: number; y: number } {
    // The first line counts if a text has several.
    const { x, y, width, height } = element.getClientRects()[0] ?? element.getBoundingClientRect()
    return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }
  }

  /** What a click at that point hits instead of the element or its label. */
  function covering(element: Element, { x, y }: { x: number; y: number }): string | null {
    const top = document.elementFromPoint(x, y)
    if (top === null) return 'the edge of the window'
    return isHit(element, top) ? null : tagOf(top)
  }

  const isHit = (element: Element, met: Element): boolean =>
    element.contains(met) || met.closest('label')?.control === element

  const tagOf = (element: Element): string => (element.cloneNode(false) as Element).outerHTML

  let aimed: Element | null = null
  let metInstead: string | null = null

  /** A press or release that is about to reach another element than the one it is aimed at does not reach it. */
  function guard(event: Event): void {
    if (aimed === null || !(event.target instanceof Element)) return
    if (!isHit(aimed, event.target)) {
      metInstead = tagOf(event.target)
      event.preventDefault()
      event.stopImmediatePropagation()
    }
    // A click on a label is followed by one on its control.
    if (event.type === 'click') aimed = null
  }
  for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
    window.addEventListener(type, guard, { capture: true })

  /** The next click is for that element. */
  function aim(element: Element): void {
    aimed = element
    metInstead = null
  }

  /** The element under the pointer if the target moved after its place was read. */
  function missedBy(): string | null {
    aimed = null
    return metInstead
  }

  function valueOfOption(element: Element, wanted: { label?: string; value?: string }): string {
    const select = controlOf(element) as HTMLSelectElement
    const option = [...select.options].find(({ label, value }) => label === wanted.label || value === wanted.value)
    if (option === undefined) throw new Error(`No option ${JSON.stringify(wanted)}`)
    return option.value
  }

  /** Sets a value that is not typed letter by letter, as Playwright does. */
  function setValue(element: Element, value: string): void {
    const control = controlOf(element)
    const prototype = control instanceof HTMLSelectElement ? HTMLSelectElement : HTMLInputElement
    Object.getOwnPropertyDescriptor(prototype.prototype, 'value')?.set?.call(control, value)
    control.dispatchEvent(new Event('input', { bubbles: true, composed: true }))
    control.dispatchEvent(new Event('change', { bubbles: true }))
  }

  /** Focuses a text field and selects its content, so that typed keys replace it; false if its value must be set. */
  function selectContent(element: Element): boolean {
    const control = controlOf(element)
    if (!(control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement))
      throw new Error(`${control.tagName} is not a text field`)
    control.focus()
    if (/^(?:date|time|month|week|datetime-local|color|range)$/.test(control.type)) return false
    control.select()
    return true
  }

  const seen: string[] = []
  window.addEventListener('error', ({ message }) => seen.push(`uncaught: ${message}`))
  window.addEventListener('unhandledrejection', ({ reason }) => seen.push(`uncaught: ${String(reason)}`))
  // The observer also receives the violations before this script ran.
  new ReportingObserver(
    (reports) => {
      for (const { body } of reports) seen.push(`policy: ${JSON.stringify(body)}`)
    },
    { types: ['csp-violation'], buffered: true },
  ).observe()

  /** Violations of the policy and uncaught errors since the last call. */
  const findings = (): string[] => seen.splice(0)

  return {
    findings,
    find,
    check,
    target,
    aim,
    missedBy,
    valueOfOption,
    setValue,
    selectContent,
    isVisible,
    isDisabled,
    isChecked,
    textOf,
    controlOf,
  }
}
