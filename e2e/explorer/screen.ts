import { textOf } from './interface-texts.ts'
import type { Page } from '@playwright/test'

/** The part of a tab's content that commands and oracles need. */
export type Screen = {
  place: 'portal' | 'card' | 'elsewhere'
  path: string
  step: string | null
  title: string
  headings: number
  dialog: { title: string; buttons: string[] } | null
  buttons: string[]
  links: string[]
  /** Text fields of the form by id. */
  fields: { [id: string]: string }
  /** Number of fields for files. */
  fileFields: number
  /** Something is loading or being sent. */
  busy: boolean
  blank: boolean
  /** The focus is on no element. */
  focusLost: boolean
  canGoBack: boolean
  canGoForward: boolean
  /** Identifies the document, so that a reload is detected. */
  document: string
}

export const emptyScreen: Screen = {
  place: 'elsewhere',
  path: '',
  step: null,
  title: '',
  headings: 0,
  dialog: null,
  buttons: [],
  links: [],
  fields: {},
  fileFields: 0,
  busy: false,
  blank: true,
  focusLost: false,
  canGoBack: true,
  canGoForward: true,
  document: '',
}

export async function readScreen(page: Page, portalUrl: string, cardUrl: string): Promise<Screen> {
  const url = page.url()
  const place = url.startsWith(portalUrl) ? 'portal' : url.startsWith(cardUrl) ? 'card' : 'elsewhere'
  if (place === 'elsewhere') return emptyScreen
  const seen = await page.evaluate(() => {
    const shown = (selector: string) =>
      [...document.querySelectorAll<HTMLElement>(selector)].filter((element) => element.checkVisibility())
    const nameOf = (element: HTMLElement) =>
      (element.getAttribute('aria-label') ?? element.textContent ?? '').replaceAll(/\s+/g, ' ').trim()
    const dialog = shown('dialog[open]').at(-1)
    const scope = dialog === undefined ? '' : 'dialog[open] '
    const isEnabled = (button: HTMLElement) =>
      !(button instanceof HTMLButtonElement && button.disabled) && button.getAttribute('aria-busy') !== 'true'
    const fields = shown('main input[id]:not([type=file]):not([type=radio]):not([type=checkbox]), main textarea[id]')
    return {
      path: location.pathname,
      step: new URLSearchParams(location.search).get('step'),
      title: shown('h1')[0]?.innerText.trim() ?? '',
      headings: shown('h1').length,
      dialog:
        dialog === undefined
          ? null
          : {
              title: nameOf(
                document.getElementById(dialog.getAttribute('aria-labelledby') ?? '') ??
                  dialog.querySelector<HTMLElement>('h1, h2') ??
                  dialog,
              ),
              buttons: [...dialog.querySelectorAll('button')].filter(isEnabled).map(nameOf),
            },
      buttons: shown('main button, [role=alert] button').filter(isEnabled).map(nameOf),
      links: shown('main a[href]').map(nameOf),
      fields: Object.fromEntries(
        fields.map((field) => [field.id, (field as HTMLInputElement | HTMLTextAreaElement).value]),
      ),
      fileFields: document.querySelectorAll('main input[type=file]').length,
      busy:
        shown(`${scope}[aria-busy="true"]`).length > 0 ||
        shown(`${scope}output`).some((output) => /^(?:読み込んでいます|Loading)/.test(output.innerText)),
      blank: document.body.innerText.trim() === '',
      focusLost: document.activeElement === null || document.activeElement === document.body,
      canGoBack: window.navigation.canGoBack,
      canGoForward: window.navigation.canGoForward,
      document: String(Reflect.get(Reflect.get(window, 'explorerActivity') ?? {}, 'document')),
    }
  })
  // A long wait that explains itself and offers a way on is not a page that is still loading.
  const busy = seen.busy && !seen.buttons.some((name) => textOf('button.wait').test(name))
  return { place, ...seen, busy }
}
