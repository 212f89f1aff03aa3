import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import type { FormFiles } from '../edit/commands.ts'
import type { Say } from './studio-texts.ts'
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

function Panel() {
  const [files, setFiles] = useState(start)
  return (
    <MantineProvider env="test">
      <TextsPanel
        files={files}
        language="ja"
        say={say}
        onChange={(_, command) => setFiles(command)}
        onShow={() => undefined}
      />
    </MantineProvider>
  )
}

function places(): (string | null)[] {
  return screen.getAllByRole('textbox').map((field) => field.getAttribute('aria-label'))
}

it('shows missing texts first, and leaves a row where it is while its text is written', () => {
  render(<Panel />)
  const before = places()
  const [first] = screen.getAllByRole('textbox').filter((field) => field.textContent === '')
  if (!first) throw new Error('No text is missing')
  expect(before.indexOf(first.getAttribute('aria-label'))).toBeLessThan(2)
  fireEvent.change(first, { target: { value: 'What the step is about' } })
  expect(first).toHaveValue('What the step is about')
  expect(places()).toEqual(before)
})
