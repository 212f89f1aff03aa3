import { beforeAll, expect, it } from 'vitest'
import { loadNamespaces } from '../../i18n/texts.ts'
import { translator } from '../../i18n/testing/translator.ts'
import { exampleForm } from '../testing/example-form.ts'
import { composedText } from './compose.ts'

beforeAll(() => loadNamespaces(['form-engine', 'fields']))

it('a composed line keeps a Japanese value, and translates a code', () => {
  const place = {
    type: 'object' as const,
    properties: {
      prefecture: { type: 'string' as const, enum: ['東京都'] },
      city: { type: 'string' as const },
      kind: { type: 'string' as const, enum: ['home'] },
    },
  }
  const form = exampleForm(
    {
      steps: [
        {
          id: 'where',
          schema: { type: 'object', properties: { place } },
          ui: { place: { 'ui:options': { compose: '{prefecture}{city} {kind}' } } },
        },
      ],
    },
    {
      language: 'en',
      fields: {
        'where/place/prefecture': { label: 'Prefecture', options: { 東京都: 'Tokyo' } },
        'where/place/kind': { label: 'Kind', options: { home: 'Home' } },
      },
    },
  )
  const answer = { prefecture: '東京都', city: '港区', kind: 'home' }
  expect(composedText(form, '/where/place', answer, translator('en', 'form-engine'))).toBe('東京都港区 Home')
})
