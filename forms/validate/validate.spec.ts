import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Definition } from '../../form-model/definition.ts'
import { buildForms } from '../build/build.ts'
import { serveVerdicts } from './answer-server.ts'
import { judgeAnswers, loadVersion, testVectors } from './judge-answers.ts'
import type { Vector } from './judge-answers.ts'

const project = path.resolve(import.meta.dirname, '../..')
const source = path.join(project, 'schemas/minato-city/bulky-waste/individual')
const now = Date.parse('2026-11-18T10:00:00+09:00')
const out = mkdtempSync(path.join(tmpdir(), 'forms-validate-'))
let folder = ''
let form: Definition
let vectors: Vector[]

async function built(): Promise<string> {
  const [result] = await buildForms(source, out, { now })
  if (result?.kind !== 'written') throw new Error('not built')
  return path.join(out, result.name, result.formVersion)
}

beforeAll(async () => {
  folder = await built()
  const loaded = loadVersion(folder)
  if (!loaded) throw new Error('not loaded')
  form = loaded
  vectors = testVectors(form, source, now)
})

function validate(input: string, ...args: string[]) {
  const command = ['forms/main.ts', 'validate', ...args, '--lang', 'en']
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: project, input, encoding: 'utf8' })
  return { status, stdout, stderr }
}

describe('the verdict of a version', () => {
  it('accepts the valid samples, with their fee, and refuses the invalid ones', () => {
    const valid = vectors.filter(({ name }) => name.startsWith('valid/'))
    const invalid = vectors.filter(({ name }) => name.startsWith('invalid/'))
    expect([valid.length > 1, invalid.length > 3]).toEqual([true, true])
    for (const { verdict } of valid)
      expect(verdict).toMatchObject({ valid: true, errors: [], fee: { tax: expect.any(Number) as number } })
    for (const { verdict } of invalid) {
      expect(verdict.valid).toBe(false)
      expect(verdict.errors.length).toBeGreaterThan(0)
    }
    expect(invalid.flatMap(({ verdict }) => verdict.errors)).toContainEqual({
      pointer: '/dates/second',
      code: 'working-day',
    })
  })

  it('names the samples that belong to another form', () => {
    const other = path.join(project, 'schemas/minato-city/residence-certificate/individual')
    expect(validate('', folder, '--vectors', source)).toMatchObject({ status: 0, stderr: '' })
    const { status, stderr } = validate('', folder, '--vectors', other)
    expect([status, stderr]).toEqual([1, expect.stringMatching(/differently: valid\/[^:]+\. Is .+individual\?/)])
  })

  it.each<[string, unknown]>([
    ['nothing', null],
    ['a list', []],
    ['a text', 'x'],
    ['no step', {}],
  ])('refuses %s instead of answers', (_kind, sent) => {
    const { valid, errors } = judgeAnswers(form, sent, now)
    expect([valid, errors.length > 0]).toEqual([false, true])
  })

  it('comes from no version whose files were changed', async () => {
    const other = mkdtempSync(path.join(tmpdir(), 'forms-validate-'))
    const [result] = await buildForms(source, other, { now })
    if (result?.kind !== 'written') throw new Error('not built')
    const changed = path.join(other, result.name, result.formVersion)
    appendFileSync(path.join(changed, 'texts.ja.json'), ' ')
    expect(loadVersion(changed)).toBeNull()
    expect(loadVersion(out)).toBeNull()
  })
})

describe('forms validate', () => {
  it('ends with 0 for valid answers, 1 for refused ones and 2 for a wrong call', () => {
    const [sample] = testVectors(form, source, Date.now())
    const accepted = validate(JSON.stringify(sample?.answers), folder)
    expect([accepted.status, JSON.parse(accepted.stdout)]).toEqual([0, sample?.verdict])
    const refused = validate('{}', folder)
    expect([refused.status, JSON.parse(refused.stdout)]).toMatchObject([1, { valid: false }])
    expect(validate('{', folder)).toMatchObject({ status: 2, stderr: expect.stringContaining('not JSON') as string })
    expect(validate('{}', out)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('no published version') as string,
    })
  })

  it('answers requests of other programs', async () => {
    const server = await serveVerdicts(form, 0)
    const { port } = server.address() as AddressInfo
    const post = async (body: string | Uint8Array<ArrayBuffer>) => {
      const response = await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body })
      return { status: response.status, body: (await response.json()) as unknown }
    }
    expect(await post('{}')).toMatchObject({ status: 200, body: { valid: false } })
    expect(await post('{')).toMatchObject({ status: 400 })
    // 東京 in Shift_JIS.
    const shiftJis = [0x22, 0x93, 0x8c, 0x8b, 0x9e, 0x22]
    expect(await post(Uint8Array.from(shiftJis))).toMatchObject({ status: 400 })
    expect(await post('\ufeff{}')).toMatchObject({ status: 200 })
    expect(await post(`"${'x'.repeat(1_000_001)}"`)).toMatchObject({ status: 413 })
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(405)
    server.close()
  })
})
