import { format } from 'node:util'
import { afterAll, afterEach, beforeAll } from 'vitest'

/**
 * Vitest's setup: a test that prints a warning or an error fails, because nobody reads the output of a green run. A test
 * of a failure that is reported to the console replaces the function (`vi.spyOn(console, 'error')`) and asserts it.
 */
const levels = ['error', 'warn'] as const
const original = { error: console.error, warn: console.warn }
const { write } = process.stderr
const printed: string[] = []

beforeAll(() => {
  for (const level of levels)
    console[level] = (...words: unknown[]) => {
      printed.push(format(...words))
      original[level](...words)
    }
  // Node and jsdom print their warnings here.
  process.stderr.write = (text: string | Uint8Array) => {
    printed.push(text.toString())
    return write.call(process.stderr, text)
  }
})
afterEach(failIfPrinted)
afterAll(() => {
  Object.assign(console, original)
  process.stderr.write = write
  failIfPrinted()
})

function failIfPrinted(): void {
  const all = printed.splice(0)
  if (all.length > 0) throw new Error(`The test has printed to the console: ${all.join('\n')}`)
}
