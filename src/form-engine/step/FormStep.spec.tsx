import { act, fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { JsonSchema, UiSchema } from '../../../form-model/definition.ts'
import { exampleForm } from '../testing/example-form.ts'
import { expectAccessible, oneField, renderStep } from '../testing/render-step.tsx'

function form() {
  return exampleForm(
    {
      steps: [
        {
          id: 'applicant',
          schema: {
            type: 'object',
            required: ['name', 'kind', 'agree'],
            properties: {
              name: {
                type: 'object',
                required: ['family', 'given'],
                properties: {
                  family: { type: 'string', maxLength: 20 },
                  given: { type: 'string', maxLength: 20 },
                },
              },
              kind: { type: 'string', enum: ['self', 'agent'] },
              phone: { type: 'string', format: 'jp-phone' },
              agree: { type: 'boolean', const: true },
            },
            if: { properties: { kind: { const: 'agent' } }, required: ['kind'] },
            then: { properties: { relation: { type: 'string', maxLength: 20 } }, required: ['relation'] },
          },
          ui: { kind: { 'ui:widget': 'radio' }, 'ui:order': ['name', 'kind', 'relation', '*'] },
        },
      ],
    },
    {
      fields: {
        'applicant/name': { label: '氏名' },
        'applicant/name/family': { label: '姓', help: '戸籍のとおりに入力してください。' },
        'applicant/name/given': { label: '名' },
        'applicant/kind': { label: '申請する人', options: { self: '本人', agent: '代理人' } },
        'applicant/relation': { label: '本人との関係' },
        'applicant/phone': { label: '電話番号', example: '09012345678' },
        'applicant/agree': { label: '個人情報の取扱い' },
      },
    },
  )
}

describe('a step of a form', () => {
  it('labels every field, marks it as required or optional, and has no accessibility finding', async () => {
    const { container } = await renderStep(form(), 'applicant')
    expect(screen.getByRole('textbox', { name: '姓' })).toBeRequired()
    expect(screen.getByRole('textbox', { name: '姓' })).toHaveAccessibleDescription('戸籍のとおりに入力してください。')
    expect(screen.getByRole('textbox', { name: '電話番号' })).not.toBeRequired()
    expect(screen.getByRole('group', { name: '氏名' })).toBeVisible()
    expect(screen.getByRole('checkbox', { name: '個人情報の取扱い 必須' })).not.toBeChecked()
    await expectAccessible(container)
  })

  it('reports each keystroke, and the answers when the field is left', async () => {
    const user = userEvent.setup()
    const { inputs, answers } = await renderStep(form(), 'applicant')
    await user.type(screen.getByRole('textbox', { name: '姓' }), '港')
    expect(inputs).toEqual([['/applicant/name/family', '港']])
    expect(answers()).toEqual({ name: {} })
    await user.tab()
    expect(answers()).toEqual({ name: { family: '港' } })
  })

  it('commits the text being typed without leaving the field', async () => {
    const user = userEvent.setup()
    const { handle, answers } = await renderStep(form(), 'applicant')
    await user.type(screen.getByRole('textbox', { name: '名' }), '花子')
    let flushed: unknown
    act(() => {
      flushed = handle().flush()
    })
    expect(flushed).toEqual({ name: { given: '花子' } })
    expect(answers()).toEqual({ name: { given: '花子' } })
    expect(screen.getByRole('textbox', { name: '名' })).toHaveFocus()
  })

  it('shows no error before a field was changed, and validates only the field that was left', async () => {
    const user = userEvent.setup()
    await renderStep(form(), 'applicant')
    await user.click(screen.getByRole('textbox', { name: '電話番号' }))
    await user.tab()
    expect(screen.getByRole('textbox', { name: '電話番号' })).toBeValid()
    await user.type(screen.getByRole('textbox', { name: '電話番号' }), '123')
    await user.tab()
    expect(screen.getByRole('textbox', { name: '電話番号' })).toBeInvalid()
    expect(screen.getByRole('textbox', { name: '電話番号' })).toHaveAccessibleDescription(
      /電話番号は10桁または11桁の数字で入力してください。/,
    )
    expect(screen.getByRole('textbox', { name: '姓' })).not.toHaveAttribute('aria-invalid')
  })

  it('removes an error as soon as the answer is valid', async () => {
    const user = userEvent.setup()
    await renderStep(form(), 'applicant')
    const phone = screen.getByRole('textbox', { name: '電話番号' })
    await user.type(phone, '123')
    await user.tab()
    await user.clear(phone)
    await user.type(phone, '０３－１２３４－５６７８')
    await user.tab()
    expect(phone).toHaveValue('0312345678')
    expect(phone).not.toHaveAttribute('aria-invalid')
  })

  it('lists the errors, moves the focus there and links to each field', async () => {
    const user = userEvent.setup()
    const { handle, container } = await renderStep(form(), 'applicant')
    let errors: readonly { message?: string }[] = []
    act(() => {
      errors = handle().validate()
    })
    const messages = [
      '姓を入力してください。',
      '名を入力してください。',
      '申請する人を選択してください。',
      '「個人情報の取扱い」にチェックを入れてください。',
    ]
    expect(errors.map(({ message }) => message)).toEqual(messages)
    const summary = screen.getByRole('region', { name: '入力内容を確認してください。4件の修正が必要です。' })
    expect(summary).toHaveFocus()
    const links = within(summary).getAllByRole('link')
    expect(links.map(({ textContent }) => textContent)).toEqual(messages)
    for (const message of messages) expect(screen.getAllByText(message)).toHaveLength(2)
    for (const control of [
      screen.getByRole('textbox', { name: '姓' }),
      screen.getByRole('radio', { name: '本人' }),
      screen.getByRole('checkbox', { name: /個人情報/ }),
    ]) {
      expect(control.closest('[role=radiogroup]') ?? control).toHaveAttribute('aria-invalid', 'true')
      expect(control).toHaveAccessibleDescription(/ください/)
    }
    await user.click(links[2] ?? summary)
    expect(screen.getByRole('radio', { name: '本人' })).toHaveFocus()
    await expectAccessible(container)
  })

  it('shows a field once its condition is true, and keeps the focus', async () => {
    const user = userEvent.setup()
    await renderStep(form(), 'applicant')
    expect(screen.queryByRole('textbox', { name: '本人との関係' })).toBeNull()
    await user.click(screen.getByRole('radio', { name: '代理人' }))
    expect(screen.getByRole('textbox', { name: '本人との関係' })).toBeRequired()
    expect(screen.getByRole('radio', { name: '代理人' })).toHaveFocus()
  })

  it('an error of the API is shown at its field, and an error without a known field only in the summary', async () => {
    const user = userEvent.setup()
    const { giveServerErrors } = await renderStep(form(), 'applicant', {
      answers: { applicant: { name: { family: '港', given: '花子' } } },
    })
    act(() =>
      giveServerErrors([
        { pointer: '/applicant/name/family', code: 'SE_XX_0001' },
        { pointer: '/elsewhere', code: 'SE_XX_0002' },
      ]),
    )
    const family = screen.getByRole('textbox', { name: '姓' })
    expect(family).toHaveAccessibleDescription(/姓の入力内容をご確認ください。/)
    const summary = screen.getByRole('region', { name: /2件の修正/ })
    expect(summary).toHaveFocus()
    expect(within(summary).getAllByRole('link')).toHaveLength(1)
    expect(within(summary).getByText('この項目の入力内容をご確認ください。')).toBeVisible()
    await user.type(family, '区')
    await user.tab()
    expect(family).not.toHaveAttribute('aria-invalid')
  })

  it('shows answers that come from outside, and does not render again for its own answers', async () => {
    const { replaceAnswers } = await renderStep(form(), 'applicant', {
      answers: { applicant: { name: { family: '港' } } },
    })
    expect(screen.getByRole('textbox', { name: '姓' })).toHaveValue('港')
    act(() => replaceAnswers({ applicant: { name: { family: '芝' } } }))
    expect(screen.getByRole('textbox', { name: '姓' })).toHaveValue('芝')
  })

  it('keeps focus, errors and half a date if answers from outside replace another one, and reports no change', async () => {
    const user = userEvent.setup()
    const texts = { 'a/x': { label: '文' }, 'a/y': { label: '数' }, 'a/z': { label: '日' } }
    const properties = {
      x: { type: 'string' },
      y: { type: 'integer', maximum: 5 },
      z: { type: 'string', format: 'date' },
    }
    const step = { id: 'a', schema: { type: 'object', properties } }
    const { handle, answers, replaceAnswers } = await renderStep(
      exampleForm({ steps: [step] }, { fields: texts }),
      'a',
      {
        answers: { a: { x: '前', y: 9 } },
      },
    )
    const [text, number, day] = ['文', '数', '日'].map((name) => screen.getByLabelText<HTMLInputElement>(name))
    if (!text || !number || !day) throw new Error('A field is missing')
    Object.defineProperty(day, 'validity', { value: { badInput: true } })
    fireEvent.blur(day)
    act(() => void handle().validate())
    await user.click(number)
    const before = answers()
    act(() => replaceAnswers({ a: { ...before, x: '後' } }))
    expect(text).toHaveValue('後')
    expect(number).toHaveFocus()
    expect(number).toBeInvalid()
    expect(day).toBeInvalid()
    expect(screen.getAllByRole('link')).toHaveLength(2)
    expect(answers()).toBe(before)
    act(() => replaceAnswers({ a: { ...before, x: '後', y: 4 } }))
    expect(number).toBeValid()
    expect(handle().validate()).toMatchObject([{ pointer: '/a/z' }])
  })

  it.each([
    ['another language', '0123456789ab'],
    ['another version', 'ba9876543210'],
  ])(
    'asks again for half a date that the fields of %s do not have, until the field is left',
    async (_name, formVersion) => {
      const step = {
        id: 'a',
        schema: { type: 'object', properties: { z: { type: 'string', format: 'date' } } },
      } as const
      const labelled = (label: string) => exampleForm({ steps: [step] }, { fields: { 'a/z': { label } } })
      const { handle, replaceForm } = await renderStep(labelled('日'), 'a')
      const typed = screen.getByLabelText('日')
      Object.defineProperty(typed, 'validity', { value: { badInput: true } })
      fireEvent.blur(typed)
      for (const label of ['day', 'jour']) {
        const { definition, ...next } = labelled(label)
        act(() => replaceForm({ ...next, definition: { ...definition, formVersion } }))
      }
      const day = screen.getByLabelText('jour')
      expect(day).toBeInvalid()
      expect(handle().validate()).toMatchObject([{ pointer: '/a/z', code: 'date' }])
      fireEvent.focus(day)
      fireEvent.blur(day)
      expect(day).toBeValid()
      expect(handle().validate()).toEqual([])
    },
  )

  it.each<[string, JsonSchema, UiSchema, string]>([
    ['text', { type: 'string' }, {}, 'あ'],
    ['long text', { type: 'string', maxLength: 100 }, { 'ui:widget': 'textarea' }, 'あ'],
    ['number', { type: 'number' }, {}, '1'],
    ['money', { type: 'integer' }, { 'ui:widget': 'money' }, '1'],
    ['kana', { type: 'string', format: 'jp-kana' }, {}, 'ｱ'],
    ['phone', { type: 'string', format: 'jp-phone' }, {}, '０'],
    ['postal code', { type: 'string', format: 'jp-postal-code' }, {}, '０'],
    ['corporate number', { type: 'string', format: 'jp-corporate-number' }, {}, '０'],
    ['e-mail', { type: 'string', format: 'email' }, {}, 'ａ'],
    ['entry of a list', { type: 'array', minItems: 1, items: { type: 'string' } }, {}, 'あ'],
  ])('keeps focus and caret of a %s on a page that renders at each key', async (_name, schema, ui, key) => {
    const user = userEvent.setup()
    const { handle, answers } = await renderStep(oneField(schema, { label: '項目', item: '項目' }, ui), 'a', {
      live: true,
    })
    const field = screen.getByRole<HTMLInputElement>('textbox')
    await user.type(field, key.repeat(50))
    expect(field).toHaveFocus()
    expect(field).toHaveValue(key.repeat(50))
    expect(field.selectionStart).toBe(50)
    act(() => void handle().flush())
    expect(JSON.stringify(answers()).length).toBeGreaterThan(50)
    expect(field).toHaveFocus()
  })

  it('keeps focus and caret while 50 characters are typed in the middle of a text (F-09)', async () => {
    const user = userEvent.setup()
    const { commits } = await renderStep(form(), 'applicant', { answers: { applicant: { name: { given: 'ab' } } } })
    const before = commits()
    const given = screen.getByRole<HTMLInputElement>('textbox', { name: '名' })
    await user.type(given, 'x'.repeat(50), { initialSelectionStart: 1, initialSelectionEnd: 1 })
    expect(given).toHaveFocus()
    expect(given).toHaveValue(`a${'x'.repeat(50)}b`)
    expect(given.selectionStart).toBe(51)
    expect(commits()).toBe(before)
  })
})
