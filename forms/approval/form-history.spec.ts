import { cpSync, existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { checkForm } from '../check/check-form.ts'
import { runCommand } from '../command-line.ts'
import { createForm } from '../templates/new-form.ts'
import { versionToReview } from '../build/version-to-review.ts'
import { historyOf, publishRefusal, recordPlanChange, recordPublication, recordStep } from './form-history.ts'
import type { ApprovalStep } from './form-history.ts'
import { historySentences } from './history-words.ts'
import { publicationTime } from './publication-time.ts'

const now = Date.parse('2027-03-01T09:00:00+09:00')
let root = ''
let folder = ''
const version = '0123456789ab'

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

function take(what: ApprovalStep['what'], who: string, reason?: string) {
  return recordStep(folder, { what, who, reason }, now, what === 'review' ? version : null)
}

function approved() {
  expect(take('review', '山田')).toBeNull()
  expect(take('approve', '佐藤')).toBeNull()
}

describe('an approval', () => {
  it('follows a review by another person, and both are kept one a line', () => {
    expect(state()).toBe('draft')
    expect(take('approve', '佐藤')).toBe('not-in-review')
    expect(take('review', '山田')).toBeNull()
    expect([state(), take('review', '鈴木')]).toEqual(['review', 'in-review'])
    expect(take('approve', '山田')).toBe('own-review')
    expect(take('approve', '佐藤')).toBeNull()
    expect(state()).toBe('approved')
    const { content } = historyOf(folder)
    const event = { at: '2027-03-01T09:00:00+09:00', content, version }
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

describe('a way back', () => {
  it('lets the author withdraw a request, and others send it back with a reason', () => {
    expect(take('withdraw', '山田')).toBe('not-in-review')
    take('review', '山田')
    expect([take('withdraw', '佐藤'), take('withdraw', '')]).toEqual(['not-own-review', 'no-name'])
    expect([take('withdraw', '山田'), state()]).toEqual([null, 'draft'])
    take('review', '山田')
    expect(take('reject', '佐藤', '')).toBe('no-reason')
    expect([take('reject', '佐藤', '上限額が違います。'), state()]).toEqual([null, 'draft'])
    expect(take('reject', '佐藤', 'もう一度')).toBe('not-in-review')
    const [, ...events] = historySentences(historyOf(folder), 'ja', now)
    expect(events.slice(1)).toEqual([
      '2027-03-01 09:00 山田：依頼を取り下げ（版 0123456789ab）',
      '2027-03-01 09:00 山田：確認を依頼（版 0123456789ab）',
      '2027-03-01 09:00 佐藤：差し戻し（版 0123456789ab）：上限額が違います。',
    ])
  })

  it('ends an approval that was given by mistake', () => {
    writeFileSync(path.join(root, 'town/tenant.json'), '{ "locales": ["ja", "en"], "needsApproval": true }')
    approved()
    expect(publishRefusal(folder, '山田')).toBeNull()
    expect([take('reject', '鈴木', '別の課の確認が要ります。'), state()]).toEqual([null, 'draft'])
    expect(publishRefusal(folder, '山田')).toBe('not-approved')
    approved()
    expect(publishRefusal(folder, '山田')).toBeNull()
  })

  it('asks for no review of a form with errors', () => {
    expect(versionToReview(folder)).toMatch(/^[0-9a-f]{12}$/)
    edit('form.json', '"engine": 1', '"engine": 2')
    expect(recordStep(folder, { what: 'review', who: '山田' }, now, versionToReview(folder))).toBe('errors')
  })
})

describe('the record of publications', () => {
  it('keeps a publication without a name, and none of what residents get already', () => {
    const publish = (of: string) => recordPublication(folder, { who: '', version: of, time: null }, now)
    publish(version)
    publish(version)
    edit('form.json', '"maxLength": 40', '"maxLength": 41')
    publish('ba9876543210')
    edit('form.json', '"maxLength": 41', '"maxLength": 40')
    publish(version)
    expect(historyOf(folder).events.map((event) => event.version)).toEqual([version, 'ba9876543210', version])
    expect(historySentences(historyOf(folder), 'ja', now)[1]).toBe(
      '2027-03-01 09:00 （名前なし）：公開（版 0123456789ab）',
    )
  })

  it('says that a publication is planned until it begins, and keeps who moved and cancelled it', () => {
    const [april, may] = [Date.parse('2027-04-01T00:00:00+09:00'), Date.parse('2027-05-01T00:00:00+09:00')]
    approved()
    const first = (at: number) => historySentences(historyOf(folder), 'ja', at)[0]
    recordPublication(folder, { who: '山田', version, time: { from: '2027-04-01T00:00:00+09:00' } }, now)
    expect(first(now)).toBe('公開の予定です 2027-04-01 00:00から（版 0123456789ab）。')
    expect(first(april)).toBe('公開しました 2027-04-01 00:00から（版 0123456789ab）。')
    recordPlanChange(folder, { who: '佐藤', version, time: { from: '2027-05-01T00:00:00+09:00' } }, now)
    expect([first(april), first(may)]).toEqual([
      '公開の予定です 2027-05-01 00:00から（版 0123456789ab）。',
      '公開しました 2027-05-01 00:00から（版 0123456789ab）。',
    ])
    // The form was changed meanwhile; the plan is that of the former content.
    edit('form.json', '"maxLength": 40', '"maxLength": 41')
    recordPlanChange(folder, { who: '佐藤', version, time: null }, now)
    expect(state()).toBe('draft')
    edit('form.json', '"maxLength": 41', '"maxLength": 40')
    expect(state()).toBe('approved')
    expect(historySentences(historyOf(folder), 'ja', now).slice(-3)).toEqual([
      '2027-03-01 09:00 山田：公開を予定 2027-04-01 00:00から（版 0123456789ab）',
      '2027-03-01 09:00 佐藤：公開の予定を変更 2027-05-01 00:00から（版 0123456789ab）',
      '2027-03-01 09:00 佐藤：公開の予定を取り消し（版 0123456789ab）',
    ])
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
    recordPublication(folder, { who: '山田', version, time }, now)
    expect(historyOf(folder)).toMatchObject({ state: 'published', needsApproval: true })
    expect(historyOf(folder).events.at(-1)).toMatchObject({ what: 'publish', version, ...time })
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
    expect(said).toMatch(
      /^承認されています（版 (?<version>[0-9a-f]{12})）。\n.* 山田：確認を依頼（版 \k<version>）\n.* 佐藤：承認（版 \k<version>）$/,
    )
    expect(await run(...publish, '--from', 'tomorrow')).toMatchObject({ code: 2 })
    edit('form.json', '"engine": 1', '"engine": 1 ')
    expect((await run(...publish)).code).toBe(1)
  })

  it('refuses to publish built forms of a tenant that wants approvals', async () => {
    const [built, out] = ['built', 'out'].map((name) => path.join(root, '..', name)) as [string, string]
    const wants = (needsApproval: boolean) => {
      const names = { displayName: { ja: '町', en: 'Town' }, locales: ['ja', 'en'], contact: { phone: '0312345678' } }
      writeFileSync(path.join(root, 'town/tenant.json'), JSON.stringify({ ...names, needsApproval }))
    }
    wants(true)
    expect(await run('build', root, '--out', built)).toMatchObject({ code: 0 })
    const publish = ['publish', built, '--to', out]
    expect(await run(...publish)).toMatchObject({ code: 1, said: expect.stringContaining('town は承認') as string })
    expect(existsSync(out)).toBe(false)
    wants(false)
    await run('build', root, '--out', built)
    expect(await run(...publish)).toMatchObject({ code: 0 })
  })

  it('cancels a plan, and sends back and withdraws a request', async () => {
    const out = path.join(root, '../planned')
    const from = `${new Date().getFullYear() + 2}-04-01T00:00`
    expect(await run('publish', root, '--to', out, '--from', from)).toMatchObject({
      code: 0,
      said: expect.stringMatching(/公開する予定にしました/) as string,
    })
    const cancel = ['cancel', folder, '--to', out, '--from', from, '--by', '佐藤']
    expect(await run(...cancel)).toMatchObject({ code: 0, said: expect.stringContaining('取り消しました') as string })
    expect(await run(...cancel)).toMatchObject({ code: 1, said: expect.stringContaining('ありません') as string })
    expect(historyOf(folder).events.map(({ what, who }) => [what, who])).toEqual([
      ['publish', ''],
      ['cancel', '佐藤'],
    ])
    await run('review', folder, '--by', '山田')
    expect(await run('reject', folder, '--by', '佐藤')).toMatchObject({ code: 1 })
    expect(await run('reject', folder, '--by', '佐藤', '--reason', '直してください。')).toMatchObject({ code: 0 })
    await run('review', folder, '--by', '山田')
    expect(await run('withdraw', folder, '--by', '山田')).toMatchObject({ code: 0, said: '作成中です。' })
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
