import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { insertEntry, moveEntry, readValue, removeValue, setValue } from './json-text.ts'

const block = '{\n  "a": 1,\n  "list": [\n    "x",\n    "y"\n  ],\n  "inner": { "b": true }\n}\n'

describe('a change of a JSON text', () => {
  it('replaces a value and nothing else', () => {
    expect(setValue(block, '/a', 2)).toBe(block.replace('1', '2'))
    expect(setValue(block, '/inner/b', false)).toBe(block.replace('true', 'false'))
    expect(setValue(block, '/a', 1)).toBe(block)
  })

  it('adds a property in the layout of its siblings', () => {
    expect(setValue(block, '/c', ['p', 'q'])).toBe(
      block.replace('true }\n', 'true },\n  "c": [\n    "p",\n    "q"\n  ]\n'),
    )
    expect(setValue(block, '/c', 1, 'a')).toBe(block.replace('"a": 1,', '"a": 1,\n  "c": 1,'))
    expect(setValue(block, '/inner/c', { d: 1 })).toBe(block.replace('true }', 'true, "c": { "d": 1 } }'))
    expect(setValue('{\n  "a": {}\n}\n', '/a/b/c', 1)).toBe('{\n  "a": {\n    "b": {\n      "c": 1\n    }\n  }\n}\n')
  })

  it('adds, moves and removes entries', () => {
    expect(insertEntry(block, '/list', 'z')).toBe(block.replace('"y"', '"y",\n    "z"'))
    expect(insertEntry(block, '/list', 'z', 0)).toBe(block.replace('"x"', '"z",\n    "x"'))
    expect(readValue(moveEntry(block, '/list', 0, 1), '/list')).toEqual(['y', 'x'])
    expect(removeValue(block, '/list/0')).toBe(block.replace('"x",\n    ', ''))
    expect(removeValue(block, '/list/1')).toBe(block.replace(',\n    "y"', ''))
    expect(removeValue(block, '/nothing')).toBe(block)
  })

  it('writes a list that was on one line with a line for each entry, and leaves a part on one line as it is', () => {
    const text = '{\n  "required": ["p", "q"],\n  "if": { "required": ["p"] }\n}\n'
    expect(insertEntry(text, '/required', 'o', 0)).toBe(
      text.replace('["p", "q"]', '[\n    "o",\n    "p",\n    "q"\n  ]'),
    )
    expect(setValue(text, '/required', ['q'])).toBe(text.replace('["p", "q"]', '[\n    "q"\n  ]'))
    expect(setValue(text, '/required', ['p', 'q'])).toBe(text)
    expect(insertEntry(text, '/if/required', 'q')).toBe(text.replace('["p"] }', '["p", "q"] }'))
  })

  it('finds a line for each entry of a list in every form and template of this project', () => {
    const root = path.resolve(import.meta.dirname, '../..')
    const files = globSync(['schemas/*/**/*.json', 'forms/templates/*/**/*.json'], { cwd: root })
    expect(files.length).toBeGreaterThan(100)
    expect(files.filter((file) => /^\s*"[^"]+": \[.+\]/m.test(readFileSync(path.join(root, file), 'utf8')))).toEqual([])
  })

  it.each([
    ['Windows line ends', block.replaceAll('\n', '\r\n')],
    ['tabs', block.replaceAll('  ', '\t')],
    ['four spaces', block.replaceAll('  ', '    ')],
    ['a byte order mark', `\uFEFF${block}`],
    ['one line', '{"a": 1, "list": ["x"], "inner": {"b": true}}'],
  ])('keeps %s', (_name, text) => {
    const added = setValue(setValue(text, '/c', { d: [1] }), '/inner/e', 'é')
    expect(readValue(added.replace(/^\uFEFF/, ' '), '/c')).toEqual({ d: [1] })
    expect(added.includes('\r\n')).toBe(text.includes('\r\n'))
    expect(added.includes('\r') ? added.replaceAll('\r\n', '').includes('\n') : false).toBe(false)
    expect(removeValue(removeValue(added, '/c'), '/inner/e')).toBe(text)
  })
})
