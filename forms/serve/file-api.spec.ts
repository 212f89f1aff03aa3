import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { isDiskRefusal } from './disk-refusal.ts'
import { fileApi, isFileWrites } from './file-api.ts'

const work = mkdtempSync(path.join(tmpdir(), 'forms-files-'))
const [forms, published] = [path.join(work, 'forms'), path.join(work, 'published')]
const api = fileApi([
  { place: '/forms', folder: forms, kinds: /\.json$/ },
  { place: '/published', folder: published, kinds: /\.(?:json|js)$/ },
])
const form = '/forms/town/dogs/form.json'
const onDisk = path.join(forms, 'town/dogs/form.json')

function base64(text: string): string {
  return Buffer.from(text).toString('base64')
}

beforeEach(() => {
  for (const folder of [forms, published]) rmSync(folder, { recursive: true, force: true })
  mkdirSync(path.dirname(onDisk), { recursive: true })
  writeFileSync(onDisk, '{}')
  writeFileSync(path.join(work, 'secret.json'), '{}')
})

describe('the files of a folder', () => {
  it('lists the files of its kinds, without hidden ones and those of other programs', () => {
    for (const name of ['notes.txt', '.hidden.json', 'node_modules/a.json', '.git/b.json', 'script.js']) {
      mkdirSync(path.dirname(path.join(forms, name)), { recursive: true })
      writeFileSync(path.join(forms, name), '{}')
    }
    expect(Object.keys(api.states())).toEqual([form])
  })

  it('reads and writes byte for byte, also what is not UTF-8', () => {
    const content = Buffer.from([0xff, 0xfe, 0x00, 0x0d, 0x0a]).toString('base64')
    const { [form]: state = '' } = api.states()
    const written = api.write({ [form]: { state, content }, '/forms/new/a.json': { state: null, content } })
    expect(written).toEqual(api.states())
    expect(api.read([form])).toEqual({ [form]: { state: api.states()[form], content } })
    expect(readFileSync(onDisk)).toEqual(Buffer.from(content, 'base64'))
  })

  it('removes a file', () => {
    const { [form]: state = '' } = api.states()
    expect(api.write({ [form]: { state, content: null } })).toEqual({ [form]: null })
    expect(existsSync(onDisk)).toBe(false)
  })

  it.each([
    ['changed', () => writeFileSync(onDisk, '[]')],
    ['removed', () => rmSync(onDisk)],
  ])('writes nothing if one of the files was %s meanwhile', (_name, meanwhile) => {
    const { [form]: state = '' } = api.states()
    meanwhile()
    const other = '/forms/town/dogs/texts.ja.json'
    expect(api.write({ [other]: { state: null, content: '' }, [form]: { state, content: base64('1') } })).toBe(
      'changed',
    )
    expect(Object.keys(api.states())).not.toContain(other)
    expect(existsSync(onDisk) && readFileSync(onDisk, 'utf8')).not.toBe('1')
  })

  it('writes nothing over a file that appeared meanwhile', () => {
    expect(api.write({ [form]: { state: null, content: base64('1') } })).toBe('changed')
    expect(readFileSync(onDisk, 'utf8')).toBe('{}')
  })

  it('says why the disk takes no file, and leaves the one that is there', () => {
    const { [form]: state = '' } = api.states()
    // What is written first goes to a device that is always full.
    symlinkSync('/dev/full', `${onDisk}.${process.pid}.tmp`)
    expect(api.write({ [form]: { state, content: base64('{ "a": 1 }') } })).toSatisfy(isDiskRefusal)
    expect(readFileSync(onDisk, 'utf8')).toBe('{}')
  })

  it('writes no link to a file elsewhere', () => {
    symlinkSync(work, path.join(forms, 'link'))
    symlinkSync(path.join(work, 'secret.json'), path.join(forms, 'secret.json'))
    for (const file of ['/forms/link/secret.json', '/forms/secret.json']) {
      expect(api.read([file])).toBeNull()
      expect(api.write({ [file]: { state: null, content: '' } })).toBe('outside')
    }
    expect(Object.keys(api.states())).toEqual([form])
  })

  it.each([
    '/forms/../secret.json',
    '/forms/town/../../secret.json',
    '/forms/..\\secret.json',
    '/forms/C:/secret.json',
    '/forms//secret.json',
    '/forms/.git/config.json',
    '/forms/script.js',
    '/forms/a.json\0.json',
    '/other/a.json',
    'secret.json',
    path.join(work, 'secret.json'),
  ])('reads and writes nothing at %j', (file) => {
    expect(api.read([file])).toBeNull()
    expect(api.write({ [file]: { state: null, content: '' } })).toBe('outside')
    expect(api.write({ '/forms/b.json': { state: null, content: '' }, [file]: { state: null, content: '' } })).toBe(
      'outside',
    )
    expect(Object.keys(api.states())).toEqual([form])
  })
})

it.each([null, [], 'text', { [form]: null }, { [form]: {} }, { [form]: { state: 1, content: null } }])(
  'recognizes that %j wants to write no files',
  (body) => {
    expect(isFileWrites(body)).toBe(false)
  },
)
