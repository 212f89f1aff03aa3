import { existsSync, mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { makeFolder } from './make-folder.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'folders-'))

it('creates a folder of any depth, and keeps one that exists', () => {
  const names = fc.array(fc.stringMatching(/^[a-c]{1,2}$/), { minLength: 1, maxLength: 4 })
  fc.assert(
    fc.property(names, (parts) => {
      const place = path.join(folder, ...parts)
      makeFolder(place)
      expect(statSync(place).isDirectory()).toBe(true)
    }),
  )
})

it('throws what the system says if a folder cannot be created', () => {
  const file = path.join(folder, 'file')
  writeFileSync(file, '')
  for (const place of [file, path.join(file, 'x'), path.join(file, 'x/y')])
    expect(() => makeFolder(place)).toThrow(/^EEXIST.+file'$/)
})

it.runIf(existsSync('/proc/self'))('ends below a folder that never has the new one', () => {
  expect(() => makeFolder('/proc/no-such-folder/x')).toThrow(/^ENOENT/)
})
