import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { isCatalogueText } from '../../../support/catalogue.ts'

/** Internal text: an error code, a stack, a class name, a message of a library. */
const internalText =
  /SE_[A-Z]{2}_\d|[A-Z][a-z]+Error\b|\bat .+:\d+:\d+|undefined|\bnull\b|\bNaN\b|\[object|\b(?:failed|cannot|status code|unexpected|invalid|exceeded)\b/i

/**
 * Problems are shown in texts of the catalogue only, never in text of the program, the API or a library.
 * @param whole the whole page is about the problem, so all of its text must be in the catalogue
 */
export async function expectCatalogueTexts(page: Page, whole: boolean): Promise<void> {
  const { all, shown } = await page.evaluate((wanted) => {
    const blocks = (root: Element) =>
      [...root.querySelectorAll<HTMLElement>('*')]
        .filter((element) => element.checkVisibility())
        .filter(({ childNodes }) =>
          [...childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim() !== ''),
        )
        // A text is the only child of its element. A phrase of a heading or a sentence of a paragraph is a part of a text.
        .map((element) => (element.matches('span') ? [element, element.parentElement ?? element] : [element]))
        .map((elements) => elements.map(({ textContent }) => (textContent ?? '').replaceAll(/\s+/g, ' ').trim()))
    const places = wanted ? ['main', '[role="alert"]', 'dialog'] : ['[role="alert"]', 'dialog']
    return {
      all: document.body.innerText,
      shown: places.flatMap((place) => [...document.querySelectorAll(place)].flatMap((root) => blocks(root))),
    }
  }, whole)
  expect(internalText.exec(all)?.[0] ?? null, 'no internal text').toBeNull()
  expect(
    shown.filter((texts) => !texts.some((text) => isCatalogueText(text))),
    'texts of the catalogue',
  ).toEqual([])
}
