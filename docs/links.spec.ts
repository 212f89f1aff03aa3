import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, it } from 'vitest'

/** Every relative link in a page for readers has a target. */
it('contains no broken link in any page', () => {
  expect(pages().length).toBeGreaterThan(8)
  const dead = pages().flatMap((page) =>
    [...proseOf(page).matchAll(/\]\((?!https?:|mailto:|[#?])([^)#\s]+)/g)]
      .map(([, target = '']) => normalize(join(dirname(page), decodeURI(target))))
      .filter((target) => !existsSync(target))
      .map((target) => `${page} → ${target}`),
  )
  expect(dead).toEqual([])
})

it('contains no link to a heading that is missing', () => {
  const dead = pages().flatMap((page) =>
    [...proseOf(page).matchAll(/\]\((?!https?:)([^)#\s]*\.md)?#([^)\s]+)\)/g)]
      .map(([, file = '', heading = '']) => ({
        target: file === '' ? page : normalize(join(dirname(page), file)),
        heading: decodeURI(heading),
      }))
      .filter(({ target, heading }) => existsSync(target) && !headingsOf(target).includes(heading))
      .map(({ target, heading }) => `${page} → ${target}#${heading}`),
  )
  expect(pages().flatMap(headingsOf).length).toBeGreaterThan(50)
  expect(dead).toEqual([])
})

function pages(): string[] {
  return execFileSync('git', ['ls-files', '*.md'], { encoding: 'utf8' })
    .split('\n')
    .filter((page) => page !== '')
}

/** The anchors of a page, as GitHub derives them. */
function headingsOf(page: string): string[] {
  const text = readFileSync(page, 'utf8').replace(/^```[\s\S]*?^```/gm, '')
  return Array.from(text.matchAll(/^#+ (.+)$/gm), ([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-'),
  )
}

/** Without code, where brackets have another meaning. */
function proseOf(page: string): string {
  return readFileSync(page, 'utf8')
    .replace(/^```[\s\S]*?^```/gm, '')
    .replace(/(`+)[^\n]*?\1/g, '')
}
