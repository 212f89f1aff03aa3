import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { JsonSchema } from '../../../form-model/definition.ts'
import { exampleForm } from '../testing/example-form.ts'
import { expectAccessible, renderStep } from '../testing/render-step.tsx'
import { answersToSend } from '../validation/answers-to-send.ts'

const text = { type: 'string', maxLength: 20 }

const delivery: JsonSchema = {
  type: 'object',
  required: ['method'],
  properties: { note: text },
  discriminator: { propertyName: 'method' },
  oneOf: [
    { properties: { method: { const: 'post' }, address: text }, required: ['method', 'address'] },
    { properties: { method: { const: 'office' }, counter: text }, required: ['method', 'counter'] },
  ],
}

function form(how: JsonSchema = delivery) {
  return exampleForm(
    { steps: [{ id: 'a', schema: { type: 'object', required: ['how'], properties: { how } } }] },
    {
      fields: {
        'a/how': { label: '受け取り' },
        'a/how/method': { label: '受け取り方法', options: { post: '郵送', office: '窓口' } },
        'a/how/address': { label: '送付先' },
        'a/how/counter': { label: '窓口名' },
        'a/how/note': { label: '備考' },
      },
    },
  )
}

describe('a union of groups', () => {
  it('first shows the choice of the branch, then only the fields of that branch, with what was typed there', async () => {
    const user = userEvent.setup()
    const { answers, container } = await renderStep(form(), 'a')
    expect(screen.queryByRole('textbox', { name: '送付先' })).toBeNull()
    await user.click(screen.getByRole('radio', { name: '郵送' }))
    await user.type(screen.getByRole('textbox', { name: '送付先' }), '港区')
    await user.type(screen.getByRole('textbox', { name: '備考' }), '急ぎ')
    await user.tab()
    expect(answers()).toEqual({ how: { method: 'post', address: '港区', note: '急ぎ' } })
    await expectAccessible(container)
    await user.click(screen.getByRole('radio', { name: '窓口' }))
    expect(screen.queryByRole('textbox', { name: '送付先' })).toBeNull()
    expect(screen.getByRole('radio', { name: '窓口' })).toHaveFocus()
    expect(answersToSend(form(), { a: answers() })).toEqual({ a: { how: { method: 'office', note: '急ぎ' } } })
    await user.click(screen.getByRole('radio', { name: '郵送' }))
    expect(screen.getByRole('textbox', { name: '送付先' })).toHaveValue('港区')
  })

  it('a union of groups is restored with its chosen branch', async () => {
    await renderStep(form(), 'a', { answers: { a: { how: { method: 'office', counter: '1番' } } } })
    expect(screen.getByRole('radio', { name: '窓口' })).toBeChecked()
    expect(screen.getByRole('textbox', { name: '窓口名' })).toHaveValue('1番')
  })

  it('reports a missing choice first, then the missing fields of its branch', async () => {
    const user = userEvent.setup()
    const { handle } = await renderStep(form(), 'a')
    const messages = () => {
      let found: readonly { message?: string }[] = []
      act(() => {
        found = handle().validate()
      })
      return found.map(({ message }) => message)
    }
    expect(messages()).toEqual(['受け取り方法を選択してください。'])
    await user.click(screen.getByRole('link', { name: '受け取り方法を選択してください。' }))
    expect(screen.getByRole('radio', { name: '郵送' })).toHaveFocus()
    await user.click(screen.getByRole('radio', { name: '窓口' }))
    expect(messages()).toEqual(['窓口名を入力してください。'])
  })

  it('shows no choice if its branches only require something', async () => {
    await renderStep(
      form({
        type: 'object',
        properties: { address: text, counter: text },
        anyOf: [{ required: ['address'] }, { required: ['counter'] }],
      }),
      'a',
    )
    expect(screen.getByRole('textbox', { name: '送付先' })).toBeVisible()
    expect(screen.queryByRole('radio')).toBeNull()
    expect(screen.queryByRole('combobox')).toBeNull()
  })

  it('asks for one of its questions by their names, and requires none of them alone', async () => {
    const branches = [{ required: ['address'] }, { required: ['counter'] }]
    const properties = { address: text, counter: text }
    const one = (keyword: string, how: object) =>
      renderStep(form({ type: 'object', properties, [keyword]: branches }), 'a', { answers: { a: { how } } })
    const messages = async (keyword: string, how: object) => {
      const { handle, unmount } = await one(keyword, how)
      const boxes = screen.getAllByRole('textbox')
      for (const box of boxes) expect(box).not.toBeRequired()
      let found: readonly { message?: string }[] = []
      act(() => {
        found = handle().validate()
      })
      unmount()
      return found.map(({ message }) => message)
    }
    const onlyOne = ['送付先、窓口名のうち、どれか1つだけに答えてください。']
    expect(await messages('oneOf', {})).toEqual(onlyOne)
    expect(await messages('oneOf', { address: '港区', counter: '1番' })).toEqual(onlyOne)
    expect(await messages('oneOf', { counter: '1番' })).toEqual([])
    expect(await messages('anyOf', {})).toEqual(['送付先、窓口名のうち、1つ以上に答えてください。'])
    expect(await messages('anyOf', { address: '港区', counter: '1番' })).toEqual([])
  })

  it('links its message to the group, or to that of the step', async () => {
    const user = userEvent.setup()
    const branches = [{ required: ['address'] }, { required: ['counter'] }]
    const schema = { type: 'object', properties: { address: text, counter: text }, oneOf: branches }
    const { handle, unmount } = await renderStep(form(schema), 'a', { answers: { a: { how: {} } } })
    act(() => void handle().validate())
    await user.click(screen.getByRole('link', { name: /どれか1つだけ/ }))
    expect(screen.getByRole('group', { name: /受け取り/ })).toHaveFocus()
    unmount()
    const step = exampleForm({ steps: [{ id: 'a', schema }] }, { fields: { 'a/address': { label: '住所' } } })
    const { handle: ofStep } = await renderStep(step, 'a', { answers: { a: {} } })
    act(() => void ofStep().validate())
    await user.click(screen.getByRole('link', { name: /どれか1つだけ/ }))
    expect(screen.getByRole('group', { name: 'a' })).toHaveFocus()
  })
})

describe('a dependency', () => {
  it('shows its fields while the field it depends on is answered', async () => {
    const user = userEvent.setup()
    const { container } = await renderStep(
      exampleForm(
        {
          steps: [
            {
              id: 'a',
              schema: {
                type: 'object',
                properties: { pet: text },
                dependencies: { pet: { properties: { breed: text }, required: ['breed'] } },
              },
            },
          ],
        },
        { fields: { 'a/pet': { label: 'ペット' }, 'a/breed': { label: '種類' } } },
      ),
      'a',
    )
    expect(screen.queryByRole('textbox', { name: '種類' })).toBeNull()
    await user.type(screen.getByRole('textbox', { name: 'ペット' }), '犬')
    await user.tab()
    expect(screen.getByRole('textbox', { name: '種類' })).toBeRequired()
    await expectAccessible(container)
  })
})
