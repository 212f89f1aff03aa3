import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, it } from 'vitest'

/** Every relative link in a page for readers has a target. */
it('contains no broken link in any page', () => {
  const pages = execFileSync('git', ['ls-files', '*.md'], { encoding: 'utf8' })
    .split('\n')
    .filter((page) => page !== '')
  expect(pages.length).toBeGreaterThan(8)
  const dead = pages.flatMap((page) =>
    [...proseOf(page).matchAll(/\]\((?!https?:|mailto:|[#?])([^)#\s]+)/g)]
      .map(([, target = '']) => normalize(join(dirname(page), decodeURI(target))))
      .filter((target) => !existsSync(target))
      .map((target) => `${page} → ${target}`),
  )
  expect(dead).toEqual([])
})

/** Without code, where brackets have another meaning. */
function proseOf(page: string): string {
  return readFileSync(page, 'utf8')
    .replace(/^```[\s\S]*?^```/gm, '')
    .replace(/(`+)[^\n]*?\1/g, '')
}
