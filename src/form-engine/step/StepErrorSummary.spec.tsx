import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { exampleForm } from '../testing/example-form.ts'
import { oneField, renderStep } from '../testing/render-step.tsx'

it("the summary adds the field's name to a message without a name", async () => {
  const form = oneField({ type: 'string', format: 'date' }, { label: '希望日' })
  await renderStep(form, 'a', { serverErrors: [{ pointer: '/a/x', code: 'date' }] })
  expect(screen.getByRole('link')).toHaveTextContent('希望日：正しい日付を入力してください。')
})

it('the summary does not repeat the label', async () => {
  await renderStep(oneField({ type: 'string' }, { label: '氏名' }), 'a', {
    serverErrors: [{ pointer: '/a/x', code: 'required' }],
  })
  expect(screen.getByRole('link')).toHaveTextContent(/^氏名を入力してください。$/)
})

it('the summary links to each question only while the form asks it', async () => {
  const agent = { type: 'object', minProperties: 1, properties: { who: { type: 'string' } } }
  const form = exampleForm(
    {
      steps: [
        {
          id: 'a',
          schema: {
            type: 'object',
            required: ['name'],
            properties: { name: { type: 'string' }, byAgent: { type: 'boolean' } },
            if: { required: ['byAgent'], properties: { byAgent: { const: true } } },
            then: {
              required: ['why'],
              properties: { why: { type: 'string' }, agent },
            },
          },
        },
      ],
    },
    {
      fields: {
        'a/name': { label: '氏名' },
        'a/byAgent': { label: '代理' },
        'a/why': { label: '理由' },
        'a/agent': { label: '代理人' },
        'a/agent/who': { label: '代理人の氏名' },
      },
    },
  )
  const { handle } = await renderStep(form, 'a', {
    answers: { a: { byAgent: true } },
    serverErrors: [{ pointer: '/a/agent', code: 'minProperties' }],
  })
  const summary = () => screen.getByRole('region', { name: /修正が必要です/ })
  const links = () =>
    within(summary())
      .getAllByRole('link')
      .map(({ textContent }) => textContent)
  // A group without an answer.
  expect(links()).toEqual([expect.stringMatching(/^代理人/)])
  act(() => void handle().validate())
  expect(links()).toEqual(['氏名を入力してください。', '理由を入力してください。', expect.stringMatching(/^代理人/)])
  await userEvent.click(screen.getByRole('checkbox', { name: /代理/ }))
  expect(links()).toEqual(['氏名を入力してください。'])
  expect(within(summary()).getByText('理由を入力してください。')).toBeVisible()
})

it('the summary names no question that a new version of the form has dropped', async () => {
  const version = (formVersion: string, names: readonly string[]) => {
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
    const { definition, ...rest } = exampleForm(
      { steps: [{ id: 'a', schema: { type: 'object', properties, required: [...names] } }] },
      { fields: Object.fromEntries(names.map((name) => [`a/${name}`, { label: name }])) },
    )
    return { ...rest, definition: { ...definition, formVersion } }
  }
  const { handle, replaceForm } = await renderStep(version('0123456789ab', ['氏名', '理由']), 'a')
  act(() => void handle().validate())
  expect(screen.getByRole('region', { name: /2件の修正が必要です/ })).toBeVisible()
  act(() => replaceForm(version('ba9876543210', ['氏名'])))
  const summary = screen.getByRole('region', { name: /1件の修正が必要です/ })
  expect(within(summary).getAllByRole('listitem')).toHaveLength(1)
  expect(within(summary).getByRole('link')).toHaveTextContent('氏名を入力してください。')
})
