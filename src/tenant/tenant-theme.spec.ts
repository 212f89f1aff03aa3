import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { contrast, fromOklch, parseHex, toHex, toOklch } from './colour.ts'
import { lowContrasts, paletteOf } from './palette.ts'
import { safeLink } from './tenant-theme.ts'

function ratio(one: string, other: string): number {
  const [a, b] = [parseHex(one), parseHex(other)]
  if (!a || !b) throw new Error(`${one} or ${other} is not a colour`)
  return contrast(a, b)
}

const anyColour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

describe('the palette of a tenant', () => {
  it('the palette of a tenant is readable for any colour', () => {
    fc.assert(
      fc.property(
        fc.oneof(anyColour, fc.constantFrom('#ffffff', '#000000', '#fff9c4', '#ffff00', '#00ff00', '#767676')),
        (colour) => {
          const { light, dark } = paletteOf(colour)
          const schemes = [
            { colours: light, grounds: ['#ffffff'], text: '#1a1a1a' },
            { colours: dark, grounds: ['#1a1a1a', '#333333'], text: '#f2f2f2' },
          ]
          for (const { colours, grounds, text } of schemes) {
            for (const accent of [colours.accent, colours.accentStrong]) {
              for (const ground of [...grounds, colours.tint, colours.tintStrong])
                expect(ratio(accent, ground)).toBeGreaterThanOrEqual(4.5)
              expect(ratio(colours.onAccent, accent)).toBeGreaterThanOrEqual(4.5)
            }
            for (const ground of [colours.tint, colours.tintStrong])
              expect(ratio(ground, text)).toBeGreaterThanOrEqual(7)
          }
        },
      ),
      { numRuns: 2_000 },
    )
  })
  it('keeps a readable colour unchanged', () => {
    expect(paletteOf('#0b5394').light.accent).toBe('#0b5394')
  })
  it('keeps a colour that is readable on a dark page unchanged there', () => {
    expect(paletteOf('#ffd43d').dark.accent).toBe('#ffd43d')
  })
  it('shows the colour itself in the stripe, even if it is too pale for text', () => {
    const pale = paletteOf('#fff59d')
    expect(pale.band).toBe('#fff59d')
    expect(pale.light.accent).not.toBe('#fff59d')
  })
  it('names the pairs for which the portal uses another shade, and none for a colour that it keeps', () => {
    expect(lowContrasts('#0b5394')).toEqual([])
    const [onPage, onBox, below] = lowContrasts('#ffd43d')
    expect(onPage).toMatchObject({ text: '#ffd43d', ground: '#ffffff' })
    expect(onBox).toMatchObject({ text: '#ffd43d' })
    expect(below).toMatchObject({ text: '#ffffff', ground: '#ffd43d' })
    fc.assert(
      fc.property(anyColour, (colour) => {
        expect(lowContrasts(colour).length > 0).toBe(paletteOf(colour).light.accent !== colour)
      }),
    )
  })
  it('proposes a shade that it keeps', () => {
    fc.assert(
      fc.property(anyColour, (colour) => {
        expect(lowContrasts(paletteOf(colour).light.accent)).toEqual([])
      }),
    )
  })
  it('the palette of a tenant has ten steps from light to dark', () => {
    const luminances = paletteOf('#00796b').scale.map((colour) => ratio(colour, '#000000'))
    expect(luminances).toHaveLength(10)
    expect(luminances).toEqual(luminances.toSorted((a, b) => b - a))
  })
  it.each([undefined, null, 'red', '#fff', 'javascript:alert(1)', {}])('falls back for %j', (colour) => {
    expect(paletteOf(colour)).toEqual(paletteOf('#1b4f9c'))
  })
})

describe('colour arithmetic', () => {
  it('converts to OKLCH and back with an error of at most 1.5/255 per channel', () => {
    fc.assert(
      fc.property(anyColour, (colour) => {
        const rgb = parseHex(colour)
        const back = rgb && parseHex(toHex(fromOklch(toOklch(rgb))))
        const difference = Math.max(...(rgb ?? []).map((channel, index) => Math.abs(channel - (back?.[index] ?? 9))))
        expect(difference).toBeLessThanOrEqual(1.5 / 255)
      }),
    )
  })
  it('computes contrast as WCAG defines it', () => {
    expect(ratio('#ffffff', '#000000')).toBeCloseTo(21, 5)
    expect(ratio('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
  })
})

describe('a link from the info of a tenant', () => {
  const { href, origin } = new URL('https://portal.example.jp/login/minato-city')
  afterEach(() => vi.unstubAllGlobals())

  it.each([
    ['https://www.example.jp/terms?a=1', 'https://www.example.jp/terms?a=1'],
    ['/terms.html', 'https://portal.example.jp/terms.html'],
    ['http://www.example.jp/', null],
    ['javascript:alert(1)', null],
    ['https://portal.example.jp@evil.example/', null],
    ['https://:pw@www.example.jp/', null],
    [undefined, null],
  ])('%s leads to %s', (link, target) => {
    vi.stubGlobal('window', { location: { href, origin } })
    expect(safeLink(link)).toBe(target)
  })
})
