import { afterEach, describe, expect, it } from 'vitest'
import { reloadStyleSheets } from './load-online.ts'

afterEach(() => document.head.replaceChildren())

function link(href: string, loaded: boolean): HTMLLinkElement {
  const element = document.createElement('link')
  element.rel = 'stylesheet'
  element.href = href
  Object.defineProperty(element, 'sheet', { value: loaded ? {} : null })
  document.head.append(element)
  return element
}

describe('style sheets that did not arrive', () => {
  it('are requested again, and the page waits for them; loaded ones stay', async () => {
    const there = link('/assets/there.css', true)
    const missing = link('/assets/missing.css', false)
    let done = false
    const reloading = reloadStyleSheets().then(() => (done = true))
    const links = [...document.head.querySelectorAll('link')]
    expect(links.map(({ href }) => new URL(href).pathname)).toEqual(['/assets/there.css', '/assets/missing.css'])
    expect(links[0]).toBe(there)
    expect(links[1]).not.toBe(missing)
    await Promise.resolve()
    expect(done).toBe(false)
    links[1]?.dispatchEvent(new Event('load'))
    await reloading
    expect(done).toBe(true)
  })

  it('end the wait even if they fail again', async () => {
    link('/assets/missing.css', false)
    const reloading = reloadStyleSheets()
    document.head.querySelector('link')?.dispatchEvent(new Event('error'))
    await reloading
    expect(document.head.querySelectorAll('link')).toHaveLength(1)
  })
})
