import { fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { readText, treeOf } from '../edit/commands.ts'
import type { FormFiles } from '../edit/commands.ts'
import { noNames } from '../edit/used-names.ts'
import { AddDialog } from './AddDialog.tsx'
import type { Say } from './studio-texts.ts'
import { renderPart } from '../testing/render-part.tsx'

const properties = { first: { type: 'string' } }
const form: FormFiles = {
  'form.json': JSON.stringify({ steps: [{ id: 'one', schema: { type: 'object', properties } }] }),
}
const say: Say = (key) => key

function nothing() {
  return undefined
}

function dialog(files: FormFiles, step = 0, onAdd: Parameters<typeof AddDialog>[0]['onAdd'] = nothing) {
  const tree = treeOf(files)
  const selected = tree[step]
  if (!selected) throw new Error('There is no such step')
  return (
    <AddDialog
      {...{ files, tree, selected, say, onAdd }}
      label={(path) => path}
      language="ja"
      used={noNames}
      onClose={nothing}
      onChange={nothing}
    />
  )
}

/** The dialog with the form for one kind of question. */
function openDialog(choice: string, files: FormFiles = form) {
  const onAdd = vi.fn()
  renderPart(dialog(files, 0, onAdd))
  fireEvent.click(screen.getByRole('button', { name: choice }))
  fireEvent.change(screen.getByLabelText(choice === 'add.step' ? 'step.title' : 'label'), { target: { value: '質問' } })
  return onAdd
}

it.each(['add.step', 'はい・いいえ'])('accepts a name in full-width letters, for "%s"', (choice) => {
  const onAdd = openDialog(choice)
  const name = screen.getByLabelText('add.name')
  fireEvent.change(name, { target: { value: 'ａｂｃ１' } })
  expect(screen.queryByText('add.nameError')).toBeNull()
  fireEvent.compositionEnd(name)
  expect(name).toHaveValue('abc1')
  fireEvent.change(name, { target: { value: 'ａｂｃ２' } })
  fireEvent.click(screen.getByRole('button', { name: 'add.done' }))
  expect(onAdd).toHaveBeenCalledWith('added', expect.any(Function), expect.stringMatching(/(?:^|\/)abc2$/))
})

it.each(['add.step', 'はい・いいえ'])('refuses the names that the check refuses, for "%s"', (choice) => {
  const onAdd = openDialog(choice)
  for (const name of ['constructor', 'toString', 'prototype']) {
    fireEvent.change(screen.getByLabelText('add.name'), { target: { value: name } })
    expect(screen.getByText('add.nameError')).toBeInTheDocument()
    fireEvent.click(screen.getByRole('button', { name: 'add.done' }))
  }
  fireEvent.change(screen.getByLabelText('add.name'), { target: { value: '' } })
  expect(screen.getByText('add.nameEmpty')).toBeInTheDocument()
  expect(onAdd).not.toHaveBeenCalled()
  fireEvent.change(screen.getByLabelText('add.name'), { target: { value: 'construction' } })
  fireEvent.click(screen.getByRole('button', { name: 'add.done' }))
  expect(onAdd).toHaveBeenCalledOnce()
})

it('leaves the focus in the field in which the author types', async () => {
  const onAdd = openDialog('はい・いいえ')
  const user = userEvent.setup()
  const english = screen.getByLabelText('inLanguage')
  await user.clear(english)
  await user.type(english, 'Question')
  expect(english).toHaveFocus()
  expect(screen.getByLabelText('label')).toHaveValue('質問')
  fireEvent.click(screen.getByRole('button', { name: 'add.done' }))
  expect(onAdd).toHaveBeenCalledOnce()
})

it('says that its place was removed by others instead of adding the question elsewhere', () => {
  const [one, two] = ['one', 'two'].map((id) => ({ id, schema: { type: 'object', properties } }))
  const { rerender } = renderPart(dialog({ 'form.json': JSON.stringify({ steps: [one, two] }) }, 1))
  expect(screen.getByRole('button', { name: 'add.step' })).toBeVisible()
  rerender(dialog(form))
  expect(screen.getByRole('alert')).toHaveTextContent('add.gone')
  expect(screen.queryByRole('button', { name: 'add.step' })).toBeNull()
})

it.each([
  ['add.step', 'step.title', '/steps/abc/title'],
  ['はい・いいえ', 'label', '/fields/one~1abc/label'],
])('asks in each language in which the form has texts, for "%s"', (choice, label, pointer) => {
  const empty = { 'texts.ja.json': '{}', 'texts.en.json': '{}', 'texts.ja-simple.json': '{}' }
  const onAdd = openDialog(choice, { ...form, ...empty })
  const [simple] = screen.getAllByLabelText('inLanguage')
  if (!simple) throw new Error('No field')
  expect(screen.getByLabelText(label)).toHaveValue('質問')
  fireEvent.change(simple, { target: { value: 'しつもん' } })
  fireEvent.change(screen.getByLabelText('add.name'), { target: { value: 'abc' } })
  fireEvent.click(screen.getByRole('button', { name: 'add.done' }))
  const [, command] = onAdd.mock.calls[0] as [string, (before: FormFiles) => FormFiles]
  const added = command({ ...form, ...empty })
  expect(readText(added, 'ja', pointer)).toBe('質問')
  expect(readText(added, 'ja-simple', pointer)).toBe('しつもん')
})
