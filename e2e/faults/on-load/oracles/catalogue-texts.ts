import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'
import { isCatalogueText } from '../../../support/catalogue.ts'

/** Looks like the inside of a program: a code, a stack, a name of a class, a sentence of a library. */
const inside =
  /SE_[A-Z]{2}_\d|[A-Z][a-z]+Error\b|\bat .+:\d+:\d+|undefined|\bnull\b|\bNaN\b|\[object|\b(?:failed|cannot|status code|unexpected|invalid|exceeded)\b/i

/**
 * O3: a problem is told in the words of the catalogue, never in those of a program, a provider or a library.
 * @param whole the page is about the problem, so that all of it is held against the catalogue
 */
export async function expectOwnWords(page: Page, whole: boolean): Promise<void> {
  const { all, told } = await page.evaluate((wanted) => {
    const blocks = (root: Element) =>
      [...root.querySelectorAll<HTMLElement>('*')]
        .filter((element) => element.checkVisibility())
        .filter(({ childNodes }) =>
          [...childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim() !== ''),
        )
        .map((element) => (element.textContent ?? '').replaceAll(/\s+/g, ' ').trim())
    const places = wanted ? ['main', '[role="alert"]', 'dialog'] : ['[role="alert"]', 'dialog']
    return {
      all: document.body.innerText,
      told: places.flatMap((place) => [...document.querySelectorAll(place)].flatMap((root) => blocks(root))),
    }
  }, whole)
  expect(inside.exec(all)?.[0] ?? null, 'O3: the inside of a program').toBeNull()
  expect(
    told.filter((text) => !isCatalogueText(text)),
    'O3: words of the catalogue',
  ).toEqual([])
}
