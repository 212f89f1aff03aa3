import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
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
