import { render, screen } from '@testing-library/react'
import { beforeAll, expect, it } from 'vitest'
import type { FeeRule } from '../../form-model/definition.ts'
import type { LoadedForm } from '../../src/form-engine/definition/load-form.ts'
import { Texts } from '../../src/app/shell/PortalLayout.tsx'
import { loadNamespaces } from '../../src/i18n/texts.ts'
import { FeePreview } from './FeePreview.tsx'
import { previewTexts } from './preview-texts.ts'

beforeAll(() => loadNamespaces(['order-display']))

const schema = {
  type: 'object',
  properties: { area: { type: 'number' }, kind: { enum: ['a', 'b'] } },
}

function show(fee: FeeRule, answers: object) {
  const form: LoadedForm = {
    language: 'ja',
    definition: {
      engine: 1,
      layout: 'steps',
      tenantId: 'town',
      serviceId: 'road',
      type: 'corporate',
      formVersion: '0123456789ab',
      steps: [{ id: 'use', schema, ui: {} }],
      fee,
    },
    texts: {
      title: '占用',
      steps: { use: { title: '占用' } },
      fields: { 'use/area': { label: '面積', unit: '㎡' }, 'use/kind': { label: '物件' } },
      fee: { use: '占用料' },
    },
  }
  render(<FeePreview form={form} answers={{ use: { ...answers } }} texts={previewTexts('ja')} />, { wrapper: Texts })
}

it('explains the fee of the answers as the portal does', () => {
  const line = {
    text: 'use',
    amount: 350,
    quantity: { answer: 'use/area' },
    rounding: { mode: 'down', to: 100 },
  } as const
  show({ lines: [line], maximum: 4000 }, { area: 12.5 })
  expect(screen.getByRole('row', { name: /占用料/ })).toHaveTextContent(
    '占用料350円 × 12.5㎡100円未満は切り捨て4,300円',
  )
  expect(screen.getByRole('row', { name: /合計の上限額を超えた分/ })).toHaveTextContent('-300円')
  expect(screen.getByRole('row', { name: /^合計 / })).toHaveTextContent('4,000円')
})

it('names the questions of answers without an amount', () => {
  show({ lines: [{ text: 'use', amount: { byAnswer: 'use/kind', table: { a: 1 } } }] }, { kind: 'b' })
  expect(screen.getByRole('listitem')).toHaveTextContent('物件')
})

it('says that the answers have no line yet', () => {
  show({ lines: [{ text: 'use', amount: { answer: 'use/area' } }] }, {})
  expect(screen.getByText(previewTexts('ja').feeNone)).toBeVisible()
})
