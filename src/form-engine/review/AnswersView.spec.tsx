import { render, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Answers } from '../../../form-model/definition.ts'
import { loadNamespaces } from '../../i18n/texts.ts'
import { AnswersView } from './AnswersView.tsx'
import { exampleForm } from '../testing/example-form.ts'
import { expectAccessible } from '../testing/render-step.tsx'

const text = { type: 'string' }
const form = exampleForm(
  {
    steps: [
      {
        id: 'who',
        schema: {
          type: 'object',
          properties: {
            born: { ...text, format: 'date' },
            phone: { ...text, format: 'jp-phone' },
            code: { ...text, format: 'jp-postal-code' },
            name: { type: 'object', properties: { family: text, given: text } },
            kind: { ...text, enum: ['self', 'agent'] },
            agree: { type: 'boolean', const: true },
            note: text,
            contact: { ...text, enum: ['phone', 'mail'] },
            hint: { type: 'null' },
            version: { const: '1' },
          },
          if: { properties: { kind: { const: 'agent' } }, required: ['kind'] },
          then: { properties: { relation: text } },
        },
        ui: {
          'ui:order': ['name', '*'],
          born: { 'ui:widget': 'birth-date' },
          version: { 'ui:widget': 'hidden' },
        },
      },
      {
        id: 'items',
        schema: {
          type: 'object',
          properties: {
            day: { ...text, format: 'date' },
            when: { ...text, format: 'date-time' },
            month: { ...text, format: 'month' },
            fee: { type: 'integer' },
            copies: { type: 'integer' },
            days: { type: 'array', items: { ...text, enum: ['mon', 'tue'] } },
            lines: { type: 'array', items: { type: 'object', properties: { what: text, live: { type: 'boolean' } } } },
            files: { type: 'array', items: { ...text, format: 'attachment-id' } },
          },
        },
        ui: { fee: { 'ui:widget': 'money' } },
      },
      { id: 'other', schema: { type: 'object', properties: { x: text } }, visibleWhen: { required: ['never'] } },
    ],
  },
  {
    fields: {
      'who/name': { label: '氏名' },
      'who/name/family': { label: '姓' },
      'who/name/given': { label: '名' },
      'who/born': { label: '生年月日' },
      'who/phone': { label: '電話番号' },
      'who/code': { label: '郵便番号' },
      'who/kind': { label: '申請する人', options: { self: '本人', agent: '代理人' } },
      'who/relation': { label: '関係' },
      'who/agree': { label: '規約' },
      'who/note': { label: '備考' },
      'who/contact': { label: '連絡方法', options: { phone: '電話', mail: 'メール' } },
      'who/version': { label: '版' },
      'items/day': { label: '希望日' },
      'items/when': { label: '日時' },
      'items/month': { label: '開始月' },
      'items/fee': { label: '費用' },
      'items/copies': { label: '通数', unit: '通' },
      'items/days': { label: '曜日', options: { mon: '月', tue: '火' } },
      'items/lines': { label: '品目', item: '品目' },
      'items/lines/[]/what': { label: '名称' },
      'items/lines/[]/live': { label: '通電' },
      'items/files': { label: '図面' },
    },
  },
)

const answers: Answers = {
  who: {
    name: { family: '港', given: '花子' },
    born: '1985-04-01',
    phone: '09012345678',
    code: '1050011',
    kind: 'self',
    agree: true,
    version: '1',
  },
  items: {
    day: '2026-11-21',
    when: '2026-11-21T05:30:00Z',
    month: '2026-04',
    fee: 1200,
    copies: 2,
    days: ['mon', 'tue'],
    lines: [
      { what: 'いす', live: true },
      { what: '布団', live: false },
    ],
    files: ['AT-1'],
  },
}

async function show(props: Partial<Parameters<typeof AnswersView>[0]> = {}) {
  await loadNamespaces(['form-engine'])
  return render(
    <main>
      <h1>確認</h1>
      <AnswersView
        form={form}
        answers={answers}
        attachments={[{ attachmentId: 'AT-1', name: '平面図.pdf' }]}
        {...props}
      />
    </main>,
  )
}

function description(term: string, index = 0) {
  return screen.getAllByText(term, { selector: 'dt' })[index]?.nextElementSibling
}

describe('the answers of an application', () => {
  it('the answers are shown in the formats of the language', async () => {
    const { container } = await show()
    for (const [term, shown] of [
      ['姓', '港'],
      ['生年月日', '1985年（昭和60年）4月1日'],
      ['電話番号', '090-1234-5678'],
      ['郵便番号', '〒105-0011'],
      ['申請する人', '本人'],
      ['規約', 'チェックあり'],
      ['備考', '未入力'],
      ['連絡方法', '選択なし'],
      ['希望日', '2026年（令和8年）11月21日（土）'],
      ['日時', '2026年11月21日（土） 14:30'],
      ['開始月', '2026年4月'],
      ['費用', '1,200円'],
      ['通数', '2通'],
      ['図面', '平面図.pdf'],
    ] as const)
      expect([term, description(term)?.textContent]).toEqual([term, shown])
    expect(
      within(description('曜日') as HTMLElement)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['月', '火'])
    expect(description('名称', 1)).toHaveTextContent('布団')
    expect(description('通電', 1)).toHaveTextContent('いいえ')
    await expectAccessible(container)
  })

  it('the answers omit hidden fields, hidden steps and explanations', async () => {
    await show()
    for (const absent of ['関係', '版', 'hint', 'other', 'x']) expect(screen.queryByText(absent)).toBeNull()
  })

  it('the answers are divided into a section for each step, with groups and entries below', async () => {
    await show({ headingLevel: 3, action: (_id, title) => <a href="#x">{`${title}を修正`}</a> })
    expect(screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)).toEqual(['who', 'items'])
    expect(screen.getByRole('heading', { level: 4, name: '氏名' })).toBeVisible()
    expect(screen.getByRole('heading', { level: 5, name: '品目2' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'itemsを修正' })).toBeVisible()
  })

  it('the answers do not repeat the title of a step above its only list', async () => {
    const schema = {
      type: 'object',
      properties: { lines: { type: 'array', items: { type: 'object', properties: { what: text } } } },
    }
    const things = exampleForm(
      { steps: [{ id: '出すもの', schema }] },
      {
        fields: {
          '出すもの/lines': { label: '出すもの', item: '品目' },
          '出すもの/lines/[]/what': { label: '名称' },
        },
      },
    )
    const { container } = await show({ form: things, answers: { 出すもの: { lines: [{ what: 'いす' }] } } })
    expect(screen.getAllByText('出すもの')).toHaveLength(1)
    expect(screen.getByRole('heading', { level: 3, name: '品目1' })).toBeVisible()
    await expectAccessible(container)
  })

  it('the answers can be limited to one step', async () => {
    await show({ stepId: 'items' })
    expect(screen.getAllByRole('heading', { level: 2 })).toHaveLength(1)
    expect(screen.queryByText('姓')).toBeNull()
  })

  it('the answers show a group in one line if the definition composes one, unless an answer would be left out', async () => {
    const name = { type: 'object', properties: { family: text, given: text, former: text } }
    const composed = exampleForm(
      {
        steps: [
          {
            id: 'who',
            schema: { type: 'object', properties: { name } },
            ui: { name: { 'ui:options': { compose: '{family} {given}' } } },
          },
        ],
      },
      {
        fields: {
          'who/name': { label: '氏名' },
          'who/name/family': { label: '姓' },
          'who/name/given': { label: '名' },
          'who/name/former': { label: '旧姓' },
        },
      },
    )
    const { unmount } = await show({ form: composed, answers: { who: { name: { family: '港', given: '花子' } } } })
    expect(description('氏名')).toHaveTextContent('港 花子')
    expect(screen.queryByText('姓')).toBeNull()
    unmount()
    await show({ form: composed, answers: { who: { name: { family: '港', given: '花子', former: '芝' } } } })
    expect(description('旧姓')).toHaveTextContent('芝')
  })
})
