import type { Page } from '@playwright/test'

/** What is cut, too small or covered on a page of the studio. */
export async function misfits(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isShown = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      element.getBoundingClientRect().width > 1
    const nameOf = (element: Element) => `${element.tagName} ${(element.textContent || element.ariaLabel) ?? ''}`
    const targets = [
      ...document.querySelectorAll('button:not([aria-hidden]), a[href], select, textarea, input'),
    ].filter(
      (element) =>
        isShown(element) &&
        !(element instanceof HTMLInputElement && ['checkbox', 'radio', 'file'].includes(element.type)) &&
        !element.closest('.cm-editor'),
    )
    const small = (innerWidth < 992 ? targets : []).filter((element) => {
      const { width, height } = element.getBoundingClientRect()
      return height < 44 || width < 44
    })
    const wide = [...document.querySelectorAll('header *, nav *, main *, aside *')].filter(
      (element) =>
        isShown(element) && element.getBoundingClientRect().right > innerWidth + 1 && !element.closest('.cm-editor'),
    )
    const header = document.querySelector('header')
    const bottom = header?.getBoundingClientRect().bottom ?? 0
    const cut = [...(header?.querySelectorAll('*') ?? [])].filter(
      (element) =>
        isShown(element) &&
        (element.getBoundingClientRect().bottom > bottom ||
          (element.matches('button *') && element.scrollWidth > element.clientWidth + 1)),
    )
    // A dialog covers what is behind it.
    const dialog = document.querySelector('[role=dialog]')
    const covered = targets.filter((element) => {
      if (dialog && !dialog.contains(element)) return false
      element.scrollIntoView({ block: 'center' })
      const { left, top, width, height } = element.getBoundingClientRect()
      const found = document.elementFromPoint(left + width / 2, top + height / 2)
      return found === null || !(element.contains(found) || found.contains(element))
    })
    return [
      ...cut.map((element) => `cut: ${nameOf(element)}`),
      ...covered.map((element) => `covered: ${nameOf(element)}`),
      ...small.map((element) => `small: ${nameOf(element)}`),
      ...wide.map((element) => `wide: ${nameOf(element)}`),
      ...(header && header.scrollHeight > header.clientHeight ? ['the header is cut'] : []),
      ...(document.documentElement.scrollWidth > innerWidth ? ['the page scrolls sideways'] : []),
    ]
  })
}
