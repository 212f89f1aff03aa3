import { act } from '@testing-library/react'
import { virtual } from '@guidepup/virtual-screen-reader'

/** More phrases than any page has. */
const maxPhrases = 500

/** Everything that a screen reader speaks from the start of an element to its end. */
export async function readAloud(container: Element = document.body): Promise<string[]> {
  await virtual.start({ container })
  try {
    const [first = ''] = await virtual.spokenPhraseLog()
    for (let count = 0; count < maxPhrases; count += 1) {
      await virtual.next()
      const phrase = await virtual.lastSpokenPhrase()
      // An element without content is spoken again.
      if (phrase === `end of ${first}` || phrase === first) return (await virtual.spokenPhraseLog()).slice(0, -1)
    }
    throw new Error(`No end of "${first}" after ${maxPhrases} phrases`)
  } finally {
    await virtual.stop()
  }
}

/** What live regions report while an action runs, each report once, without those of a wait: a fast machine has none. */
export async function announcementsDuring(action: () => Promise<void>): Promise<string[]> {
  const before = new Set(document.querySelectorAll('[role="alert"]'))
  await virtual.start({ container: document.body })
  try {
    await action()
    // Live regions are read after the change of the document.
    await act(async () => Promise.resolve())
    const phrases = await virtual.spokenPhraseLog()
    // An alert is announced when it appears. The virtual reader only announces changes inside an alert.
    const alerts = [...document.querySelectorAll('[role="alert"]')].filter((element) => !before.has(element))
    phrases.push(...alerts.map(({ textContent }) => `assertive: ${textContent}`))
    return [...new Set(phrases.filter((phrase) => /^(?:polite|assertive): (?!読み込んでいます)./.test(phrase)))]
  } finally {
    await virtual.stop()
  }
}
