import { describe, expect, it } from 'vitest'
import { readableFiles } from './readable-files.ts'

const valid = { 'form.json': '{ "engine": 1 }', 'texts.ja.json': '{}' }

describe('files during typing', () => {
  it('show the last valid text, and name the place of the error', () => {
    const first = readableFiles(null, valid)
    expect(first).toEqual({ files: valid, broken: null })
    const second = readableFiles(first, { ...valid, 'form.json': '{\n  "engine": 1,\n  "st\n}' })
    expect(second.files).toBe(first.files)
    expect(second.broken).toEqual({ file: 'form.json', line: 3, column: 3 })
    const third = readableFiles(second, { ...valid, 'form.json': '{ "engine": 2 }' })
    expect(third).toEqual({ files: { ...valid, 'form.json': '{ "engine": 2 }' }, broken: null })
  })

  it('leave out a file that was never valid, and one that was removed', () => {
    expect(readableFiles(null, { 'form.json': '{', 'texts.ja.json': '{}' })).toEqual({
      files: { 'texts.ja.json': '{}' },
      broken: { file: 'form.json', line: 1, column: 2 },
    })
    const known = readableFiles(null, valid)
    expect(readableFiles(known, { 'form.json': '{ "engine": 1 }' }).files).toEqual({ 'form.json': '{ "engine": 1 }' })
  })

  it('report too many open brackets as an error, without deep recursion', () => {
    const { broken } = readableFiles(null, { 'form.json': '['.repeat(100_000) })
    expect(broken).toEqual({ file: 'form.json', line: 1, column: 151 })
  })
})
