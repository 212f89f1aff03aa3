import { describe, expect, it } from 'vitest'
import { shownFileName } from './file-name.ts'

describe('shownFileName (F-13)', () => {
  it.each([
    ['住民票の写し_令和8年.pdf', '住民票の写し_令和8年.pdf'],
    ['📐図面🏗️.pdf', '📐図面🏗️.pdf'],
    ['領収書\u202efdp.exe', '領収書fdp.exe'],
    ['a\u2066b\u2069\u200f.pdf', 'ab.pdf'],
    ['通知\r\nSet-Cookie: a=b.pdf', '通知 Set-Cookie: a=b.pdf'],
    ['a\u0000b\u2028c.pdf', 'a b c.pdf'],
    ['../../etc/passwd', '../../etc/passwd'],
    ['', ''],
  ])('shows %j as %j', (name, shown) => {
    expect(shownFileName(name)).toBe(shown)
  })
})
