import { act, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadNamespaces } from '../../../i18n/texts.ts'
import { longWaitMs } from '../../../lib/clock.ts'
import { parseTenantId } from '../../../paths.ts'
import { TenantProvider, tenantOf } from '../../../tenant/tenant-context.tsx'
import { uiTexts } from '../../../ui/testing/ui-texts.ts'
import { UiTextsContext } from '../../../ui/ui-texts.ts'
import { EditedElsewhere } from './EditedElsewhere.tsx'

beforeEach(async () => {
  await loadNamespaces(['apply', 'common'])
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

it('leads to the list when another tab has been sending for long, or can save its text nowhere', async () => {
  const tenantId = parseTenantId('minato-city')
  if (tenantId === null) throw new Error('minato-city is a tenant id')
  render(
    <UiTextsContext value={uiTexts}>
      <MemoryRouter>
        <TenantProvider tenant={tenantOf(tenantId, null)}>
          <EditedElsewhere name="application" place={{ kind: 'sending' }} onContinue={() => undefined} />
        </TenantProvider>
      </MemoryRouter>
    </UiTextsContext>,
  )
  expect(screen.getByRole('status')).toHaveTextContent(/^終わるまで、このタブでは入力できません。/)
  expect(screen.queryByRole('link')).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(longWaitMs))
  expect(screen.getByRole('status')).toHaveTextContent(/このタブを閉じても、入力した内容は失われません。$/)
  expect(screen.getByRole('link', { name: 'トップ画面に戻る' })).toHaveAttribute('href', '/minato-city/applicationlist')
})

it.each([
  ['says that an upload of this tab was stopped', '{"/documents/plan":["plan.pdf"]}', 1],
  ['says nothing about uploads without one', null, 0],
])('%s', async (_name, record, times) => {
  const tenantId = parseTenantId('minato-city')
  if (tenantId === null) throw new Error('minato-city is a tenant id')
  if (record !== null) localStorage.setItem('portal.uploads.application', record)
  render(
    <UiTextsContext value={uiTexts}>
      <MemoryRouter>
        <TenantProvider tenant={tenantOf(tenantId, null)}>
          <EditedElsewhere name="application" place={{ kind: 'elsewhere' }} onContinue={() => undefined} />
        </TenantProvider>
      </MemoryRouter>
    </UiTextsContext>,
  )
  expect(screen.queryAllByText(/続けるタブで、ファイルを選び直してください。$/)).toHaveLength(times)
  localStorage.clear()
})
