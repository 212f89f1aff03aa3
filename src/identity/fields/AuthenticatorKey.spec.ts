import { describe, expect, it } from 'vitest'
import { qrPath } from './AuthenticatorKey.tsx'

describe('qrPath', () => {
  it('draws the three finder patterns within the grid', async () => {
    const { size, path } = await qrPath('otpauth://totp/minato-city?secret=JBSWY3DPEHPK3PXP')
    const dark = new Set(path.split('z').map((square) => square.replace(/h1v1h-1$/, '')))
    expect(size).toBeGreaterThanOrEqual(21)
    for (const [x, y] of [
      [0, 0],
      [size - 7, 0],
      [0, size - 7],
    ] as const) {
      expect(dark.has(`M${x} ${y}`) && dark.has(`M${x + 6} ${y + 6}`)).toBe(true)
      expect(dark.has(`M${x + 1} ${y + 1}`)).toBe(false)
    }
  })
})
