import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { Button } from '../Button.tsx'
import { CheckboxField } from './CheckboxField.tsx'
import { ErrorSummary } from './ErrorSummary.tsx'
import { PageTitle } from '../PageTitle.tsx'
import { PasswordField } from './PasswordField.tsx'
import { RadioGroup } from './RadioGroup.tsx'
import { TextField } from './TextField.tsx'
import { UiTextsContext } from '../ui-texts.ts'
import { uiTexts } from '../testing/ui-texts.ts'

function show(children: ReactNode) {
  return render(<UiTextsContext value={uiTexts}>{children}</UiTextsContext>)
}

describe('a text field', () => {
  it('shows in words whether it is required, and exposes help and error to screen readers (A-12)', () => {
    show(<TextField id="email" label="メールアドレス" help="例：name@example.jp" error="入力してください。" required />)
    const input = screen.getByRole('textbox', { name: 'メールアドレス' })
    expect(input).toBeRequired()
    expect(input).toBeInvalid()
    expect(input).toHaveAccessibleDescription('例：name@example.jp 入力してください。')
    expect(screen.getByText('必須')).toBeVisible()
  })
  it('an optional text field is described as optional, and references only visible elements', () => {
    show(<TextField id="building" label="建物名" />)
    expect(screen.getByRole('textbox')).toHaveAccessibleDescription('任意')
    expect(screen.getByRole('textbox')).not.toHaveAttribute('aria-invalid')
  })
})

describe('a password field', () => {
  it('a password can be shown without losing the typed text', async () => {
    show(<PasswordField id="password" label="パスワード" autoComplete="current-password" />)
    const input = screen.getByLabelText('パスワード')
    await userEvent.type(input, 'secret')
    expect(input).toHaveAttribute('type', 'password')
    expect(input).not.toHaveAttribute('autocapitalize')
    await userEvent.click(screen.getByRole('button', { name: 'パスワードを表示する' }))
    expect(input).toHaveAttribute('type', 'text')
    expect(input).toHaveAttribute('autocapitalize', 'none')
    expect(input).toHaveValue('secret')
  })
})

describe('choices', () => {
  it('the choices are a group with a legend, and the error summary links to the first option', async () => {
    const chosen = vi.fn<(value: 'a' | 'b') => void>()
    const options = [
      { value: 'a', label: 'メール' },
      { value: 'b', label: '電話' },
    ] as const
    show(
      <RadioGroup
        id="way"
        label="連絡方法"
        error="選択してください。"
        options={options}
        value={null}
        onChange={chosen}
        required
      />,
    )
    const group = screen.getByRole('radiogroup', { name: /連絡方法/ })
    expect(group).toHaveAccessibleDescription('選択してください。')
    expect(group).toBeInvalid()
    expect(document.getElementById('way')).toBe(screen.getByRole('radio', { name: 'メール' }))
    await userEvent.click(screen.getByRole('radio', { name: '電話' }))
    expect(chosen).toHaveBeenCalledWith('b')
  })
  it('a checkbox shows an error if it is required and empty', () => {
    show(<CheckboxField id="agree" label="同意する" error="同意が必要です。" />)
    expect(screen.getByRole('checkbox', { name: '同意する' })).toBeInvalid()
    expect(screen.getByRole('checkbox')).toHaveAccessibleDescription('同意が必要です。')
  })
})

describe('the error summary', () => {
  it('takes the focus, marks the title and links to each field', async () => {
    show(
      <>
        <PageTitle title="ログイン" />
        <ErrorSummary
          title="2件の修正が必要です。"
          errors={[{ targetId: 'email', message: 'メールを入力' }, { message: '全体の誤り' }]}
        />
        <TextField id="email" label="メールアドレス" />
      </>,
    )
    expect(screen.getByRole('region', { name: '2件の修正が必要です。' })).toHaveFocus()
    expect(document.title).toBe('エラー：ログイン | みなと市')
    await userEvent.click(screen.getByRole('link', { name: 'メールを入力' }))
    expect(screen.getByRole('textbox')).toHaveFocus()
    expect(screen.getByText('全体の誤り').closest('a')).toBeNull()
  })
  it('marks the title that the document comes with, instead of adding another', () => {
    document.head.innerHTML = '<title>オンライン手続き</title>'
    show(<PageTitle title="ログイン" />)
    expect(Array.from(document.querySelectorAll('title'), (title) => title.text)).toEqual(['ログイン | みなと市'])
  })
  it('restores the title when it is removed', () => {
    const { rerender } = show(
      <>
        <PageTitle title="ログイン" />
        <ErrorSummary title="x" errors={[]} />
      </>,
    )
    rerender(
      <UiTextsContext value={uiTexts}>
        <PageTitle title="ログイン" />
      </UiTextsContext>,
    )
    expect(document.title).toBe('ログイン | みなと市')
  })
})

describe('a busy button', () => {
  it('ignores clicks but keeps the focus', async () => {
    const pressed = vi.fn<() => void>()
    const submitted = vi.fn<() => void>()
    show(
      <form onSubmit={submitted}>
        <Button busy type="submit" onClick={pressed}>
          送信する
        </Button>
      </form>,
    )
    await userEvent.click(screen.getByRole('button', { name: '送信する' }))
    expect(pressed).not.toHaveBeenCalled()
    expect(submitted).not.toHaveBeenCalled()
    expect(screen.getByRole('button')).toHaveFocus()
    expect(screen.getByRole('button')).toHaveAttribute('aria-busy', 'true')
  })
})
