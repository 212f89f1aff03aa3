import * as nodeFs from 'node:fs'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { memoryFiles } from '../memory-files.ts'
import * as memoryFs from './fs.ts'

type Fs = typeof memoryFs

const work = mkdtempSync(path.join(tmpdir(), 'forms-fs-'))

/** Entries and bytes in a form that can be compared. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain).toSorted((a, b) => (String(a) < String(b) ? -1 : 1))
  if (value instanceof Uint8Array) return [...value]
  if (typeof value !== 'object' || value === null) return value
  const { name, parentPath, isFile, isDirectory } = value as {
    name?: string
    parentPath?: string
    isFile: () => boolean
    isDirectory: () => boolean
  }
  return [name, parentPath, isFile.call(value), isDirectory.call(value)].join(' ')
}

function outcome(run: () => unknown): unknown {
  try {
    return plain(run())
  } catch (cause) {
    return cause instanceof Error && 'code' in cause ? cause.code : cause
  }
}

function file(name: string): string {
  return path.join(work, name)
}
const bom = new Uint8Array([0xef, 0xbb, 0xbf, 0x7b, 0x7d, 0x0d, 0x0a])

const cases: { [title: string]: (fs: Fs) => unknown } = {
  'a text': (fs) => fs.readFileSync(file('a/one.json'), 'utf8'),
  'a text with a byte order mark': (fs) => fs.readFileSync(file('a/bom.json'), 'utf8'),
  bytes: (fs) => fs.readFileSync(file('a/bom.json')),
  'bytes as a text': (fs) => fs.readFileSync(file('a/bom.json')).toString('utf8'),
  'a missing file': (fs) => fs.readFileSync(file('a/none.json')),
  'a folder': (fs) => fs.readdirSync(file('a')),
  'entries of a folder': (fs) => fs.readdirSync(work, { withFileTypes: true }),
  'entries below a folder': (fs) => fs.readdirSync(work, { withFileTypes: true, recursive: true }),
  'a missing folder': (fs) => fs.readdirSync(file('none')),
  existence: (fs) => ['a', 'a/one.json', 'a/on', 'none'].map((name) => fs.existsSync(file(name))),
  'the kind of a file': (fs) => fs.statSync(file('a/one.json')),
  'the kind of a folder': (fs) => fs.statSync(file('a')),
  'the kind of nothing': (fs) => fs.statSync(file('none'), { throwIfNoEntry: false }),
  'a renamed folder': (fs) => {
    fs.renameSync(file('a'), file('b'))
    return fs.readdirSync(work, { recursive: true })
  },
  'a copied file': (fs) => {
    fs.cpSync(file('a/one.json'), file('c/copy.json'))
    return fs.readFileSync(file('c/copy.json'), 'utf8')
  },
  'a removed file': (fs) => {
    fs.rmSync(file('a/one.json'))
    return fs.readdirSync(file('a'))
  },
  'a removed folder': (fs) => {
    fs.rmSync(file('a'), { recursive: true })
    return fs.existsSync(file('a'))
  },
  'removing nothing': (fs) => {
    fs.rmSync(file('none'), { force: true })
    return fs.rmSync(file('none'))
  },
  'a copied folder': (fs) => {
    fs.cpSync(file('a'), file('c'), { recursive: true, filter: (one) => !one.endsWith('one.json') })
    return fs.readdirSync(work, { recursive: true })
  },
}

describe('files in memory behave as in Node', () => {
  beforeEach(() => {
    rmSync(work, { recursive: true, force: true })
    memoryFiles.clear()
    for (const fs of [memoryFs, nodeFs as unknown as Fs]) {
      for (const folder of ['', 'a', 'a/d']) fs.mkdirSync(file(folder))
      fs.writeFileSync(file('a/one.json'), '{ "犬": 1 }\n')
      fs.writeFileSync(file('a/bom.json'), bom)
      fs.writeFileSync(file('a/d/two.json'), '')
    }
  })

  it.each(Object.keys(cases))('%s', (title) => {
    const run = cases[title]
    expect(outcome(() => run?.(memoryFs))).toEqual(outcome(() => run?.(nodeFs as unknown as Fs)))
    const files = readdirSync(work, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    for (const { parentPath, name } of files) {
      const place = path.join(parentPath, name)
      expect(memoryFiles.read(place)).toEqual(new Uint8Array(readFileSync(place)))
    }
    expect(memoryFiles.below(work).toSorted()).toEqual(
      files.map(({ parentPath, name }) => path.join(parentPath, name)).toSorted(),
    )
  })
})
