import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { announcedMs } from '../../lib/clock.ts'
import { exampleForm } from '../testing/example-form.ts'
import { expectAccessible, renderStep } from '../testing/render-step.tsx'

afterEach(() => vi.useRealTimers())

const text = { type: 'string', maxLength: 20 }

function form() {
  return exampleForm(
    {
      steps: [
        {
          id: 'a',
          schema: {
            type: 'object',
            required: ['items'],
            properties: {
              items: {
                type: 'array',
                minItems: 1,
                maxItems: 3,
                items: {
                  type: 'object',
                  required: ['kind'],
                  properties: { kind: { type: 'string', enum: ['chair', 'futon'] }, note: text },
                },
              },
              names: { type: 'array', items: text },
            },
          },
        },
      ],
    },
    {
      fields: {
        'a/items': { label: '出す品目', item: '品目' },
        'a/items/[]/kind': { label: '種類', options: { chair: 'いす', futon: '布団' } },
        'a/items/[]/note': { label: 'メモ' },
        'a/names': { label: '同居者', item: '同居者' },
      },
    },
  )
}

function entry(name: string) {
  return within(screen.getByRole('group', { name }))
}

describe('a list of entries (A-10)', () => {
  it('starts with its required entries, named and numbered', async () => {
    const { container } = await renderStep(form(), 'a')
    expect(entry('品目1').getByRole('combobox', { name: '種類' })).toBeRequired()
    expect(screen.queryByRole('button', { name: '品目1を上へ移動' })).toBeNull()
    expect(screen.getByText('まだ入力がありません。')).toBeVisible()
    await expectAccessible(container)
  })

  it('moves the focus into an added entry and announces it', async () => {
    const user = userEvent.setup()
    const { answers, container } = await renderStep(form(), 'a')
    await user.click(screen.getByRole('button', { name: '品目を追加' }))
    expect(entry('品目2').getByRole('combobox', { name: '種類' })).toHaveFocus()
    expect(screen.getByRole('status')).toHaveTextContent('品目2を追加しました。')
    await user.click(screen.getByRole('button', { name: '品目を追加' }))
    expect(screen.queryByRole('button', { name: '品目を追加' })).toBeNull()
    expect(answers().items).toHaveLength(3)
    await expectAccessible(container)
  })

  it('an announcement leaves the page once it was read', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
    await renderStep(form(), 'a')
    await user.click(screen.getByRole('button', { name: '品目を追加' }))
    expect(screen.getByRole('status')).toHaveTextContent('品目2を追加しました。')
    await vi.advanceTimersByTimeAsync(announcedMs)
    expect(screen.getByRole('status')).toBeEmptyDOMElement()
  })

  it('removing an entry moves the focus to the entry before, and to the button if none is left', async () => {
    const user = userEvent.setup()
    const { answers } = await renderStep(form(), 'a', {
      answers: { a: { items: [{ kind: 'chair' }, { kind: 'futon' }] } },
    })
    await user.click(screen.getByRole('button', { name: '品目2を削除' }))
    expect(answers().items).toEqual([{ kind: 'chair' }])
    expect(entry('品目1').getByRole('combobox', { name: '種類' })).toHaveFocus()
    expect(screen.getByRole('status')).toHaveTextContent('品目2を削除しました。残り1件です。')
    await user.click(screen.getByRole('button', { name: '同居者を追加' }))
    await user.click(screen.getByRole('button', { name: '同居者1を削除' }))
    expect(screen.getByRole('button', { name: '同居者を追加' })).toHaveFocus()
  })

  it('moves an entry together with its typed text and the focus', async () => {
    const user = userEvent.setup()
    const { answers } = await renderStep(form(), 'a', {
      answers: { a: { items: [{ kind: 'chair' }, { kind: 'futon' }, { kind: 'chair' }] } },
    })
    await user.type(entry('品目3').getByRole('textbox', { name: 'メモ' }), '青')
    await user.click(screen.getByRole('button', { name: '品目3を上へ移動' }))
    expect(answers().items).toEqual([{ kind: 'chair' }, { kind: 'chair', note: '青' }, { kind: 'futon' }])
    expect(screen.getByRole('button', { name: '品目2を上へ移動' })).toHaveFocus()
    await user.keyboard('{Enter}')
    expect(answers().items).toEqual([{ kind: 'chair', note: '青' }, { kind: 'chair' }, { kind: 'futon' }])
    expect(screen.getByRole('button', { name: '品目1を下へ移動' })).toHaveFocus()
    expect(entry('品目1').getByRole('textbox', { name: 'メモ' })).toHaveValue('青')
  })

  it('a list can be laid out as a table and keeps a label for every field', async () => {
    const source = form()
    const [step] = source.definition.steps
    if (step) step.ui = { items: { 'ui:options': { layout: 'table' } } }
    await renderStep(source, 'a', { answers: { a: { items: [{ kind: 'chair' }, { kind: 'futon' }] } } })
    expect(screen.getAllByRole('list')[0]).toHaveAttribute('data-layout', 'table')
    expect(screen.getAllByRole('combobox', { name: '種類' })).toHaveLength(2)
  })

  it('the summary keeps each link at its entry if another entry is removed, and drops the link of a removed entry', async () => {
    const user = userEvent.setup()
    const { handle } = await renderStep(form(), 'a', { answers: { a: { items: [{ kind: 'chair' }, {}, {}] } } })
    act(() => void handle().validate())
    const links = () => screen.getAllByRole('link', { name: /種類/ })
    await user.click(screen.getByRole('button', { name: '品目3を削除' }))
    expect(links()).toHaveLength(1)
    await user.click(screen.getByRole('button', { name: '品目1を削除' }))
    await user.click(links()[0] ?? document.body)
    expect(entry('品目1').getByRole('combobox', { name: '種類' })).toHaveFocus()
    expect(entry('品目1').getByRole('combobox', { name: '種類' })).toBeInvalid()
  })

  it('keeps errors and their links at their entries if another device has removed an entry', async () => {
    const user = userEvent.setup()
    const { handle, replaceAnswers } = await renderStep(form(), 'a', {
      answers: { a: { items: [{ kind: 'chair' }, { note: '青' }, { note: '赤' }] } },
    })
    act(() => void handle().validate())
    act(() => replaceAnswers({ a: { items: [{ kind: 'chair' }, { note: '赤' }] } }))
    expect(entry('品目1').getByRole('combobox', { name: '種類' })).toBeValid()
    expect(entry('品目2').getByRole('textbox', { name: 'メモ' })).toHaveValue('赤')
    expect(entry('品目2').getByRole('combobox', { name: '種類' })).toBeInvalid()
    const links = screen.getAllByRole('link', { name: /種類/ })
    expect(links).toHaveLength(1)
    await user.click(links[0] ?? document.body)
    expect(entry('品目2').getByRole('combobox', { name: '種類' })).toHaveFocus()
  })

  it('labels each entry by its number if the entries are plain texts', async () => {
    const user = userEvent.setup()
    const { answers, container } = await renderStep(form(), 'a')
    await user.click(screen.getByRole('button', { name: '同居者を追加' }))
    const field = screen.getByRole('textbox', { name: '同居者1' })
    expect(field).toHaveFocus()
    await user.type(field, '港太郎')
    await user.tab()
    expect(answers().names).toEqual(['港太郎'])
    await expectAccessible(container)
  })
})
