import type { BrowserContext, Page } from '@playwright/test'

/**
 * Changes the document as the translators of browsers do, without changing its words: each text node is replaced by two
 * nested `<font>` elements with a copy of it, now and after every change of the page.
 */
export async function translate(pages: Page | BrowserContext): Promise<void> {
  await pages.addInitScript(() => {
    const untranslated = 'script, style, textarea, option, title, code, font, [translate=no], .notranslate'
    const replace = (text: Text) => {
      const parent = text.parentElement
      if (parent === null || text.data.trim() === '' || parent.closest(untranslated) !== null) return
      const outer = document.createElement('font')
      outer.append(document.createElement('font'))
      outer.firstElementChild?.append(text.data)
      text.replaceWith(outer)
    }
    const replaceIn = (node: Node) => {
      if (node instanceof Text) return replace(node)
      const walker = document.createTreeWalker(node, NodeFilter.SHOW_TEXT)
      const texts: Text[] = []
      while (walker.nextNode()) if (walker.currentNode instanceof Text) texts.push(walker.currentNode)
      texts.forEach(replace)
    }
    new MutationObserver((changes) => {
      for (const { type, target, addedNodes } of changes)
        for (const node of type === 'characterData' ? [target] : addedNodes) if (node.isConnected) replaceIn(node)
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
}

/** Whether `translate` has replaced the texts: without it a test would show nothing. */
export async function isTranslated(page: Page): Promise<boolean> {
  return page.evaluate(() => document.querySelectorAll('h1 font, button font').length > 1)
}
