import { expect, it } from 'vitest'
import { problemText } from './site-problem.ts'
import texts from './texts.ja.json'

it.each(['QuotaExceededError', 'NotAllowedError', 'SecurityError', 'NotFoundError', 'NotReadableError'])(
  'says what to do after %s, without the words of the browser',
  (name) => {
    const shown = problemText(
      new DOMException('The requested file could not be read', name),
      (id, values) => `${texts[id as keyof typeof texts]} ${JSON.stringify(values ?? {})}`,
    )
    expect(shown).not.toMatch(/undefined|requested/)
    expect(shown).toMatch(/。/)
  },
)
