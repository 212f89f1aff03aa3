import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { readZip, writeZip, ZipRefused } from './project-zip.ts'

const shipped = path.resolve(import.meta.dirname, '../../schemas')
const files = new Map(
  readdirSync(shipped, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .map((file) => [path.posix.join('schemas', path.relative(shipped, file)), new Uint8Array(readFileSync(file))]),
)

function refusal(content: Uint8Array): unknown {
  try {
    return readZip(content, '/forms')
  } catch (cause) {
    return cause instanceof ZipRefused ? cause.reason : cause
  }
}

describe('a project in a ZIP', () => {
  it('comes back byte for byte, with files that are not JSON', () => {
    const all = new Map([...files, ['schemas/メモ.txt', new Uint8Array([0xff, 0xfe, 0, 13, 10])]])
    const read = readZip(writeZip(all), '/forms')
    expect([...read.keys()].toSorted()).toEqual([...all.keys()].map((name) => `/forms/${name}`).toSorted())
    for (const [name, content] of all) expect(read.get(`/forms/${name}`)).toEqual(content)
  })

  it('reads a ZIP with backslashes, without the files that file managers add', () => {
    const form = strToU8('{}')
    const zip = zipSync({
      'town\\dogs\\individual\\form.json': form,
      '__MACOSX/town/._form.json': form,
      'town/.DS_Store': form,
    })
    expect([...readZip(zip, '/forms').keys()]).toEqual(['/forms/town/dogs/individual/form.json'])
  })

  it.each([
    ['no ZIP', strToU8('{"steps": []}'), 'zip-broken'],
    ['an empty file', new Uint8Array(), 'zip-broken'],
    ['half a ZIP', writeZip(files).subarray(0, 20_000), 'zip-broken'],
    ['a ZIP of other things', zipSync({ 'holiday.jpg': strToU8('jpg') }), 'zip-no-forms'],
    ['files outside of its folder', zipSync({ 'a/../../form.json': strToU8('{}') }), 'zip-unsafe'],
    ['files of a drive', zipSync({ 'C:\\town\\form.json': strToU8('{}') }), 'zip-unsafe'],
    ['much more than forms', zipSync({ 'form.json': new Uint8Array(51 * 1024 * 1024) }), 'zip-too-large'],
  ])('refuses a project with a reason if it is %s', (_title, content, reason) => {
    expect(refusal(content)).toBe(reason)
  })
})
