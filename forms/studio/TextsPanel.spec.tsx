import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { FormFiles } from '../edit/commands.ts'
import type { Say } from './studio-texts.ts'
import { noNames } from '../edit/used-names.ts'
import { renderEdited } from '../testing/render-part.tsx'
import { TextsPanel } from './TextsPanel.tsx'

const say: Say = (key) => key

const schema = { type: 'object', properties: {} }

const start: FormFiles = {
  'form.json': JSON.stringify({
    steps: [
      { id: 'one', schema },
      { id: 'two', schema },
    ],
  }),
  'texts.ja.json': JSON.stringify({
    title: '犬の登録',
    steps: { one: { title: '犬', description: '犬について' }, two: { title: '人', description: '人について' } },
  }),
  'texts.en.json': JSON.stringify({
    title: 'Dogs',
    steps: { one: { title: 'Dog', description: '' }, two: { title: 'People', description: '' } },
  }),
}

function places(): (string | null)[] {
  return screen.getAllByRole('textbox').map((field) => field.getAttribute('aria-label'))
}

it('shows missing texts first, and leaves a row where it is while its last missing text is written', () => {
  const props = { language: 'ja', say, usedNames: () => noNames, toWrite: null, onShow: () => undefined } as const
  renderEdited(start, (files, onChange) => <TextsPanel {...{ files, onChange, ...props }} />)
  const before = places()
  // The row has its other language already, so that it is complete with this text.
  const missing = screen.getByRole('textbox', { name: '犬：見出しの下の説明 texts.en' })
  expect(before.indexOf('犬：見出しの下の説明 texts.en')).toBeLessThan(before.indexOf('人：見出しの下の説明 texts.en'))
  expect(before.indexOf('犬：見出しの下の説明 texts.en')).toBeLessThan(before.indexOf('犬：見出し texts.en'))
  fireEvent.change(missing, { target: { value: 'What the step is about' } })
  expect(missing).toHaveValue('What the step is about')
  expect(places()).toEqual(before)
})
