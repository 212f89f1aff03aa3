import { expect, it } from 'vitest'
import { withStyleSheets } from './style-sheets.ts'

function addSheet(href: string): HTMLLinkElement {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = href
  document.head.append(link)
  return link
}

function sheet() {
  return document.querySelector<HTMLLinkElement>('link[href$="notice.css"]')
}

function load() {
  return Promise.resolve({ name: 'a part of a page' })
}

it('gives a part of a page when the style sheet that had not arrived is there', async () => {
  const failed = addSheet('/assets/notice.css')
  failed.dispatchEvent(new Event('error'))
  const arrival = withStyleSheets(load)
  await expect.poll(sheet).not.toBe(failed)
  sheet()?.dispatchEvent(new Event('load'))
  await expect(arrival).resolves.toEqual({ name: 'a part of a page' })
})

it('requests a style sheet once more at each attempt', async () => {
  sheet()?.dispatchEvent(new Event('error'))
  const first = sheet()
  const attempt = withStyleSheets(load)
  await expect.poll(sheet).not.toBe(first)
  const second = sheet()
  second?.dispatchEvent(new Event('error'))
  await expect(attempt).rejects.toThrow('style sheet')
  const next = withStyleSheets(load)
  await expect.poll(sheet).not.toBe(second)
  sheet()?.dispatchEvent(new Event('load'))
  await expect(next).resolves.toEqual({ name: 'a part of a page' })
})
