import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { treeOf } from '../edit/commands.ts'
import { AddDialog } from './AddDialog.tsx'
import type { Say } from './studio-texts.ts'

const properties = { first: { type: 'string' } }
const files = { 'form.json': JSON.stringify({ steps: [{ id: 'one', schema: { type: 'object', properties } }] }) }
const say: Say = (key) => key

it.each(['add.step', 'はい・いいえ'])('refuses the names that the check refuses, for "%s"', (choice) => {
  const onAdd = vi.fn()
  const tree = treeOf(files)
  const [selected] = tree
  if (!selected) throw new Error('The form has no step')
  render(
    <MantineProvider env="test">
      <AddDialog
        files={files}
        tree={tree}
        selected={selected}
        label={(path) => path}
        language="ja"
        say={say}
        onClose={() => undefined}
        onAdd={onAdd}
      />
    </MantineProvider>,
  )
  fireEvent.click(screen.getByRole('button', { name: choice }))
  fireEvent.change(screen.getByLabelText('label'), { target: { value: '質問' } })
  for (const name of ['constructor', 'toString', 'prototype']) {
    fireEvent.change(screen.getByLabelText('add.name'), { target: { value: name } })
    expect(screen.getByText('add.nameError')).toBeInTheDocument()
    fireEvent.click(screen.getByRole('button', { name: 'add.done' }))
  }
  expect(onAdd).not.toHaveBeenCalled()
  fireEvent.change(screen.getByLabelText('add.name'), { target: { value: 'construction' } })
  fireEvent.click(screen.getByRole('button', { name: 'add.done' }))
  expect(onAdd).toHaveBeenCalledOnce()
})
