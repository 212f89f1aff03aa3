import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

function declarations(path: string): Map<string, string> {
  const css = readFileSync(new URL(path, import.meta.url), 'utf8')
  return new Map([...css.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name, value]) => [name ?? '', value ?? '']))
}

const tokens = declarations('../../node_modules/@digital-go-jp/design-tokens/dist/tokens-simple.css')
const theme = ['theme.css', 'dark.css'].map((file) => readFileSync(new URL(file, import.meta.url), 'utf8')).join('')

it.each(
  [...theme.matchAll(/--([\w-]+): (#[0-9a-f]{6}); \/\* ([\w-]+) \*\//g)].map(([, name, value, token]) => ({
    name,
    value,
    token,
  })),
)('$name has the value of the token $token', ({ value, token }) => expect(tokens.get(token ?? '')).toBe(value))
it('every colour of the portal has a design token', () => {
  const bare = [...theme.matchAll(/--portal-[\w-]+: #[0-9a-f]{3,8};(?! \/\* color-)/g)].map(
    ([declaration]) => declaration,
  )
  expect(bare).toEqual([])
})

it('every value of the theme is used', () => {
  const css = globSync('{src,forms}/**/*.{css,ts,tsx}')
    .map((file) => readFileSync(file, 'utf8'))
    .join('')
  const defined = new Set([...theme.matchAll(/(--portal-[\w-]+):/g)].map(([, name]) => name))
  expect([...defined].filter((name) => !new RegExp(`var\\(\\s*${name}[,)\\s]`).test(css))).toEqual([])
})

/** The selectors of a style sheet, each with the blocks that it is in. */
function selectorsOf(css: string): { selector: string; inside: string[] }[] {
  const open: string[] = []
  return [...css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/([^{};]*)([{}])/g)].flatMap(([, text, brace]) => {
    if (brace === '}') {
      open.pop()
      return []
    }
    const selector = (text ?? '').trim()
    const inside = [...open]
    open.push(selector)
    return [{ selector, inside }]
  })
}

it('every hover style applies only to devices that can hover, so that none stays after a tap', () => {
  const always = globSync('src/**/*.css').flatMap((file) =>
    selectorsOf(readFileSync(file, 'utf8'))
      .filter(({ selector, inside }) => selector.includes(':hover') && !inside.includes('@media (hover: hover)'))
      .map(({ selector }) => `${file}: ${selector}`),
  )
  expect(always).toEqual([])
})
