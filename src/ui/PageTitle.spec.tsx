import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { uiTexts } from './testing/ui-texts.ts'
import { ErrorSummary } from './fields/ErrorSummary.tsx'
import { PageTitle, requestPageFocus } from './PageTitle.tsx'
import { UiTextsContext } from './ui-texts.ts'

it('leaves the focus on the errors with which a view begins, although its navigation ends later', () => {
  const view = (errors: { message: string }[]) => (
    <UiTextsContext value={uiTexts}>
      <PageTitle title="お名前と連絡先" />
      {errors.length > 0 && <ErrorSummary title="1件の修正が必要です" errors={errors} />}
    </UiTextsContext>
  )
  const { rerender } = render(view([]))
  requestPageFocus()
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
  rerender(view([{ message: '電話番号を入力してください。' }]))
  requestPageFocus()
  expect(screen.getByRole('region')).toHaveFocus()
  rerender(view([]))
  requestPageFocus()
  expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
})
