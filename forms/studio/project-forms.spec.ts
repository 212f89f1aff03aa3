import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Manifest, ServiceSource } from '../../form-model/definition.ts'
import { readFormFiles } from '../edit/form-folder.ts'
import { readManifest } from '../build/publish-folder.ts'
import { findSources, rootsOf } from '../source/find-sources.ts'
import { createTenant } from '../templates/new-tenant.ts'
import { createFrom, folderOf, saveForm, templates, tenantFiles, titles, usedNames } from './project-forms.ts'
import { approval, changePlan, formChanges, formHistory, madeSamples, publish, takeStep } from './tasks/form-tasks.ts'

const work = mkdtempSync(path.join(tmpdir(), 'forms-studio-'))
const [root, published] = [path.join(work, 'forms'), path.join(work, 'published')]
const name = 'town/dogs/individual'
const folder = path.join(root, name)
const titleFile = path.join(folder, 'texts.ja.json')

const newForm = {
  tenant: 'town',
  service: 'dogs',
  type: 'individual',
  template: 'dog-registration',
  title: {},
  summary: {},
}

describe('the forms of a project', () => {
  it('creates a form from a template, and refuses a name that is taken', () => {
    expect(createFrom([root], published, newForm)).toEqual({ kind: 'created', name })
    expect(createFrom([root], published, newForm)).toEqual({ kind: 'exists', name })
    expect(folderOf([root], name)).toBe(folder)
    expect(() => folderOf([root], 'town/cats/individual')).toThrow('There is no form')
  })

  it('names each form by its title, and makes a second form of a procedure for other applicants', () => {
    const own = { ja: '犬の登録（法人）' }
    const corporate = { ...newForm, type: 'corporate', title: own }
    expect(createFrom([root], published, corporate)).toEqual({ kind: 'created', name: 'town/dogs/corporate' })
    expect(titles([root])).toEqual({
      [name]: '犬の登録と狂犬病予防注射済票の交付',
      'town/dogs/corporate': own.ja,
    })
    rmSync(path.join(root, 'town/dogs/corporate'), { recursive: true })
  })

  it('offers each form as one to copy, and copies it', () => {
    const template = `form:${name}`
    const copy = { template, title: '犬の登録と狂犬病予防注射済票の交付', isComplete: true }
    expect(templates([root])).toContainEqual(copy)
    const wanted = { ...newForm, tenant: 'village', template, title: { ja: '犬の登録' } }
    expect(createFrom([root], published, wanted)).toEqual({ kind: 'created', name: 'village/dogs/individual' })
    expect(readFormFiles(path.join(root, 'village/dogs/individual'))['form.json']).toBe(
      readFileSync(path.join(folder, 'form.json'), 'utf8'),
    )
    rmSync(path.join(root, 'village'), { recursive: true })
    expect(() => createFrom([root], published, { ...wanted, template: 'form:town/birds/individual' })).toThrow(
      'There is no form',
    )
  })

  it.each([{ service: '..' }, { tenant: 'A b' }, { type: '' }, { template: '../templates' }])(
    'creates nothing from %j',
    (wrong) => {
      const before = readdirSync(work, { recursive: true })
      expect(() => createFrom([root], published, { ...newForm, service: 'birds', ...wrong })).toThrow(RangeError)
      expect(readdirSync(work, { recursive: true })).toEqual(before)
    },
  )

  it('writes a change and keeps what another program has changed elsewhere in the file', () => {
    const before = readFileSync(titleFile, 'utf8')
    const disk = before.replace('注射済票交付手数料', '済票の手数料')
    expect(disk).not.toBe(before)
    writeFileSync(titleFile, disk)
    const mine = before.replace('犬の登録と狂犬病予防注射済票の交付', '犬の登録')
    const saved = saveForm(folder, { before: { 'texts.ja.json': before }, after: { 'texts.ja.json': mine } })
    expect(saved.kind).toBe('saved')
    expect(readFileSync(titleFile, 'utf8')).toBe(disk.replace('犬の登録と狂犬病予防注射済票の交付', '犬の登録'))
  })

  it('writes nothing if the same lines were changed', () => {
    const disk = readFileSync(titleFile, 'utf8')
    const change = { before: { 'texts.ja.json': 'a\n' }, after: { 'texts.ja.json': 'b\n' } }
    expect(saveForm(folder, change)).toMatchObject({ kind: 'conflict', files: { 'texts.ja.json': disk } })
    expect(readFileSync(titleFile, 'utf8')).toBe(disk)
  })

  it('makes the samples that a form lacks, and none of a form with errors', () => {
    const [removed = ''] = readdirSync(path.join(folder, 'invalid'))
    rmSync(path.join(folder, 'invalid', removed))
    const made = madeSamples(folder)
    expect(made).toMatchObject({ untaken: [] })
    expect(Object.keys(made?.files ?? {})).not.toEqual([])
    const form = readFileSync(path.join(folder, 'form.json'), 'utf8')
    writeFileSync(path.join(folder, 'form.json'), '{')
    expect(madeSamples(folder)).toBeNull()
    writeFileSync(path.join(folder, 'form.json'), form)
  })

  it('keeps who reviewed and approved the form, and publishes it for a later time', async () => {
    expect(formHistory(folder, published, 'en')).toMatchObject({ kind: 'known', state: 'draft', needsApproval: false })
    expect(takeStep(folder, { what: 'review', who: 'Yamada' })).toBeNull()
    expect(takeStep(folder, { what: 'approve', who: 'Yamada' })).toBe('own-review')
    expect(takeStep(folder, { what: 'approve', who: 'Sato' })).toBeNull()
    expect(await publish(folder, published, { from: '2020-01-01T00:00' })).toEqual({ kind: 'past-moment' })
    expect(await publish(folder, published, { from: '2999-04-01T00:00' })).toEqual({ kind: 'no-name' })
    const from = '2999-04-01T00:00:00+09:00'
    expect(await publish(folder, published, { who: 'Sato', from: '2999-04-01T00:00' })).toMatchObject({
      kind: 'published',
      from,
      isFirst: true,
    })
    expect(formHistory(folder, published, 'en')).toMatchObject({ current: null })
    const planned = () => readManifest(published, 'town').forms.dogs?.individual?.planned
    expect(planned()).toMatchObject([{ from }])
    const own = readFileSync(titleFile, 'utf8')
    writeFileSync(titleFile, own.replace('犬の名前', '愛犬の名前'))
    expect(await publish(folder, published, { who: 'Sato' })).toMatchObject({ kind: 'published', next: { from } })
    writeFileSync(titleFile, own)
    expect(existsSync(path.join(published, '.planned'))).toBe(false)
    expect(formHistory(folder, published, 'en')).toMatchObject({
      state: 'published',
      sentences: { length: 5 },
      plans: [{ from }],
      current: expect.stringMatching(/^[0-9a-f]{12}$/) as string,
    })
    expect(await publish(folder, published, { who: 'Sato' })).toMatchObject({ kind: 'published' })
    expect(planned()).toEqual([])
  })

  it('moves and cancels a planned publication', async () => {
    await publish(folder, published, { who: 'Sato', from: '2999-04-01T00:00', until: '2999-05-01T00:00' })
    const plans = () => {
      const history = formHistory(folder, published, 'en')
      return history.kind === 'known' ? history.plans.map(({ version: _version, ...time }) => time) : []
    }
    const plan = '2999-04-01T00:00:00+09:00'
    expect(plans()).toEqual([{ from: plan, until: '2999-05-01T00:00:00+09:00' }])
    const to = { from: '2999-04-02T00:00', until: '' }
    expect(changePlan(folder, published, { plan, who: 'Sato', to: { ...to, from: '2020-01-01T00:00' } })).toBe(
      'past-moment',
    )
    expect(changePlan(folder, published, { plan, who: 'Sato', to: { from: '', until: '' } })).toBe('wrong-moment')
    expect(changePlan(folder, published, { plan, who: '', to })).toBe('no-name')
    expect(changePlan(folder, published, { plan, who: 'Sato', to })).toBe('changed')
    const moved = '2999-04-02T00:00:00+09:00'
    expect(plans()).toEqual([{ from: moved }])
    expect(changePlan(folder, published, { plan, who: 'Sato', to: null })).toBe('gone')
    expect(changePlan(folder, published, { plan: moved, who: 'Sato', to: null })).toBe('changed')
    expect(plans()).toEqual([])
    // A folder to which this one is published forgets the plan, too.
    expect(readManifest(published, 'town').forms.dogs?.individual?.planned).toEqual([])
  })

  it('creates no form over a published one whose files are elsewhere', () => {
    const elsewhere = path.join(work, 'elsewhere')
    const create = (wanted: Partial<typeof newForm>) => createFrom([elsewhere], published, { ...newForm, ...wanted })
    const taken = { kind: 'published', types: ['individual'] }
    expect(create({})).toEqual({ ...taken, name })
    expect(create({ type: 'corporate' })).toEqual({ ...taken, name: 'town/dogs/corporate' })
    expect(existsSync(elsewhere)).toBe(false)
    expect(create({ service: 'cats' })).toMatchObject({ kind: 'created' })
    expect(create({ tenant: 'village' })).toMatchObject({ kind: 'created' })
  })

  it('reads the files of a tenant that has none or only those', () => {
    expect(tenantFiles(path.join(published, 'city'))).toEqual({})
    const folder = createTenant(path.join(work, 'tenants'), 'city', '市')
    expect(Object.keys(tenantFiles(folder)).toSorted()).toEqual(['sandbox.json', 'tenant.json'])
  })

  it('looks for a name in all folders, and creates a form where its service or tenant is', () => {
    const folders = [path.join(work, 'first'), path.join(work, 'second')]
    const [first = '', second = ''] = folders
    createTenant(second, 'city', '')
    const create = (wanted: Partial<typeof newForm>) =>
      createFrom(folders, published, { ...newForm, tenant: 'city', ...wanted })
    const created = { kind: 'created', name: 'city/dogs/individual' }
    expect(create({})).toEqual(created)
    expect(create({})).toEqual({ ...created, kind: 'exists' })
    expect(create({ service: 'cats' })).toMatchObject({ kind: 'created' })
    expect(create({ tenant: 'village' })).toMatchObject({ kind: 'created' })
    expect(readdirSync(path.join(second, 'city')).toSorted()).toEqual(
      expect.arrayContaining(['cats', 'dogs', 'tenant.json']),
    )
    expect(readdirSync(first)).toContain('village')
    expect(readdirSync(first)).not.toContain('city')
  })

  it('publishes the form with its service, and keeps the published version if there are errors', async () => {
    const result = await publish(folder, published, { who: 'Sato' })
    if (result.kind !== 'published') throw new Error(result.kind)
    const manifest = () => JSON.parse(readFileSync(path.join(published, 'town/manifest.json'), 'utf8')) as Manifest
    const { version } = result
    expect(manifest()).toMatchObject({ services: { dogs: {} }, forms: { dogs: { individual: { current: version } } } })
    writeFileSync(titleFile, readFileSync(titleFile, 'utf8').replace('"label": "犬の名前"', '"label": ""'))
    expect(await publish(folder, published, { who: 'Sato' })).toEqual({ kind: 'refused' })
    expect(manifest().forms.dogs?.individual?.current).toBe(version)
    expect(usedNames(folder, published)).toEqual(
      expect.arrayContaining(['dogs/list/[]/sex', '["dogs/list/[]/sex","male"]']),
    )
  })

  it('explains the differences from the published version, and describes the form for approvers', () => {
    const [formFile, before] = [path.join(folder, 'form.json'), readFileSync(titleFile, 'utf8')]
    writeFileSync(titleFile, before.replace('"label": ""', '"label": "愛犬の名前"'))
    writeFileSync(formFile, readFileSync(formFile, 'utf8').replace('"maxItems": 5', '"maxItems": 1'))
    const changes = formChanges(folder, published, 'ja')
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
    const described = approval(folder, published, 'ja')
    if (described?.kind !== 'described') throw new Error(described?.kind)
    const { outline } = described
    expect(outline.steps.map(({ title }) => title)).toEqual(['飼い主の方', '犬について', '受け取り方法', '確認と同意'])
    expect(outline.steps[1]?.rows.find(({ label }) => label === '注射を受けた日')).toMatchObject({
      depth: 1,
      kind: 'date',
      required: true,
      conditions: ['「今年度の狂犬病予防注射」が「受けた（注射済票 550円）」であるとき', '今日の365日前から今日まで'],
    })
    expect(outline.fees.at(-1)).toEqual({
      name: '郵便料金',
      amount: '110円',
      taxRate: 0,
      conditions: ['「受け取り方法」が「郵送で受け取る」であるとき'],
    })
  })

  it('compares the entry in the list of procedures with the published one', () => {
    const serviceJson = path.join(work, 'forms/town/dogs/service.json')
    const before = readFileSync(serviceJson, 'utf8')
    const changes = () => {
      const found = formChanges(folder, published, 'ja')
      return found.kind === 'compared' ? found.service : found
    }
    expect(changes()).toEqual({ kind: 'compared', changes: [] })
    const service = JSON.parse(before) as ServiceSource
    const next = { ...service, closesOn: '2027-03-31', fee: { kind: 'NONE' }, words: { ja: ['いぬ', 'ペット'] } }
    writeFileSync(serviceJson, JSON.stringify(next))
    const of = (key: string, language: string | null = null) => ({ key, language })
    expect(changes()).toEqual({
      kind: 'compared',
      changes: [
        { ...of('words', 'ja'), before: service.words?.ja?.join('、'), after: 'いぬ、ペット' },
        { ...of('fee/kind'), before: 'QUOTED', after: 'NONE' },
        { ...of('closesOn'), before: null, after: '2027-03-31' },
        { ...of('words', 'en'), before: service.words?.en?.join('、'), after: null },
      ],
    })
    const described = approval(folder, published, 'ja')
    expect(described?.kind === 'described' && described.service).toContainEqual({
      key: 'closesOn',
      language: null,
      value: '2027-03-31',
    })
    writeFileSync(serviceJson, '{ "name": 1 }')
    expect(changes()).toEqual({ kind: 'unreadable' })
    writeFileSync(serviceJson, before)
  })

  it('compares and prints nothing of a form that cannot be read', () => {
    const formFile = path.join(folder, 'form.json')
    const before = readFileSync(formFile, 'utf8')
    writeFileSync(formFile, before.replace('\n  "steps"', '\n  "oops: \n  "steps"'))
    const place = { kind: 'unreadable', file: 'form.json', line: 4 }
    expect(formChanges(folder, published, 'ja')).toEqual(place)
    expect(approval(folder, published, 'ja')).toEqual(place)
    writeFileSync(formFile, before)
  })
})

it('reads and saves the files of a tenant without a form, in the folder above all tenants', () => {
  const above = mkdtempSync(path.join(tmpdir(), 'forms-tenant-'))
  const tenant = createTenant(above, 'sakura-city', 'さくら市')
  for (const given of [above, tenant]) expect(rootsOf(findSources([given]))).toEqual([above])
  expect(titles([above])).toEqual({ 'sakura-city': 'さくら市' })
  const place = folderOf([above], 'sakura-city')
  const before = readFormFiles(place)['tenant.json'] ?? ''
  expect(before).toContain('さくら市')
  const after = before.replace('さくら市', 'さくら')
  saveForm(place, { before: { 'tenant.json': before }, after: { 'tenant.json': after } })
  expect(readFileSync(path.join(tenant, 'tenant.json'), 'utf8')).toBe(after)
  expect(readdirSync(above)).not.toContain('-')
  expect(() => folderOf([above], 'unknown-city')).toThrow('There is no form unknown-city')
})
