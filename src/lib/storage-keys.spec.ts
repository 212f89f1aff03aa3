import { readFileSync, readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fingerprint, storageKeys, survivesLogOut } from './storage-keys.ts'

describe('the keys of the browser storage', () => {
  it('the keys of the browser storage are written in one file only', () => {
    const folder = new URL('../', import.meta.url)
    const wrong = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/\.spec\.tsx?$|storage-keys\.ts$/.test(file))
      .filter((file) => /['"`]portal\./.test(readFileSync(new URL(file, folder), 'utf8')))
    expect(wrong, 'Add the key to src/lib/storage-keys.ts, which decides whether it survives a log-out.').toEqual([])
  })

  it('a key survives a log-out only if it does not identify the user', () => {
    const surviving = Object.entries(storageKeys).filter(([, key]) => survivesLogOut(`${key}x`) || survivesLogOut(key))
    expect(surviving.map(([name]) => name)).toEqual(['language', 'warned', 'loggedOut', 'activity'])
    expect(survivesLogOut('portal.languages')).toBe(false)
  })

  it('a key contains a hash instead of the user', () => {
    expect(fingerprint('minato-city__U-1')).toMatch(/^[0-9a-z]{1,7}$/)
    expect(fingerprint('minato-city__U-1')).not.toBe(fingerprint('minato-city__U-2'))
  })
})
