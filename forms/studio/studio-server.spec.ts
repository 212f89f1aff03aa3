import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it, vi } from 'vitest'
import type { Manifest, ServiceSource } from '../../form-model/definition.ts'
import type { MadeSamples } from '../samples/make-samples.ts'
import type { Approval, FormChanges } from './studio-api.ts'
import { startTaskThread } from '../preview/threads/node-thread.ts'
import { guardFormTasks } from './tasks/guarded-form-tasks.ts'
import { answerStudio } from './studio-server.ts'

const work = mkdtempSync(path.join(tmpdir(), 'forms-studio-'))
const onSaved = vi.fn<(folder: string) => void>()
const tasks = guardFormTasks(60_000, startTaskThread)
afterAll(() => tasks.close())
const options = { tasks, folders: [path.join(work, 'forms')], publishTo: path.join(work, 'published'), onSaved }
const name = 'town/dogs/individual'
const titleFile = path.join(work, 'forms', name, 'texts.ja.json')

function ask(method: string, address: string, body?: unknown, isOwnPage = true) {
  const url = new URL(address, 'http://localhost')
  return answerStudio(options, url, { method, body: () => Promise.resolve(body) }, isOwnPage)
}

const newForm = { tenant: 'town', service: 'dogs', type: 'individual', template: 'dog-registration', title: {} }

describe('the server of the studio', () => {
  it('creates a form from a template, and refuses a name that is taken', async () => {
    expect(await ask('POST', '/api/studio/new', newForm)).toEqual({ status: 200, body: { name } })
    expect((await ask('POST', '/api/studio/new', newForm))?.status).toBe(409)
    const outside = { ...newForm, service: '..' }
    expect((await ask('POST', '/api/studio/new', outside))?.status).toBe(400)
  })

  it.each<[string, unknown]>([
    ['no body', undefined],
    ['a list', []],
    ['no title', { ...newForm, title: undefined }],
    ['a title that is not a text', { ...newForm, title: { ja: 1 } }],
    ['a title in a language that no template has', { ...newForm, title: { '../x': 'x' } }],
    ['a name that is not a text', { ...newForm, type: { toString: 'x' } }],
  ])('creates nothing from %s', async (_name, body) => {
    const wrong = typeof body === 'object' && !Array.isArray(body) ? { ...body, service: 'birds' } : body
    expect((await ask('POST', '/api/studio/new', wrong))?.status).toBe(400)
    expect(existsSync(path.join(work, 'forms/town/birds'))).toBe(false)
  })

  it.each([undefined, {}, { before: {} }, { before: {}, after: { 'form.json': 1 } }, { before: null, after: {} }])(
    'saves nothing from the body %j',
    async (body) => {
      const before = readFileSync(titleFile, 'utf8')
      expect((await ask('PUT', `/api/studio/form?name=${name}`, body))?.status).toBe(400)
      expect(readFileSync(titleFile, 'utf8')).toBe(before)
    },
  )

  it('refuses changes from another page', async () => {
    expect((await ask('POST', '/api/studio/new', { ...newForm, service: 'cats' }, false))?.status).toBe(403)
    expect(existsSync(path.join(work, 'forms/town/cats'))).toBe(false)
  })

  it('writes a change and keeps what another program has changed elsewhere in the file', async () => {
    const before = readFileSync(titleFile, 'utf8')
    const disk = before.replace('注射済票交付手数料', '済票の手数料')
    expect(disk).not.toBe(before)
    writeFileSync(titleFile, disk)
    const mine = before.replace('犬の登録と狂犬病予防注射済票の交付', '犬の登録')
    const saved = await ask('PUT', `/api/studio/form?name=${name}`, {
      before: { 'texts.ja.json': before },
      after: { 'texts.ja.json': mine },
    })
    expect(saved).toMatchObject({ status: 200, body: { kind: 'saved' } })
    expect(readFileSync(titleFile, 'utf8')).toBe(disk.replace('犬の登録と狂犬病予防注射済票の交付', '犬の登録'))
    expect(onSaved.mock.calls, 'the preview is told').toEqual([[path.join(work, 'forms', name)]])
  })

  it('writes nothing if the same lines were changed, or if the file does not belong to a form', async () => {
    const disk = readFileSync(titleFile, 'utf8')
    const change = (file: string) => ({ before: { [file]: 'a\n' }, after: { [file]: 'b\n' } })
    expect((await ask('PUT', `/api/studio/form?name=${name}`, change('texts.ja.json')))?.status).toBe(409)
    expect((await ask('PUT', `/api/studio/form?name=${name}`, change('../service.json')))?.status).toBe(400)
    expect((await ask('PUT', '/api/studio/form?name=other/form/here', change('form.json')))?.status).toBe(404)
    expect(readFileSync(titleFile, 'utf8')).toBe(disk)
    expect(onSaved).not.toHaveBeenCalled()
  })

  it('makes the samples that a form lacks, and none of a form with errors', async () => {
    const folder = path.join(work, 'forms', name)
    const [removed = ''] = readdirSync(path.join(folder, 'invalid'))
    rmSync(path.join(folder, 'invalid', removed))
    const made = (await ask('GET', `/api/studio/samples?name=${name}`))?.body as MadeSamples
    expect(made).toMatchObject({ untaken: [] })
    expect(Object.keys(made.files)).not.toEqual([])
    const form = readFileSync(path.join(folder, 'form.json'), 'utf8')
    writeFileSync(path.join(folder, 'form.json'), '{')
    expect(await ask('GET', `/api/studio/samples?name=${name}`)).toEqual({ status: 200, body: null })
    writeFileSync(path.join(folder, 'form.json'), form)
  })

  it('publishes the form with its service, and keeps the published version if there are errors', async () => {
    const published = await ask('POST', `/api/studio/publish?name=${name}`)
    expect(published?.body).toMatchObject({ kind: 'published' })
    const manifest = () => JSON.parse(readFileSync(path.join(work, 'published/town/manifest.json'), 'utf8')) as Manifest
    const { version } = (published?.body ?? {}) as { version?: string }
    expect(manifest()).toMatchObject({ services: { dogs: {} }, forms: { dogs: { individual: { current: version } } } })
    writeFileSync(titleFile, readFileSync(titleFile, 'utf8').replace('"label": "犬の名前"', '"label": ""'))
    expect((await ask('POST', `/api/studio/publish?name=${name}`))?.body).toEqual({ kind: 'refused' })
    expect(manifest().forms.dogs?.individual?.current).toBe(version)
    const names = (await ask('GET', `/api/studio/names?name=${name}`))?.body
    expect(names).toEqual(expect.arrayContaining(['dogs/list/[]/sex', '["dogs/list/[]/sex","male"]']))
  })

  it('explains the differences from the published version, and describes the form for approvers', async () => {
    const [formFile, before] = [path.join(work, 'forms', name, 'form.json'), readFileSync(titleFile, 'utf8')]
    writeFileSync(titleFile, before.replace('"label": ""', '"label": "愛犬の名前"'))
    writeFileSync(formFile, readFileSync(formFile, 'utf8').replace('"maxItems": 5', '"maxItems": 1'))
    const asked = await ask('GET', `/api/studio/changes?name=${name}&lang=ja`)
    const changes = (asked?.body ?? {}) as FormChanges
    if (changes.kind !== 'compared') throw new Error(changes.kind)
    expect(changes.published.formVersion).toMatch(/^[0-9a-f]{12}$/)
    expect(changes.differences).toEqual([
      {
        text: '「登録する犬」の件数の上限を変えました：5 → 1。',
        effect: '一時保存された回答の直しが必要になることがあります。',
      },
      { text: '「愛犬の名前」の質問文を変えました：「犬の名前」 → 「愛犬の名前」。', effect: '' },
    ])
    expect(changes.drafts[0]).toMatch(/^自動で作った下書き20件のうち、\d+件はそのまま申請できます。$/)
    const answer = await ask('GET', `/api/studio/approval?name=${name}&lang=ja`)
    const approval = answer?.body as Approval
    if (approval.kind !== 'described') throw new Error(approval.kind)
    const { outline } = approval
    expect(outline?.steps.map(({ title }) => title)).toEqual(['飼い主の方', '犬について', '受け取り方法', '確認と同意'])
    expect(outline?.steps[1]?.rows.find(({ label }) => label === '注射を受けた日')).toMatchObject({
      depth: 1,
      kind: 'date',
      required: true,
      conditions: ['「今年度の狂犬病予防注射」が「受けた（注射済票 550円）」であるとき', '今日の365日前から今日まで'],
    })
    expect(outline?.fees.at(-1)).toEqual({
      name: '郵便料金',
      amount: '110円',
      taxRate: 0,
      condition: '「受け取り方法」が「郵送で受け取る」であるとき',
    })
    expect((await ask('GET', '/api/studio/changes?name=other/form/here'))?.status).toBe(404)
  })

  it('compares the entry in the list of procedures with the published one', async () => {
    const serviceJson = path.join(work, 'forms/town/dogs/service.json')
    const before = readFileSync(serviceJson, 'utf8')
    const changes = async () => {
      const body = (await ask('GET', `/api/studio/changes?name=${name}`))?.body as FormChanges
      return body.kind === 'compared' ? body.service : body
    }
    expect(await changes()).toEqual({ kind: 'compared', changes: [] })
    const service = JSON.parse(before) as ServiceSource
    const next = { ...service, closesOn: '2027-03-31', fee: { kind: 'NONE' }, words: { ja: ['いぬ', 'ペット'] } }
    writeFileSync(serviceJson, JSON.stringify(next))
    const of = (key: string, language: string | null = null) => ({ key, language })
    expect(await changes()).toEqual({
      kind: 'compared',
      changes: [
        { ...of('words', 'ja'), before: service.words?.ja?.join('、'), after: 'いぬ、ペット' },
        { ...of('fee/kind'), before: 'QUOTED', after: 'NONE' },
        { ...of('closesOn'), before: null, after: '2027-03-31' },
        { ...of('words', 'en'), before: service.words?.en?.join('、'), after: null },
      ],
    })
    const approval = (await ask('GET', `/api/studio/approval?name=${name}`))?.body as Approval
    expect(approval.kind === 'described' && approval.service).toContainEqual({
      key: 'closesOn',
      language: null,
      value: '2027-03-31',
    })
    writeFileSync(serviceJson, '{ "name": 1 }')
    expect(await changes()).toEqual({ kind: 'unreadable' })
    writeFileSync(serviceJson, before)
  })

  it('compares and prints nothing of a form that cannot be read', async () => {
    const formFile = path.join(work, 'forms', name, 'form.json')
    const before = readFileSync(formFile, 'utf8')
    writeFileSync(formFile, before.replace('\n  "steps"', '\n  "oops: \n  "steps"'))
    const place = { kind: 'unreadable', file: 'form.json', line: 4 }
    for (const action of ['changes', 'approval'])
      expect((await ask('GET', `/api/studio/${action}?name=${name}`))?.body).toEqual(place)
    writeFileSync(formFile, before)
  })

  it.each(['GET changes', 'GET approval', 'GET samples', 'POST publish'])(
    'ends %s after the limit, and answers other requests meanwhile and the next one',
    async (request) => {
      const [method = '', action = ''] = request.split(' ')
      const short = guardFormTasks(1, startTaskThread)
      const ended = answerStudio(
        { ...options, tasks: short },
        new URL(`/api/studio/${action}?name=${name}`, 'http://localhost'),
        { method, body: () => Promise.resolve({}) },
        true,
      )
      expect((await ask('GET', `/api/studio/form?name=${name}`))?.status).toBe(200)
      expect(await ended).toEqual({ status: 504, body: {} })
      await short.close()
      expect((await ask(method, `/api/studio/${action}?name=${name}`))?.status).toBe(200)
    },
  )
})
