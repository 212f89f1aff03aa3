import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { checkForm } from '../check/check-form.ts'
import { runCommand } from '../command-line.ts'
import { createForm } from '../templates/new-form.ts'
import { approveForm, askForReview, historyOf, publishRefusal, recordPublication } from './form-history.ts'
import { publicationTime } from './publication-time.ts'

const now = Date.parse('2027-03-01T09:00:00+09:00')
let root = ''
let folder = ''

beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), 'forms-approval-'))
  const [tenant, service, type] = ['town', 'dogs', 'individual']
  folder = createForm({ root, tenant, service, type, template: 'dog-registration', title: {} })
})

function edit(file: string, from: string, to: string) {
  const place = path.join(folder, file)
  const before = readFileSync(place, 'utf8')
  expect(before).toContain(from)
  writeFileSync(place, before.replace(from, to))
}

function state() {
  return historyOf(folder).state
}

function approved() {
  expect(askForReview(folder, '山田', now)).toBeNull()
  expect(approveForm(folder, '佐藤', now)).toBeNull()
}

describe('an approval', () => {
  it('follows a review by another person, and both are kept one a line', () => {
    expect(state()).toBe('draft')
    expect(approveForm(folder, '佐藤', now)).toBe('not-in-review')
    expect(askForReview(folder, '山田', now)).toBeNull()
    expect([state(), askForReview(folder, '鈴木', now)]).toEqual(['review', 'in-review'])
    expect(approveForm(folder, '山田', now)).toBe('own-review')
    expect(approveForm(folder, '佐藤', now)).toBeNull()
    expect(state()).toBe('approved')
    const { content } = historyOf(folder)
    const event = { at: '2027-03-01T09:00:00+09:00', content }
    expect(
      readFileSync(path.join(folder, 'history.jsonl'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as object),
    ).toEqual([
      { ...event, who: '山田', what: 'review' },
      { ...event, who: '佐藤', what: 'approve' },
    ])
    expect(checkForm(folder).problems.filter(({ rule }) => rule === 'unknown-file')).toEqual([])
  })

  it.each([
    ['a question', () => edit('form.json', '"maxLength": 40', '"maxLength": 41')],
    ['a text', () => edit('texts.en.json', '"label": "', '"label": "The ')],
    [
      'the entry in the list of procedures',
      () => edit('../service.json', '"name"', '"words": { "ja": ["いぬ"] },\n  "name"'),
    ],
    ['a text of a shared part', () => edit('../../../shared/person-name.texts.ja.json', '"label": "', '"label": "お')],
  ])('does not cover a later change of %s, until it is undone', (_name, change) => {
    const before = mkdtempSync(path.join(tmpdir(), 'forms-approval-'))
    cpSync(root, before, { recursive: true })
    approved()
    change()
    expect(state()).toBe('draft')
    cpSync(before, root, { recursive: true })
    expect(state()).toBe('approved')
  })

  it('covers other line breaks and changed samples', () => {
    approved()
    const file = path.join(folder, 'form.json')
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('\n', '\r\n'))
    writeFileSync(path.join(folder, 'valid/another.json'), '{}')
    expect(state()).toBe('approved')
  })
})

describe('a tenant that wants approvals', () => {
  const wants = (settings: string) => writeFileSync(path.join(root, 'town/tenant.json'), settings)

  it('publishes only what was approved, by a named person', () => {
    expect(publishRefusal(folder, '')).toBeNull()
    wants('{ "locales": ["ja", "en"], "needsApproval": true }')
    expect(publishRefusal(folder, '山田')).toBe('not-approved')
    approved()
    expect([publishRefusal(folder, ''), publishRefusal(folder, '山田')]).toEqual(['no-name', null])
    const time = { from: '2027-04-01T00:00:00+09:00' }
    recordPublication(folder, { who: '山田', version: '0123456789ab', time }, now)
    expect(historyOf(folder)).toMatchObject({ state: 'published', needsApproval: true })
    expect(historyOf(folder).events.at(-1)).toMatchObject({ what: 'publish', version: '0123456789ab', ...time })
    expect(publishRefusal(folder, '山田')).toBeNull()
    edit('form.json', '"maxLength": 40', '"maxLength": 41')
    expect(publishRefusal(folder, '山田')).toBe('not-approved')
  })

  it('wants them also if its setting cannot be read, which is a finding', () => {
    wants('{ "locales": ["ja", "en"], "needsApproval": "yes" }')
    expect(publishRefusal(folder, '山田')).toBe('not-approved')
    const pointers = checkForm(folder).problems.map(({ pointer }) => pointer)
    expect(pointers).toContain('/needsApproval')
    wants('{ "locales": ["ja", "en"], "needApproval": true }')
    const found = checkForm(folder).problems.map(({ rule, pointer }) => [rule, pointer])
    expect(found).toContainEqual(['unknown-key', '/needApproval'])
    wants('{ "needsApproval"')
    expect(publishRefusal(folder, '山田')).toBe('not-approved')
  })
})

describe('the commands', () => {
  async function run(...args: string[]) {
    const said: string[] = []
    const code = await runCommand(args, { out: (text) => said.push(text), err: (text) => said.push(text) })
    return { code, said: said.join('\n') }
  }

  it('leads from a draft to the refusal of a changed form', async () => {
    writeFileSync(path.join(root, 'town/tenant.json'), '{ "locales": ["ja", "en"], "needsApproval": true }')
    const publish = ['publish', root, '--to', path.join(root, '../out'), '--by', '山田']
    expect(await run(...publish)).toMatchObject({
      code: 1,
      said: expect.stringContaining('承認されていません') as string,
    })
    expect(await run('review', folder)).toMatchObject({ code: 2 })
    expect(await run('review', folder, '--by', '山田')).toMatchObject({ code: 0 })
    expect(await run('approve', folder, '--by', '山田')).toMatchObject({ code: 1 })
    expect(await run('approve', folder, '--by', '佐藤')).toMatchObject({ code: 0 })
    const { said } = await run('history', folder)
    expect(said).toMatch(/^承認されています（内容 [0-9a-f]{12}）。\n.* 山田：確認を依頼（.*）\n.* 佐藤：承認（.*）$/)
    expect(await run(...publish, '--from', 'tomorrow')).toMatchObject({ code: 2 })
    edit('form.json', '"engine": 1', '"engine": 1 ')
    expect((await run(...publish)).code).toBe(1)
  })

  it('refuses a form with errors, and name the line of a history that is none', async () => {
    edit('form.json', '"engine": 1', '"engine": 2')
    expect(await run('review', folder, '--by', '山田')).toMatchObject({ code: 1 })
    writeFileSync(path.join(folder, 'history.jsonl'), '\n<<<<<<< ours\n')
    expect(await run('history', folder)).toMatchObject({ code: 2, said: expect.stringContaining('2行目') as string })
  })
})

describe('the time of a publication', () => {
  it.each([
    ['', '', null],
    ['2027-04-01T00:00', '', { from: '2027-04-01T00:00:00+09:00' }],
    ['2027-04-01', '2027-05-01', { from: '2027-04-01T00:00:00+09:00', until: '2027-05-01T00:00:00+09:00' }],
    ['', '2027-03-31', { from: '2027-03-01T09:00:00+09:00', until: '2027-03-31T00:00:00+09:00' }],
    ['2027-02-30', '', 'wrong-moment'],
    ['2027-04-01 00:00', '', 'wrong-moment'],
    ['2027-04-01T25:00', '', 'wrong-moment'],
    ['2027-03-01T09:00', '', 'past-moment'],
    ['2027-04-01', '2027-04-01', 'no-duration'],
  ])('uses the clock of Japan: from %j until %j', (from, until, expected) => {
    expect(publicationTime(from, until, now)).toEqual(expected)
  })
})
