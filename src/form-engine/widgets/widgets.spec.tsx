import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import type { JsonSchema, UiSchema } from '../../../form-model/definition.ts'
import { fillSilently } from '../../app/testing/fill-silently.ts'
import type { LoadedForm } from '../definition/load-form.ts'
import type { AddressMatch, Lookups } from '../field/ports.ts'
import { exampleForm } from '../testing/example-form.ts'
import { expectAccessible, oneField, renderStep } from '../testing/render-step.tsx'

const text = { type: 'string', maxLength: 200 }
const fills = { 'ui:options': { fills: { name: 'name' } } }

/** Types like a Japanese keyboard: a composition that Enter confirms. */
function compose(field: HTMLElement & { value: string }, composed: string): { enterAllowed: boolean } {
  field.focus()
  fireEvent.compositionStart(field)
  fireEvent.input(field, { target: { value: composed } })
  const enterAllowed = fireEvent.keyDown(field, { key: 'Enter', code: 'Enter', isComposing: true, keyCode: 229 })
  fireEvent.compositionEnd(field, { data: composed })
  return { enterAllowed }
}

describe('a text', () => {
  it('a text field has an accessible name, description and limits (A-12)', async () => {
    const { container } = await renderStep(
      oneField(text, { label: '勤務先', help: '正式な名称で入力してください。', example: '株式会社みなと' }),
      'a',
    )
    const field = screen.getByRole('textbox', { name: '勤務先' })
    expect(field).toHaveAccessibleDescription(/正式な名称で入力してください。\s例：株式会社みなと/)
    expect(field).not.toHaveAttribute('placeholder')
    await expectAccessible(container)
  })

  it.each([
    [8, 'short'],
    [20, 'medium'],
  ])('a text with at most %i characters has the width %s', async (maxLength, width) => {
    await renderStep(oneField({ type: 'string', maxLength }, { label: '項目' }), 'a')
    expect(screen.getByRole('textbox', { name: '項目' })).toHaveClass(width)
  })

  it('keeps text in composition, and removes the spaces around it on blur', async () => {
    const user = userEvent.setup()
    const { answers, inputs } = await renderStep(oneField(text, { label: '氏名' }), 'a')
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: '氏名' })
    compose(field, '\u3000𠮷野\u3000花子\u3000')
    expect(field).toHaveValue('\u3000𠮷野\u3000花子\u3000')
    expect(inputs).toEqual([['/a/x', '𠮷野\u3000花子']])
    await user.tab()
    expect(field).toHaveValue('𠮷野\u3000花子')
    expect(answers()).toEqual({ x: '𠮷野\u3000花子' })
  })

  it.each<[string, JsonSchema, UiSchema?]>([
    ['a text', text],
    ['a long text', text, { 'ui:widget': 'textarea' }],
    ['a name', { ...text, format: 'jis-level-2' }],
    ['a reading', { ...text, format: 'jp-kana' }],
    ['a phone number', { ...text, format: 'jp-phone' }],
    ['an e-mail address', { ...text, format: 'email' }],
    ['a web address', { ...text, format: 'uri' }],
    ['a web address without https', { ...text, format: 'http-uri' }],
    ['a postal code', { ...text, format: 'jp-postal-code' }],
    ['a corporate number', { ...text, format: 'jp-corporate-number' }],
    ['a month', { ...text, format: 'month' }],
    ['a number', { type: 'integer' }],
    ['an amount', { type: 'integer' }, { 'ui:widget': 'money' }],
    ['a birth date', { ...text, format: 'date' }, { 'ui:widget': 'birth-date' }],
  ])('%s is not rewritten while it is composed', async (_name, schema, ui = {}) => {
    await renderStep(oneField(schema, { label: '項目' }, ui), 'a')
    for (const field of screen.getAllByRole<HTMLInputElement>('textbox'))
      for (const composed of ['やまだ', 'ﾔﾏﾀﾞ', '１０５００１１', '1050011', '2026年4', 'か\u3099']) {
        compose(field, composed)
        expect(field).toHaveValue(composed)
      }
  })

  it.each([
    ['ﾔﾏﾀﾞ', 'jis-level-2', 'ヤマダ'],
    ['ﾔﾏﾀﾞ', undefined, 'ﾔﾏﾀﾞ'],
    ['か\u3099く', undefined, 'がく'],
  ])('a text typed as %j with the format %s is stored as %j', async (typed, format, stored) => {
    const user = userEvent.setup()
    const { answers } = await renderStep(oneField({ ...text, ...(format && { format }) }, { label: '氏名' }), 'a')
    await user.type(screen.getByRole('textbox', { name: '氏名' }), typed)
    await user.tab()
    expect(answers()).toEqual({ x: stored })
  })

  it('an emptied text field has no answer', async () => {
    const user = userEvent.setup()
    const { answers } = await renderStep(oneField(text, { label: '氏名' }), 'a', { answers: { a: { x: '港' } } })
    await user.clear(screen.getByRole('textbox', { name: '氏名' }))
    await user.tab()
    expect(answers()).toEqual({})
    expect(screen.getByRole('textbox', { name: '氏名' })).toHaveAccessibleDescription('氏名を入力してください。')
  })
})

describe('invisible characters of a pasted text', () => {
  it.each([
    ['a phone number', { format: 'jp-phone' }, '\u202d090-1234-5678\u202c', '09012345678'],
    ['a phone number', { format: 'jp-phone' }, '090\u00ad1234\u00ad5678\u200b', '09012345678'],
    ['a postal code', { format: 'jp-postal-code' }, '\u202a105-0011\u202c', '1050011'],
    ['an e-mail address', { format: 'email' }, '\u200bhanako@example.jp', 'hanako@example.jp'],
    ['a reading', { format: 'jp-kana' }, 'ヤマダ\u200b', 'ヤマダ'],
    ['a web address', { format: 'uri' }, '\ufeffhttps://www.example.jp/\u200b', 'https://www.example.jp/'],
    ['an address without https', { format: 'http-uri' }, 'http://www.example.jp/\u200b', 'http://www.example.jp/'],
    ['a number', { type: 'number' }, '\u200e1,200\u2060', 1200],
    ['a name', {}, '\u200b山\u0007田\u202e 葛\u{e0100}', '山田 葛\u{e0100}'],
  ])('invisible characters are removed from %s', async (_name, schema, pasted, answer) => {
    const user = userEvent.setup()
    const { answers } = await renderStep(oneField({ ...text, ...schema }, { label: '項目' }), 'a')
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: '項目' })
    fireEvent.input(field, { target: { value: pasted } })
    await user.click(field)
    await user.tab()
    expect(answers()).toEqual({ x: answer })
    expect(field).not.toHaveAttribute('aria-invalid')
  })

  it('invisible characters alone are no answer', async () => {
    const user = userEvent.setup()
    const { answers, inputs } = await renderStep(oneField(text, { label: '姓' }), 'a')
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: '姓' })
    fireEvent.input(field, { target: { value: '\u200b\u3164\ufe0f' } })
    expect(inputs).toEqual([['/a/x', undefined]])
    await user.click(field)
    await user.tab()
    expect(answers()).toEqual({})
    expect(field).toHaveValue('')
    expect(field).toHaveAccessibleDescription('姓を入力してください。')
  })

  it('invisible characters alone are no answer in a draft that has them already', async () => {
    const { handle } = await renderStep(oneField(text, { label: '姓' }), 'a', { answers: { a: { x: '\u200b' } } })
    let found: readonly { message?: string }[] = []
    act(() => {
      found = handle().validate()
    })
    expect(found.map(({ message }) => message)).toEqual(['姓を入力してください。'])
  })

  it('invisible characters are removed from a birth date and from a text that is no date', async () => {
    const user = userEvent.setup()
    const { answers } = await renderStep(
      oneField({ type: 'string', format: 'date' }, { label: '生年月日' }, { 'ui:widget': 'birth-date' }),
      'a',
    )
    const [year, month, day] = ['年', '月', '日'].map((name) => screen.getByRole('textbox', { name }))
    if (!year || !month || !day) throw new Error('The date has three fields')
    for (const [field, value] of [
      [year, '1985\u200e'],
      [month, '\u202d4\u202c'],
      [day, '1\u0000x'],
    ] as const)
      fireEvent.input(field, { target: { value } })
    await user.click(day)
    await user.tab()
    expect(answers()).toEqual({ x: '1985/4/1x' })
    expect(day).toHaveValue('1x')
    fireEvent.input(day, { target: { value: '\u200b1' } })
    await user.click(day)
    await user.tab()
    expect(answers()).toEqual({ x: '1985-04-01' })
  })
})

describe('a long text', () => {
  it('keeps its lines and has no control characters', async () => {
    const user = userEvent.setup()
    const { answers } = await renderStep(oneField(text, { label: '内容' }, { 'ui:widget': 'textarea' }), 'a')
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: '内容' })
    fireEvent.input(field, { target: { value: '一行目\n\t二\u0000行\u200b目👨\u200d👩' } })
    await user.click(field)
    await user.tab()
    expect(answers()).toEqual({ x: '一行目\n 二行目👨\u200d👩' })
  })

  it('shows the number of remaining characters near the limit', async () => {
    const user = userEvent.setup()
    const { container } = await renderStep(
      oneField({ type: 'string', maxLength: 5 }, { label: '理由' }, { 'ui:widget': 'textarea' }),
      'a',
    )
    const field = screen.getByRole('textbox', { name: '理由' })
    await user.type(field, '𠮷野家')
    expect(field).toHaveAccessibleDescription('')
    await user.type(field, 'の')
    expect(field).toHaveAccessibleDescription('あと1文字入力できます。')
    await user.type(field, 'こと')
    expect(field).toHaveAccessibleDescription('1文字超えています。')
    await user.tab()
    expect(field).toHaveAccessibleDescription(/理由は5文字以内で入力してください（現在6文字）。/)
    await expectAccessible(container)
  })
})

describe('a number', () => {
  it.each([
    ['１２', 12],
    ['1,200', 1200],
    ['−3', -3],
    ['1．5', 1.5],
    ['１２，３４５．５', 12345.5],
    [' 15 ', 15],
  ])('reads %s as %d', async (typed, value) => {
    const user = userEvent.setup()
    const { answers } = await renderStep(oneField({ type: 'number' }, { label: '数' }), 'a')
    await user.type(screen.getByRole('textbox', { name: '数' }), typed)
    await user.tab()
    expect(answers()).toEqual({ x: value })
  })

  it('keeps a text that is not a number and shows an error', async () => {
    const user = userEvent.setup()
    const { container } = await renderStep(oneField({ type: 'integer' }, { label: '部数' }), 'a')
    const field = screen.getByRole('textbox', { name: '部数' })
    expect(field).toHaveAttribute('inputmode', 'numeric')
    await user.type(field, '二枚')
    await user.tab()
    expect(field).toHaveValue('二枚')
    expect(field).toHaveAccessibleDescription('部数は小数点のない数字で入力してください。')
    await expectAccessible(container)
  })

  it.each([
    ['numeric', { type: 'integer', minimum: 0 }],
    ['decimal', { type: 'number' }],
    ['text', { type: 'integer', minimum: -5 }],
    ['text', { type: 'number', exclusiveMinimum: -1 }],
  ] as const)('shows the keyboard %s for %j', async (keyboard, schema) => {
    await renderStep(oneField(schema, { label: '気温' }), 'a')
    expect(screen.getByRole('textbox', { name: '気温' })).toHaveAttribute('inputmode', keyboard)
  })

  it.each(['1,5', '1，5', '１、５', '1 5'])('keeps %s, which is not 15, and shows an error', async (typed) => {
    const user = userEvent.setup()
    const { answers } = await renderStep(oneField({ type: 'number', multipleOf: 0.1 }, { label: '幅' }), 'a')
    const field = screen.getByRole('textbox', { name: '幅' })
    await user.type(field, typed)
    await user.tab()
    expect(field).toHaveValue(typed)
    expect(field).toHaveAccessibleDescription('幅は数字で入力してください。')
    expect(answers()).toEqual({ x: typed })
  })

  it('keeps every digit if it has more digits than JavaScript can represent', async () => {
    const user = userEvent.setup()
    const { answers } = await renderStep(oneField({ type: 'integer' }, { label: '番号' }), 'a')
    await user.type(screen.getByRole('textbox', { name: '番号' }), '12345678901234567')
    await user.tab()
    expect(screen.getByRole('textbox', { name: '番号' })).toHaveValue('12345678901234567')
    expect(screen.getByRole('textbox', { name: '番号' })).toBeInvalid()
    expect(answers()).toEqual({ x: '12345678901234567' })
  })

  it('a number is followed and described by its unit', async () => {
    await renderStep(oneField({ type: 'integer' }, { label: '通数', unit: '通' }), 'a')
    expect(screen.getByRole('textbox', { name: '通数' })).toHaveAccessibleDescription('通')
    expect(screen.getByText('通')).toBeVisible()
  })

  it('a number with a small range has buttons for one more and one less, which stop at the ends of the range', async () => {
    const user = userEvent.setup()
    const schema = { type: 'integer', minimum: 1, maximum: 3 }
    const { answers, container } = await renderStep(oneField(schema, { label: '通数' }), 'a')
    const field = screen.getByRole('textbox', { name: '通数' })
    const more = screen.getByRole('button', { name: '通数を1増やす' })
    const less = screen.getByRole('button', { name: '通数を1減らす' })
    await user.click(more)
    expect(answers()).toEqual({ x: 1 })
    expect(less).toHaveAttribute('aria-disabled', 'true')
    await user.click(more)
    await user.click(more)
    expect(field).toHaveValue('3')
    expect(answers()).toEqual({ x: 3 })
    expect(more).toHaveAttribute('aria-disabled', 'true')
    expect(more).toHaveFocus()
    await user.click(more)
    expect(answers()).toEqual({ x: 3 })
    await user.clear(field)
    await user.type(field, '2')
    await user.click(less)
    expect(answers()).toEqual({ x: 1 })
    await expectAccessible(container)
  })

  it.each([
    ['without an end', { type: 'integer', minimum: 1 }],
    ['of a large range', { type: 'integer', minimum: 0, maximum: 1000 }],
    ['with decimals', { type: 'number', minimum: 0, maximum: 3 }],
  ])('a number %s has no buttons for one more and one less', async (_, schema) => {
    await renderStep(oneField(schema, { label: '数' }), 'a')
    expect(screen.queryByRole('button', { name: /数を1/ })).toBeNull()
  })

  it('an amount in yen is grouped and labelled with its unit', async () => {
    const user = userEvent.setup()
    const { answers } = await renderStep(
      oneField({ type: 'integer' }, { label: '金額' }, { 'ui:widget': 'money' }),
      'a',
    )
    const field = screen.getByRole('textbox', { name: '金額' })
    await user.type(field, '12000円')
    await user.tab()
    expect(field).toHaveValue('12,000')
    expect(field).toHaveAccessibleDescription('円')
    expect(answers()).toEqual({ x: 12000 })
    await user.tab({ shift: true })
    expect(field, 'so that a digit can be added or removed').toHaveValue('12000')
    await user.keyboard('{End}{Backspace}')
    await user.tab()
    expect(field).toHaveValue('1,200')
    expect(answers()).toEqual({ x: 1200 })
    await user.type(field, '5')
    expect(field).toHaveValue('12005')
    await user.clear(field)
    await user.type(field, '1,5')
    await user.tab()
    await user.tab({ shift: true })
    expect(field, 'no number').toHaveValue('1,5')
  })
})

describe('a choice', () => {
  const choice = { type: 'string', enum: ['a', 'b'] }
  const label = { label: '種類', options: { a: '全部', b: '一部' } }

  it('a choice can be made in a list by keyboard, and is validated', async () => {
    const user = userEvent.setup()
    const { answers, container } = await renderStep(oneField(choice, label), 'a')
    const field = screen.getByRole('combobox', { name: '種類' })
    await user.selectOptions(field, '一部')
    expect(answers()).toEqual({ x: 'b' })
    await user.selectOptions(field, '選択してください')
    await user.tab()
    expect(answers()).toEqual({})
    expect(field).toHaveAccessibleDescription('種類を選択してください。')
    await expectAccessible(container)
  })

  it('a choice of a list that arrives without an event stays while the error of the field is shown', async () => {
    const { answers, handle } = await renderStep(oneField(choice, label), 'a')
    const list = screen.getByRole('combobox', { name: '種類' })
    fillSilently(list, '1')
    act(() => void handle().validate())
    expect(list).toBeInvalid()
    expect(list).toHaveDisplayValue('一部')
    fireEvent.change(list)
    expect(answers()).toEqual({ x: 'b' })
  })

  it('a choice with radio buttons is one group, and is not validated while the focus moves inside (A-10)', async () => {
    const user = userEvent.setup()
    const { answers, container } = await renderStep(oneField(choice, label, { 'ui:widget': 'radio' }), 'a')
    expect(screen.getByRole('radiogroup', { name: '種類 必須' })).toBeVisible()
    await user.tab()
    expect(screen.getByRole('radio', { name: '全部' })).toHaveFocus()
    await user.keyboard(' ')
    await user.keyboard('{ArrowDown}')
    expect(answers()).toEqual({ x: 'b' })
    expect(screen.getByRole('radio', { name: '一部' })).toHaveFocus()
    await expectAccessible(container)
  })

  it('a choice between yes and no has its own texts', async () => {
    const user = userEvent.setup()
    const { answers } = await renderStep(
      oneField({ type: 'boolean' }, { label: '同居' }, { 'ui:widget': 'radio' }),
      'a',
    )
    await user.click(screen.getByRole('radio', { name: 'いいえ' }))
    expect(answers()).toEqual({ x: false })
  })

  it('keeps the order of the choices if several can be chosen', async () => {
    const user = userEvent.setup()
    const schema = { type: 'array', uniqueItems: true, minItems: 2, items: { type: 'string', enum: ['a', 'b', 'c'] } }
    const { answers, container } = await renderStep(
      oneField(schema, { label: '曜日', options: { a: '月', b: '火', c: '水' } }, { 'ui:widget': 'checkboxes' }),
      'a',
    )
    await user.click(screen.getByRole('checkbox', { name: '水' }))
    await user.tab()
    expect(screen.getByRole('checkbox', { name: '月' })).toHaveAccessibleDescription('曜日を2件以上選択してください。')
    await user.click(screen.getByRole('checkbox', { name: '月' }))
    expect(answers()).toEqual({ x: ['a', 'c'] })
    expect(screen.getByRole('checkbox', { name: '月' })).not.toHaveAttribute('aria-invalid')
    await user.click(screen.getByRole('checkbox', { name: '月' }))
    await user.click(screen.getByRole('checkbox', { name: '水' }))
    expect(answers()).toEqual({})
    await expectAccessible(container)
  })
})

describe('a consent (F-05)', () => {
  it('a consent is never ticked in advance, and shows an error at the checkbox while it is unticked', async () => {
    const user = userEvent.setup()
    const { answers, handle, container } = await renderStep(
      oneField({ type: 'boolean', const: true }, { label: '規約' }),
      'a',
    )
    const box = screen.getByRole('checkbox', { name: '規約 必須' })
    expect(box).not.toBeChecked()
    act(() => void handle().validate())
    expect(box).toBeInvalid()
    expect(box).toHaveAccessibleDescription('「規約」にチェックを入れてください。')
    await user.click(box)
    expect(answers()).toEqual({ x: true })
    expect(box).not.toHaveAttribute('aria-invalid')
    await user.click(box)
    expect(answers()).toEqual({})
    await expectAccessible(container)
  })
})

describe('フリガナ (F-08)', () => {
  it.each([
    ['みなと はなこ', 'ミナト\u3000ハナコ'],
    ['ﾔﾏﾀﾞ', 'ヤマダ'],
    ['サトー', 'サトー'],
    ['ヴぁん', 'ヴァン'],
  ])('%s becomes %s on blur', async (typed, kana) => {
    const user = userEvent.setup()
    const { answers } = await renderStep(oneField({ ...text, format: 'jp-kana' }, { label: 'フリガナ' }), 'a')
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'フリガナ' })
    compose(field, typed)
    await user.tab()
    expect(field).toHaveValue(kana)
    expect(answers()).toEqual({ x: kana })
    expect(field).not.toHaveAttribute('aria-invalid')
  })
})

describe('an e-mail address', () => {
  it('an e-mail address is converted to half width and requests the right keyboard (A-13)', async () => {
    const user = userEvent.setup()
    const { answers, container } = await renderStep(oneField({ ...text, format: 'email' }, { label: 'メール' }), 'a')
    const field = screen.getByRole('textbox', { name: 'メール' })
    expect(field).toHaveAttribute('inputmode', 'email')
    expect(field).toHaveAttribute('autocomplete', 'email')
    await user.type(field, 'ｈａｎａｋｏ＠example.jp ')
    await user.tab()
    expect(answers()).toEqual({ x: 'hanako@example.jp' })
    await expectAccessible(container)
  })
})

describe('a date, typed or picked (A-14)', () => {
  it("a date uses the browser's own field with the bounds of the form, and shows the era", async () => {
    const form = exampleForm(
      {
        steps: [{ id: 'a', schema: { type: 'object', properties: { x: { type: 'string', format: 'date' } } } }],
        checks: [{ kind: 'date-range', field: 'a/x', min: '2026-04-01', max: '2026-04-30' }],
      },
      { fields: { 'a/x': { label: '希望日' } } },
    )
    const { answers, container } = await renderStep(form, 'a')
    const field = screen.getByLabelText('希望日')
    expect(field).toHaveAttribute('type', 'date')
    expect(field).toHaveAttribute('min', '2026-04-01')
    fireEvent.input(field, { target: { value: '2026-04-10' } })
    fireEvent.blur(field)
    expect(answers()).toEqual({ x: '2026-04-10' })
    expect(field).toHaveAccessibleDescription(
      '任意 2026年4月1日（水）から2026年4月30日（木）までの日付を選べます。 2026年（令和8年）4月10日（金）',
    )
    await expectAccessible(container)
  })

  it.each([
    [{ min: '2026-04-01' }, '2026年4月1日（水）以降の日付を選べます。'],
    [{ max: '2026-04-30' }, '2026年4月30日（木）までの日付を選べます。'],
  ])('says its only bound %j before a date is chosen', async (bound, text) => {
    const schema = { type: 'object', properties: { x: { type: 'string', format: 'date' } } } as const
    const checks = [{ kind: 'date-range', field: 'a/x', ...bound } as const]
    await renderStep(exampleForm({ steps: [{ id: 'a', schema }], checks }, { fields: { 'a/x': { label: '日' } } }), 'a')
    expect(screen.getByLabelText('日')).toHaveAccessibleDescription(`任意 ${text}`)
  })

  it('moves its bounds and the text of its error to the next day at midnight in Japan', async () => {
    const form = exampleForm(
      {
        steps: [{ id: 'a', schema: { type: 'object', properties: { x: { type: 'string', format: 'date' } } } }],
        checks: [{ kind: 'date-range', field: 'a/x', min: 'today+1', max: 'today+30' }],
      },
      { fields: { 'a/x': { label: '希望日' } } },
    )
    vi.useFakeTimers({ now: new Date('2026-04-01T23:59:30+09:00') })
    try {
      const { handle } = await renderStep(form, 'a')
      const field = screen.getByLabelText('希望日')
      fireEvent.input(field, { target: { value: '2026-04-01' } })
      act(() => void handle().validate())
      expect(field).toHaveAttribute('min', '2026-04-02')
      expect(field).toHaveAccessibleDescription(/2026年4月2日.*2026年4月2日/)
      act(() => void vi.advanceTimersByTime(30_000))
      expect(field).toHaveAttribute('min', '2026-04-03')
      expect(field).toHaveAttribute('max', '2026-05-02')
      expect(field).toHaveAccessibleDescription(/^((?!4月2日).)*2026年4月3日((?!4月2日).)*2026年4月3日/)
    } finally {
      vi.useRealTimers()
    }
  })

  it('loses its error as soon as another date is picked, without leaving the field', async () => {
    const form = exampleForm(
      {
        steps: [{ id: 'a', schema: { type: 'object', properties: { x: { type: 'string', format: 'date' } } } }],
        checks: [{ kind: 'date-range', field: 'a/x', min: '2026-04-01', max: '2026-04-30' }],
      },
      { fields: { 'a/x': { label: '希望日' } } },
    )
    const { answers, handle } = await renderStep(form, 'a')
    const field = screen.getByLabelText('希望日')
    fireEvent.input(field, { target: { value: '2026-05-10' } })
    act(() => void handle().validate())
    expect(field).toBeInvalid()
    fireEvent.input(field, { target: { value: '2026-05-11' } })
    expect(field).toBeInvalid()
    expect(answers()).toEqual({ x: '2026-05-10' })
    fireEvent.input(field, { target: { value: '2026-04-10' } })
    expect(field).toBeValid()
    expect(answers()).toEqual({ x: '2026-04-10' })
  })

  it('says on which days an office is closed', async () => {
    const form = exampleForm(
      {
        steps: [{ id: 'a', schema: { type: 'object', properties: { x: { type: 'string', format: 'date' } } } }],
        checks: [{ kind: 'working-day', field: 'a/x' }],
      },
      { fields: { 'a/x': { label: '希望日' } } },
    )
    const { container } = await renderStep(form, 'a')
    expect(screen.getByLabelText('希望日')).toHaveAccessibleDescription(
      '任意 土曜、日曜、祝日、年末年始（12月29日から1月3日まで）は選べません。',
    )
    await expectAccessible(container)
  })

  it('a time of day uses the native field', async () => {
    const { answers } = await renderStep(oneField({ type: 'string', format: 'time' }, { label: '時刻' }), 'a')
    fireEvent.input(screen.getByLabelText('時刻'), { target: { value: '09:30' } })
    fireEvent.blur(screen.getByLabelText('時刻'))
    expect(answers()).toEqual({ x: '09:30' })
  })

  it('a date with a time is stored with the time zone of Japan', async () => {
    const { answers, container } = await renderStep(
      oneField({ type: 'string', format: 'date-time' }, { label: '日時' }),
      'a',
    )
    fireEvent.input(screen.getByLabelText('日付'), { target: { value: '2026-04-10' } })
    fireEvent.input(screen.getByLabelText('時刻'), { target: { value: '10:00' } })
    fireEvent.blur(screen.getByLabelText('時刻'))
    expect(answers()).toEqual({ x: '2026-04-10T10:00:00+09:00' })
    await expectAccessible(container)
  })

  it('shows the time in Japan if it has a time, and reports an incomplete entry by its own error', async () => {
    await renderStep(oneField({ type: 'string', format: 'date-time' }, { label: '日時' }), 'a', {
      answers: { a: { x: '2026-04-10T01:00:00Z' } },
    })
    expect(screen.getByLabelText('日付')).toHaveValue('2026-04-10')
    expect(screen.getByLabelText('時刻')).toHaveValue('10:00')
    fireEvent.input(screen.getByLabelText('時刻'), { target: { value: '' } })
    fireEvent.blur(screen.getByLabelText('時刻'))
    expect(screen.getByLabelText('日付')).toHaveValue('2026-04-10')
    expect(screen.getByLabelText('日付')).toHaveAccessibleDescription('正しい時刻を入力してください。例：09:30')
  })

  it.each([
    ['日付', '2026-04-10', '時刻', '正しい時刻を入力してください。例：09:30'],
    ['時刻', '09:30', '日付', '正しい日付を入力してください。'],
  ])(
    'a draft keeps %s without its other half, and the form asks for that half',
    async (part, typed, missing, error) => {
      const moment = () => oneField({ type: 'string', format: 'date-time' }, { label: '日時' })
      const { answers, unmount } = await renderStep(moment(), 'a')
      fireEvent.input(screen.getByLabelText(part), { target: { value: typed } })
      fireEvent.blur(screen.getByLabelText(part))
      const kept = answers()
      unmount()
      await renderStep(moment(), 'a', { answers: { a: kept } })
      expect(screen.getByLabelText(part)).toHaveValue(typed)
      expect(screen.getByLabelText(missing)).toHaveValue('')
      expect(screen.getByLabelText(part)).toHaveAccessibleDescription(error)
    },
  )
})

describe('half a date', () => {
  /** As browsers report it: without a value or an event of one. jsdom has no such state. */
  function typeHalf(part: HTMLElement) {
    Object.defineProperty(part, 'validity', { configurable: true, value: { badInput: true } })
    fireEvent.keyUp(part)
  }

  it.each([
    ['date', '日時', '正しい日付を入力してください。'],
    ['time', '日時', '正しい時刻を入力してください。例：09:30'],
    ['date-time', '日付', '正しい日付を入力してください。'],
    ['date-time', '時刻', '正しい日付を入力してください。'],
  ])(
    'keeps that of a %s in the draft as soon as it is typed into %s, and asks for it again',
    async (format, label, error) => {
      const form = () => oneField({ type: 'string', format }, { label: '日時' }, {}, false)
      const { inputs, unmount } = await renderStep(form(), 'a')
      typeHalf(screen.getByLabelText(label))
      const [, kept] = inputs.at(-1) ?? []
      unmount()

      const { answers } = await renderStep(form(), 'a', { answers: { a: { x: kept } } })
      const part = screen.getByLabelText(label)
      fireEvent.keyUp(part, { key: 'Tab' })
      expect(part).toHaveAccessibleDescription(expect.stringContaining(error))
      fireEvent.blur(part)
      expect(part).not.toHaveAccessibleDescription(expect.stringContaining(error))
      expect(answers()).toEqual({})
    },
  )

  it('leaves nothing in the draft once it is deleted', async () => {
    const { inputs, answers } = await renderStep(oneField({ type: 'string', format: 'date' }, { label: '日' }), 'a')
    const day = screen.getByLabelText('日')
    typeHalf(day)
    Object.defineProperty(day, 'validity', { configurable: true, value: { badInput: false } })
    fireEvent.keyUp(day)
    fireEvent.blur(day)
    expect(inputs.at(-1)).toEqual(['/a/x', undefined])
    expect(answers()).toEqual({})
  })
})

describe('a month', () => {
  const month = (text = {}) => oneField({ type: 'string', format: 'month' }, { label: '使用開始月', ...text })

  it('a month is typed as a text, has an example of its own, and shows the stored month', async () => {
    const { container } = await renderStep(month(), 'a', { answers: { a: { x: '2026-04' } } })
    const field = screen.getByRole('textbox', { name: '使用開始月' })
    expect(field).toHaveAttribute('type', 'text')
    expect(field).toHaveValue('2026年4月')
    expect(field).toHaveAccessibleDescription('例：2026年4月、令和8年4月')
    await expectAccessible(container)
  })

  it("shows the author's example instead of its own", async () => {
    await renderStep(month({ example: '2026年10月' }), 'a')
    expect(screen.getByRole('textbox', { name: '使用開始月' })).toHaveAccessibleDescription('例：2026年10月')
  })

  it.each([
    ['令和8年4月', { x: '2026-04' }, '2026年4月', /^例：/],
    ['２０２６／４', { x: '2026-04' }, '2026年4月', /^例：/],
    ['4月', { x: '4月' }, '4月', /正しい年月を入力してください。例：2026年4月/],
  ])('a month typed as %s is stored as %j', async (typed, stored, shown, description) => {
    const user = userEvent.setup()
    const { answers } = await renderStep(month(), 'a')
    const field = screen.getByRole('textbox', { name: '使用開始月' })
    await user.type(field, typed)
    await user.tab()
    expect(answers()).toEqual(stored)
    expect(field).toHaveValue(shown)
    expect(field).toHaveAccessibleDescription(description)
  })
})

describe('a birth date', () => {
  const birth = () => oneField({ type: 'string', format: 'date' }, { label: '生年月日' }, { 'ui:widget': 'birth-date' })

  it.each([
    ['half a date', '1990/4/', true],
    ['a day that does not exist', '1990/2/30', true],
    ['a date', '1990-04-01', false],
    ['nothing', undefined, false],
  ])('shows at once whether a draft with %s has an error', async (_name, x, invalid) => {
    await renderStep(birth(), 'a', { answers: { a: x === undefined ? {} : { x } } })
    const year = screen.getByRole('textbox', { name: '年' })
    expect(year.getAttribute('aria-invalid') === 'true').toBe(invalid)
  })

  it.each([
    ['1985', '昭和60年'],
    ['S60', '昭和60年'],
    ['昭和６０', '昭和60年'],
  ])('accepts %s for the year and shows the era', async (typed, era) => {
    const user = userEvent.setup()
    const { answers, container } = await renderStep(birth(), 'a')
    expect(screen.getByRole('textbox', { name: '年' })).toHaveAttribute('autocomplete', 'bday-year')
    await user.type(screen.getByRole('textbox', { name: '年' }), typed)
    expect(screen.getByText(era)).toBeVisible()
    await user.tab()
    expect(screen.getByRole('textbox', { name: '年' })).toHaveValue('1985')
    await user.type(screen.getByRole('textbox', { name: '月' }), '４')
    await user.type(screen.getByRole('textbox', { name: '日' }), '01')
    await user.tab()
    expect(answers()).toEqual({ x: '1985-04-01' })
    expect(screen.getByRole('textbox', { name: '日' })).toHaveValue('1')
    await expectAccessible(container)
  })

  it('keeps a text that is not a date, with the error of a date, not of a missing answer', async () => {
    const user = userEvent.setup()
    const { answers, handle } = await renderStep(birth(), 'a', { answers: { a: { x: '2000-02-28' } } })
    await user.clear(screen.getByRole('textbox', { name: '日' }))
    await user.type(screen.getByRole('textbox', { name: '日' }), '30')
    await user.tab()
    expect(answers()).toEqual({ x: '2000/2/30' })
    expect(screen.getByRole('textbox', { name: '年' })).toHaveValue('2000')
    expect(screen.getByRole('textbox', { name: '日' })).toHaveAccessibleDescription('正しい日付を入力してください。')
    let found: readonly { code: string }[] = []
    act(() => {
      found = handle().validate()
    })
    expect(found.map(({ code }) => code)).toEqual(['date'])
  })

  it.each([
    ['1985', '4', ''],
    ['1985', '13', '31'],
  ])('keeps %s / %s / %s, which is no date, in the draft', async (...typed) => {
    const user = userEvent.setup()
    const first = await renderStep(birth(), 'a')
    for (const text of typed) {
      await user.tab()
      if (text !== '') await user.keyboard(text)
    }
    await user.tab()
    first.unmount()

    const { handle } = await renderStep(birth(), 'a', { answers: { a: first.answers() } })
    expect(screen.getAllByRole('textbox').map((input) => (input as HTMLInputElement).value)).toEqual(typed)
    act(() => void handle().validate())
    expect(screen.getByRole('textbox', { name: '日' })).toHaveAccessibleDescription('正しい日付を入力してください。')
  })

  it('a birth date is not validated while the focus moves between its parts', async () => {
    const user = userEvent.setup()
    await renderStep(birth(), 'a')
    await user.type(screen.getByRole('textbox', { name: '年' }), '1985')
    await user.tab()
    expect(screen.getByRole('textbox', { name: '年' })).not.toHaveAttribute('aria-invalid')
  })
})

describe('a postal code', () => {
  const address = () =>
    exampleForm(
      {
        steps: [
          {
            id: 'a',
            schema: {
              type: 'object',
              required: ['code'],
              properties: {
                code: { type: 'string', format: 'jp-postal-code' },
                prefecture: text,
                city: text,
                town: text,
              },
            },
            ui: {
              code: { 'ui:options': { fills: { prefecture: 'prefecture', city: 'city', town: 'town' } } },
            },
          },
        ],
      },
      {
        fields: {
          'a/code': { label: '郵便番号' },
          'a/prefecture': { label: '都道府県' },
          'a/city': { label: '市区町村' },
          'a/town': { label: '町域' },
        },
      },
    )
  const shiba: AddressMatch = { postalCode: '1050011', prefecture: '東京都', city: '港区', town: '芝公園' }

  it('fills in the address once it is complete, in any character width', async () => {
    const user = userEvent.setup()
    const lookup = vi.fn(async () => Promise.resolve([shiba]))
    const { answers, container } = await renderStep(address(), 'a', { lookups: { address: lookup } })
    await user.type(screen.getByRole('textbox', { name: '郵便番号' }), '〒１０５－００１１')
    await waitFor(() => expect(screen.getByRole('textbox', { name: '町域' })).toHaveValue('芝公園'))
    expect(lookup).toHaveBeenCalledExactlyOnceWith('1050011')
    expect(screen.getByRole('textbox', { name: '郵便番号' })).toHaveFocus()
    expect(answers(), 'text being typed is not reverted').toMatchObject({ code: '1050011', town: '芝公園' })
    await user.tab()
    expect(screen.getByRole('textbox', { name: '郵便番号' })).toHaveValue('105-0011')
    expect(answers()).toEqual({ code: '1050011', prefecture: '東京都', city: '港区', town: '芝公園' })
    await expectAccessible(container)
  })

  it('Enter still commits a postal code after its result has re-rendered the field', async () => {
    const user = userEvent.setup()
    const { handle } = await renderStep(address(), 'a', { lookups: { address: async () => Promise.resolve([shiba]) } })
    await user.type(screen.getByRole('textbox', { name: '郵便番号' }), '1050011')
    await waitFor(() => expect(screen.getByRole('textbox', { name: '町域' })).toHaveValue('芝公園'))
    let flushed: unknown
    act(() => {
      flushed = handle().flush()
    })
    expect(flushed).toMatchObject({ code: '1050011', town: '芝公園' })
  })

  it('removes what it filled in if another code is not found, but nothing that was edited since', async () => {
    const user = userEvent.setup()
    const lookup = vi.fn<Lookups['address']>(async (code) => (code === '1050011' ? [shiba] : []))
    const { answers } = await renderStep(address(), 'a', { lookups: { address: lookup } })
    const code = screen.getByRole('textbox', { name: '郵便番号' })
    await user.type(code, '1050011')
    await waitFor(() => expect(screen.getByRole('textbox', { name: '町域' })).toHaveValue('芝公園'))
    await user.type(screen.getByRole('textbox', { name: '市区町村' }), '内')
    await user.clear(code)
    await user.type(code, '0000000')
    await waitFor(() => expect(screen.getByRole('textbox', { name: '町域' })).toHaveValue(''))
    await user.tab()
    expect(answers()).toEqual({ code: '0000000', city: '港区内' })
  })

  it('offers a choice if the code covers several places', async () => {
    const user = userEvent.setup()
    const other = { ...shiba, prefecture: '愛知県', city: '弥富市', town: '稲元' }
    const { container } = await renderStep(address(), 'a', {
      lookups: { address: async () => Promise.resolve([shiba, other]) },
    })
    await user.type(screen.getByRole('textbox', { name: '郵便番号' }), '4980000')
    await screen.findByRole('group', { name: '住所を選んでください' })
    await expectAccessible(container)
    await user.click(screen.getByRole('button', { name: '愛知県弥富市稲元' }))
    expect(screen.getByRole('textbox', { name: '市区町村' })).toHaveValue('弥富市')
    expect(screen.getByRole('textbox', { name: '郵便番号' })).toHaveFocus()
    expect(screen.queryByRole('group', { name: '住所を選んでください' })).toBeNull()
  })

  it('lets the user fill in the fields if the look-up fails or finds nothing', async () => {
    const user = userEvent.setup()
    let calls = 0
    const { answers } = await renderStep(address(), 'a', {
      lookups: {
        address: () => {
          calls += 1
          return calls === 1 ? Promise.reject(new Error('down')) : Promise.resolve([])
        },
      },
    })
    await user.type(screen.getByRole('textbox', { name: '郵便番号' }), '1050011')
    expect(
      await screen.findByText('住所を検索できませんでした。郵便番号を入力し直すか、住所を直接入力してください。'),
    ).toBeVisible()
    await user.click(screen.getByRole('button', { name: '住所を検索' }))
    expect(
      await screen.findByText('この郵便番号の住所は見つかりませんでした。住所を直接入力してください。'),
    ).toBeVisible()
    await user.type(screen.getByRole('textbox', { name: '町域' }), '芝')
    await user.tab()
    expect(answers()).toEqual({ code: '1050011', town: '芝' })
  })
})

describe('a corporate number', () => {
  const company = () =>
    exampleForm(
      {
        steps: [
          {
            id: 'a',
            schema: {
              type: 'object',
              properties: { number: { type: 'string', format: 'jp-corporate-number' }, name: text, place: text },
            },
            ui: { number: { 'ui:options': { fills: { name: 'name', address: 'place' } } } },
          },
        ],
      },
      { fields: { 'a/number': { label: '法人番号' }, 'a/name': { label: '法人名' }, 'a/place': { label: '所在地' } } },
    )

  it('a corporate number is looked up only if its check digit is right', async () => {
    const user = userEvent.setup()
    const lookup = vi.fn(async () =>
      Promise.resolve([{ corporateNumber: '7000012050002', name: '国税庁', address: '東京都千代田区' }]),
    )
    const { answers } = await renderStep(company(), 'a', { lookups: { corporation: lookup } })
    const field = screen.getByRole('textbox', { name: '法人番号' })
    await user.type(field, '7000012050003')
    await user.tab()
    expect(lookup).not.toHaveBeenCalled()
    expect(field).toHaveAccessibleDescription(/法人番号に入力の誤りがあります。/)
    await user.clear(field)
    await user.type(field, '７０００－０１２０５０００２')
    await waitFor(() => expect(screen.getByRole('textbox', { name: '所在地' })).toHaveValue('東京都千代田区'))
    await user.tab()
    expect(answers()).toEqual({ number: '7000012050002', name: '国税庁', place: '東京都千代田区' })
  })
})

describe('a value from elsewhere', () => {
  it.each<[string, JsonSchema, UiSchema, [unknown, unknown]]>([
    ['a text', text, {}, ['前', '後']],
    ['a long text', text, { 'ui:widget': 'textarea' }, ['前', '後']],
    ['a number', { type: 'integer' }, {}, [1, 2]],
    ['a postal code', { ...text, format: 'jp-postal-code' }, fills, ['1050011', '1050012']],
    ['a corporate number', { ...text, format: 'jp-corporate-number' }, fills, [undefined, '7000012050002']],
    ['a date', { type: 'string', format: 'date' }, {}, ['2026-04-01', '2026-04-02']],
    ['a birth date', { type: 'string', format: 'date' }, { 'ui:widget': 'birth-date' }, ['1985-04-01', '1986-05-02']],
    ['a month', { type: 'string', format: 'month' }, {}, ['2026-04', '2026-05']],
    ['a choice', { type: 'string', enum: ['a', 'b'] }, { 'ui:widget': 'select' }, ['a', 'b']],
  ])(
    '%s shows it, and reports nothing if the browser announces it as filled in',
    async (_name, schema, ui, [x, now]) => {
      const look = vi.fn(async () => Promise.resolve([]))
      const { inputs, answers, replaceAnswers } = await renderStep(oneField(schema, { label: '項目' }, ui), 'a', {
        answers: { a: { x } },
        lookups: { address: look, corporation: look },
      })
      const committed = answers()
      const controls = () => [...document.querySelectorAll<HTMLInputElement>('input, select, textarea')]
      const before = controls()
      act(() => replaceAnswers({ a: { x: now } }))
      for (const control of controls())
        fireEvent(control, new Event(control.localName === 'select' ? 'change' : 'input', { bubbles: true }))
      expect(controls()).toEqual(before)
      expect(look).not.toHaveBeenCalled()
      expect(inputs).toEqual([])
      expect(answers()).toBe(committed)
    },
  )
})

describe('a click that leaves a field', () => {
  it.each<[string, LoadedForm, () => HTMLElement, string[]]>([
    [
      'a choice',
      oneField({ type: 'string', enum: ['a', 'b'] }, { label: '項目' }),
      () => screen.getByRole('combobox', { name: '項目' }),
      ['0', ''],
    ],
    [
      'a birth date',
      oneField({ type: 'string', format: 'date' }, { label: '生年月日' }, { 'ui:widget': 'birth-date' }),
      () => screen.getByRole('textbox', { name: '月' }),
      ['13'],
    ],
    [
      'a day with a time',
      oneField({ type: 'string', format: 'date-time' }, { label: '日時' }),
      () => screen.getByLabelText('日付'),
      ['2026-04-10'],
    ],
  ])('reaches its target before an error message moves the page: %s', async (_name, form, control, values) => {
    await renderStep(form, 'a')
    const field = control()
    const change = field instanceof HTMLSelectElement ? fireEvent.change : fireEvent.input
    for (const value of values) change(field, { target: { value } })
    const next = screen.getByRole('button', { name: '次へ' })
    fireEvent.pointerDown(next)
    fireEvent.blur(field, { relatedTarget: next })
    expect(field).not.toHaveAttribute('aria-invalid')
    fireEvent.pointerUp(next)
    fireEvent.click(next)
    expect(field).toHaveAttribute('aria-invalid', 'true')
  })
})

describe('the rest of the registry', () => {
  it('fills in a hidden constant without showing it', async () => {
    const { answers } = await renderStep(
      oneField({ type: 'string', const: 'v2' }, { label: '版' }, { 'ui:widget': 'hidden' }),
      'a',
    )
    await waitFor(() => expect(answers()).toEqual({ x: 'v2' }))
    expect(screen.queryByText('版')).toBeNull()
  })

  it('shows explanations, and HTML in them as text', async () => {
    const { container } = await renderStep(
      oneField({ type: 'null' }, { label: 'ご注意', help: '<img src=x onerror=alert(1)> [link](javascript:1)' }),
      'a',
    )
    expect(screen.getByText('<img src=x onerror=alert(1)> [link](javascript:1)')).toBeVisible()
    expect(container.querySelector('img, a')).toBeNull()
    await expectAccessible(container)
  })

  it('shows markup in a label, a choice, a help, an example and a message as text', async () => {
    const html = '<img src="https://evil.test/x.gif" onerror="alert(1)"><b>'
    const link = '[続き](https://evil.test) ![絵](https://evil.test/x.gif) **太字**'
    const { container, handle } = await renderStep(
      oneField(
        { type: 'string', enum: ['a', 'b'] },
        { label: html, help: link, example: html, options: { a: html, b: link }, errors: { required: html } },
        { 'ui:widget': 'radio' },
      ),
      'a',
    )
    act(() => void handle().validate())
    expect(screen.getByRole('radio', { name: html })).toBeVisible()
    expect(screen.getByRole('radio', { name: link })).toBeVisible()
    expect(container.querySelectorAll('img, b, strong, a[href*="evil"]')).toHaveLength(0)
  })

  it.each(['color', 'password', 'range', 'nonsense'])('throws on the widget %s', async (widget) => {
    await expect(renderStep(oneField(text, { label: 'x' }, { 'ui:widget': widget }), 'a')).rejects.toThrow(/widget/)
  })
})

describe('Enter', () => {
  it('moves to the next field, and submits only from the last one', async () => {
    const user = userEvent.setup()
    const onSubmit = vi.fn<(event: { preventDefault: () => void }) => void>((event) => event.preventDefault())
    const form = exampleForm(
      { steps: [{ id: 'a', schema: { type: 'object', properties: { name: text, town: text } } }] },
      { fields: { 'a/name': { label: '氏名' }, 'a/town': { label: '町名' } } },
    )
    await renderStep(form, 'a', { onSubmit })
    const name = screen.getByRole('textbox', { name: '氏名' })
    expect(name).toHaveAttribute('enterkeyhint', 'next')
    await user.type(name, '港{Enter}')
    expect(screen.getByRole('textbox', { name: '町名' })).toHaveFocus()
    expect(onSubmit).not.toHaveBeenCalled()
    await user.keyboard('{Enter}')
    expect(onSubmit).toHaveBeenCalledOnce()
  })

  it('does not submit the form if it confirms a composition; otherwise the page handles it', async () => {
    await renderStep(oneField(text, { label: '氏名' }), 'a')
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: '氏名' })
    expect(compose(field, '港').enterAllowed).toBe(false)
    // Safari: the composition is over when the key event arrives.
    expect(fireEvent.keyDown(field, { key: 'Enter', keyCode: 229 })).toBe(false)
    expect(fireEvent.keyDown(field, { key: 'Enter', keyCode: 13 })).toBe(true)
  })
})
