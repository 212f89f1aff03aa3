import { act, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { loadNamespaces } from '../../i18n/texts.ts'
import { AnswersView } from '../review/AnswersView.tsx'
import { exampleForm } from '../testing/example-form.ts'
import { expectAccessible, renderStep } from '../testing/render-step.tsx'

const hours = { type: 'string', maxLength: 20 }
const row = { type: 'object', properties: { mon: hours, tue: hours, late: { type: 'boolean' } }, required: ['mon'] }

function form() {
  return exampleForm(
    {
      steps: [
        {
          id: 'a',
          schema: {
            type: 'object',
            properties: { work: { type: 'object', properties: { father: row, mother: row } } },
          },
          ui: {
            work: {
              'ui:options': { layout: 'table' },
              ...Object.fromEntries(['father', 'mother'].map((name) => [name, { late: { 'ui:widget': 'radio' } }])),
            },
          },
        },
      ],
    },
    {
      fields: {
        'a/work': { label: '勤務時間', help: '休みの日は空けてください。' },
        'a/work/father': { label: '父' },
        'a/work/father/mon': { label: '月' },
        'a/work/father/tue': { label: '火' },
        'a/work/father/late': { label: '延長' },
        'a/work/mother': { label: '母' },
        'a/work/mother/mon': { label: '月' },
        'a/work/mother/tue': { label: '火' },
        'a/work/mother/late': { label: '延長' },
      },
    },
  )
}

function rowNamed(name: string) {
  return within(screen.getByRole('group', { name }))
}

describe('a table of questions', () => {
  it('names each question by its row and its column', async () => {
    const user = userEvent.setup()
    const { answers, container } = await renderStep(form(), 'a')
    expect(screen.getByRole('group', { name: '勤務時間 任意' })).toBeVisible()
    await user.type(rowNamed('母').getByRole('textbox', { name: '火' }), '9:00-17:00')
    await user.click(rowNamed('父').getByRole('radio', { name: 'はい' }))
    expect(answers().work).toEqual({ mother: { tue: '9:00-17:00' }, father: { late: true } })
    await expectAccessible(container)
  })

  it('names the row in the summary of errors, and focuses the question of that row', async () => {
    const user = userEvent.setup()
    const { handle } = await renderStep(form(), 'a', {
      answers: { a: { work: { father: { mon: '9:00' }, mother: { tue: '9:00' } } } },
    })
    act(() => void handle().validate())
    const link = screen.getByRole('link', { name: /^母/ })
    expect(link).toHaveTextContent('月')
    await user.click(link)
    expect(rowNamed('母').getByRole('textbox', { name: '月' })).toHaveFocus()
    expect(rowNamed('父').getByRole('textbox', { name: '月' })).toBeValid()
  })

  it('becomes a table with headings in the answers', async () => {
    await loadNamespaces(['form-engine'])
    const answers = { a: { work: { father: { mon: '9:00', late: false }, mother: {} } } }
    const { container } = render(
      <main lang="ja">
        <h1>テスト</h1>
        <AnswersView form={form()} answers={answers} />
      </main>,
    )
    const table = within(screen.getByRole('table', { name: '勤務時間' }))
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['月', '火', '延長'])
    const texts = (name: string) =>
      within(table.getByRole('row', { name: new RegExp(`^${name}`) }))
        .getAllByRole('cell')
        .map((cell) => cell.lastElementChild?.textContent)
    expect(texts('父')).toEqual(['9:00', '未入力', 'いいえ'])
    expect(texts('母')).toEqual(['未入力', '未入力', '選択なし'])
    await expectAccessible(container)
  })
})

const onePixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

function explanation(picture: string) {
  return exampleForm(
    {
      steps: [
        {
          id: 'a',
          schema: { type: 'object', properties: { fees: { type: 'null' } } },
          ui: { fees: { 'ui:widget': 'info', 'ui:options': { picture } } },
        },
      ],
    },
    {
      fields: {
        'a/fees': {
          label: '手数料',
          picture: '窓口の地図',
          table: '区分|1人|2人目から\n大人|300円|200円\n\n子ども\t100円\t無料\n',
        },
      },
    },
  )
}

describe('an explanation', () => {
  it('shows a table with headings, and a picture with its text', async () => {
    const { container } = await renderStep(explanation(onePixel), 'a')
    const table = within(screen.getByRole('table', { name: '手数料' }))
    expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      '区分',
      '1人',
      '2人目から',
    ])
    const child = within(table.getByRole('row', { name: /^子ども/ }))
    expect(child.getByRole('rowheader')).toHaveTextContent('子ども')
    expect(child.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['100円', '無料'])
    expect(screen.getByRole('img', { name: '窓口の地図' })).toHaveAttribute('src', onePixel)
    await expectAccessible(container)
  })

  it.each([
    'https://example.com/pixel.png',
    'data:image/svg+xml;base64,PHN2Zy8+',
    'data:text/html;base64,PHA+',
    `${onePixel}"`,
    onePixel + 'A'.repeat(200_000),
  ])('draws no other address (%#)', async (picture) => {
    await renderStep(explanation(picture), 'a')
    expect(screen.queryByRole('img')).toBeNull()
  })
})
