import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, it } from 'vitest'
import type { FormFiles } from '../edit/form-files.ts'
import { withChange } from '../edit/merge-files.ts'
import { connectFakeStudio } from '../testing/fake-studio.ts'
import { ReplaceWords } from './ReplaceWords.tsx'
import type { Say } from './studio-texts.ts'

const say: Say = (key, values = {}) => [key, ...Object.values(values)].join(' ')

const tenant = { 'tenant.json': '{ "displayName": { "ja": "犬の町" } }', 'shared/kinds.texts.ja.json': '{ "a": "犬" }' }
const dogs = 'town/dogs/individual'
const cats = 'town/cats/individual'
let disk: { [name: string]: FormFiles } = {}

beforeEach(() => {
  disk = {
    [dogs]: { ...tenant, 'form.json': '{ "const": "犬" }', 'texts.ja.json': '{ "title": "犬と狂犬病" }' },
    [cats]: { ...tenant, 'service.json': '{ "name": { "ja": "猫と犬" } }', 'texts.ja.json': '{ "title": "犬なし" }' },
    'village/dogs/individual': { 'texts.ja.json': '{ "title": "犬" }' },
  }
  history.replaceState(null, '', `/?form=${dogs}`)
  connectFakeStudio({
    names: () => Promise.resolve(Object.keys(disk)),
    titles: () => Promise.resolve({ [dogs]: '犬の登録', [cats]: '猫の登録' }),
    files: (name) => Promise.resolve(disk[name] ?? {}),
    save: (name, change) => {
      const files = withChange(disk[name] ?? {}, change)
      if (files) disk[name] = files
      return Promise.resolve({ kind: files ? ('saved' as const) : ('conflict' as const), files: disk[name] ?? {} })
    },
  })
})

function Open() {
  const [files, setFiles] = useState<FormFiles>({ ...disk[dogs], 'texts.ja.json': '{ "title": "犬と狂犬病と犬小屋" }' })
  return (
    <MantineProvider env="test">
      <ReplaceWords files={files} say={say} onChange={(_, command) => setFiles(command)} />
      <output data-testid="files">{JSON.stringify(files)}</output>
    </MantineProvider>
  )
}

async function search(words: string, others: string) {
  render(<Open />)
  fireEvent.click(screen.getByRole('button', { name: 'replace' }))
  const dialog = within(screen.getByRole('dialog'))
  fireEvent.change(dialog.getByRole('textbox', { name: /replace\.words/ }), { target: { value: words } })
  fireEvent.change(dialog.getByRole('textbox', { name: /replace\.others/ }), { target: { value: others } })
  fireEvent.click(dialog.getByRole('button', { name: 'replace.find' }))
  await dialog.findByText(/^replace\.found/)
  return dialog
}

it('replaces the chosen places in the open form and in the others of its tenant, shared ones once', async () => {
  const dialog = await search('犬', '猫')
  expect(dialog.getAllByRole('checkbox')).toHaveLength(5)
  fireEvent.click(
    dialog.getByRole('checkbox', {
      name: 'replace.place /title 1 犬なし 猫なし texts.ja.json town/cats/individual 猫の登録',
    }),
  )
  fireEvent.click(dialog.getByRole('button', { name: 'replace.replace 4' }))
  await dialog.findByText('replace.done 4')
  const open = JSON.parse(screen.getByTestId('files').textContent) as FormFiles
  expect(open).toMatchObject({
    'form.json': '{ "const": "犬" }',
    'texts.ja.json': '{ "title": "猫と狂猫病と猫小屋" }',
    'tenant.json': '{ "displayName": { "ja": "猫の町" } }',
    'shared/kinds.texts.ja.json': '{ "a": "猫" }',
  })
  expect(disk[cats]).toMatchObject({
    'service.json': '{ "name": { "ja": "猫と猫" } }',
    'texts.ja.json': '{ "title": "犬なし" }',
  })
  expect(disk['village/dogs/individual']).toEqual({ 'texts.ja.json': '{ "title": "犬" }' })
})

it('names the forms that another author changes at the same time', async () => {
  connectFakeStudio({
    names: () => Promise.resolve([dogs, cats]),
    titles: () => Promise.resolve({ [cats]: '猫の登録' }),
    files: (name) => Promise.resolve(disk[name] ?? {}),
    save: (name) => Promise.resolve({ kind: 'conflict', files: disk[name] ?? {} }),
  })
  const dialog = await search('なし', 'あり')
  fireEvent.click(dialog.getByRole('button', { name: 'replace.replace 1' }))
  expect(await dialog.findByRole('alert')).toHaveTextContent('replace.unsaved unsaved 猫の登録')
})
