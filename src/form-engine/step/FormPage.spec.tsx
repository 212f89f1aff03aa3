import { act, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRef, useState } from 'react'
import { describe, expect, it } from 'vitest'
import type { Answers } from '../../../form-model/definition.ts'
import { loadNamespaces } from '../../i18n/texts.ts'
import type { FieldError } from '../../lib/problem.ts'
import { UiTextsContext } from '../../ui/ui-texts.ts'
import { uiTexts } from '../../ui/testing/ui-texts.ts'
import { FormPage } from './FormPage.tsx'
import type { FormPageHandle } from './FormPage.tsx'
import { exampleForm } from '../testing/example-form.ts'
import { expectAccessible } from '../testing/render-step.tsx'

const text = { type: 'string', maxLength: 20 }
const form = exampleForm(
  {
    layout: 'page',
    steps: [
      {
        id: 'who',
        schema: { type: 'object', required: ['name'], properties: { name: text, agent: { type: 'boolean' } } },
      },
      { id: 'more', schema: { type: 'object', required: ['why'], properties: { why: text, proof: text } } },
    ],
    requiredWhen: [
      {
        field: 'more/proof',
        when: {
          properties: { who: { properties: { agent: { const: true } }, required: ['agent'] } },
          required: ['who'],
        },
      },
    ],
  },
  {
    fields: {
      'who/name': { label: '氏名' },
      'who/agent': { label: '代理' },
      'more/why': { label: '理由' },
      'more/proof': { label: '委任状' },
    },
  },
)

async function show(serverErrors: FieldError[] = none) {
  await loadNamespaces(['form-engine', 'fields'])
  const handle = createRef<FormPageHandle>()
  const inputs: string[] = []
  function Page() {
    const [answers, setAnswers] = useState<Answers>({})
    return (
      <main>
        <h1>申請</h1>
        <FormPage
          form={form}
          stepIds={steps}
          answers={answers}
          serverErrors={serverErrors}
          lookups={{ address: async () => Promise.resolve([]), corporation: async () => Promise.resolve([]) }}
          onInput={(pointer) => inputs.push(pointer)}
          onCommit={(id, step) => setAnswers((before) => ({ ...before, [id]: step }))}
          heading={(id, titleId) => <h2 id={titleId}>{id}</h2>}
          ref={handle}
        />
      </main>
    )
  }
  const view = render(
    <UiTextsContext value={uiTexts}>
      <Page />
    </UiTextsContext>,
  )
  return { ...view, handle, inputs }
}

const steps = ['who', 'more']
const none: FieldError[] = []

describe('a form on one page', () => {
  it('a form on one page has one section for each step and one list of errors', async () => {
    const { container, handle } = await show()
    expect(screen.getByRole('region', { name: 'more' })).toBeVisible()
    act(() => void handle.current?.validate())
    const summary = screen.getByRole('region', { name: '入力内容を確認してください。2件の修正が必要です。' })
    expect(summary).toHaveFocus()
    expect(
      within(summary)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['氏名を入力してください。', '理由を入力してください。'])
    await expectAccessible(container)
  })

  it('requires at once what an answer in another section makes required', async () => {
    const user = userEvent.setup()
    await show()
    expect(screen.getByRole('textbox', { name: '委任状' })).not.toBeRequired()
    await user.click(screen.getByRole('checkbox', { name: /代理/ }))
    expect(screen.getByRole('textbox', { name: '委任状' })).toBeRequired()
  })

  it('shows errors of the API in the same list, known fields with a link', async () => {
    await show([
      { pointer: '/more/why', code: 'maxLength' },
      { pointer: '/nowhere', code: 'SE_XX' },
    ])
    const summary = screen.getByRole('region', { name: /2件の修正/ })
    expect(
      within(summary)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['理由は20文字以内で入力してください。'])
    expect(within(summary).getByText('この項目の入力内容をご確認ください。')).toBeVisible()
    expect(screen.getByRole('textbox', { name: '理由' })).toBeInvalid()
  })

  it('returns the answers of all sections with the text being typed', async () => {
    const user = userEvent.setup()
    const { handle, inputs } = await show()
    await user.type(screen.getByRole('textbox', { name: '氏名' }), '港')
    await user.type(screen.getByRole('textbox', { name: '理由' }), '急')
    expect(inputs).toEqual(['/who/name', '/more/why'])
    let answers: Answers | undefined
    act(() => {
      answers = handle.current?.flush()
    })
    expect(answers).toEqual({ who: { name: '港' }, more: { why: '急' } })
  })
})
