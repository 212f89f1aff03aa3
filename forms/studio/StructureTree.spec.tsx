import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { formTree } from '../edit/form-tree.ts'
import type { Say } from './studio-texts.ts'
import { StructureTree } from './StructureTree.tsx'

const text = { type: 'string' }
const labels = new Map([
  ['one', 'Step'],
  ['one/a', 'A'],
  ['one/group', 'Group'],
  ['one/group/inside', 'Inside'],
])
const problemPaths = new Set<string>()
const form = { steps: [{ id: 'one', schema: { type: 'object', properties: { a: text, b: text } } }] }

it('renders only the text of a row again when a label or a limit changes', () => {
  const say = vi.fn<Say>((key) => key)
  const element = (label: string, source: unknown) => (
    <MantineProvider>
      <StructureTree
        tree={formTree(source)}
        selected="one"
        labels={
          new Map([
            ['one', 'Step'],
            ['one/a', label],
            ['one/b', 'B'],
          ])
        }
        problemPaths={new Set()}
        say={say}
        onSelect={() => undefined}
        onMove={() => null}
        onDrop={() => undefined}
        onRemove={(path) => path}
      />
    </MantineProvider>
  )
  const headings = () => say.mock.calls.filter(([key]) => key === 'structure').length
  const { rerender } = render(element('A', form))
  const before = headings()
  expect(screen.getByRole('treeitem', { name: 'A' })).toBeVisible()
  const limited = {
    steps: [{ id: 'one', schema: { type: 'object', properties: { a: { ...text, maxLength: 9 }, b: text } } }],
  }
  rerender(element('A longer label', limited))
  expect(screen.getByRole('treeitem', { name: 'A longer label' })).toBeVisible()
  expect(headings()).toBe(before)
})

it('opens a list that the author has added', () => {
  const list = { type: 'array', items: { type: 'object', properties: { inside: text } } }
  const withList = { steps: [{ id: 'one', schema: { type: 'object', properties: { a: text, list } } }] }
  const element = (source: unknown) => (
    <MantineProvider>
      <StructureTree
        tree={formTree(source)}
        selected="one/a"
        labels={new Map([['one/list/[]/inside', 'Inside']])}
        problemPaths={new Set()}
        say={(key) => key}
        onSelect={() => undefined}
        onMove={() => null}
        onDrop={() => undefined}
        onRemove={(path) => path}
      />
    </MantineProvider>
  )
  const { rerender } = render(element(form))
  rerender(element(withList))
  expect(screen.getByRole('treeitem', { name: 'Inside' })).toBeVisible()
})

it('selects without rendering the rows again, opens what is around, and lets Tab reach the selected row', () => {
  const say = vi.fn<Say>((key) => key)
  const onSelect = vi.fn()
  const group = { type: 'object', properties: { inside: text } }
  const source = { steps: [{ id: 'one', schema: { type: 'object', properties: { a: text, group } } }] }
  const tree = formTree(source)
  function Selecting() {
    const [selected, setSelected] = useState('one/a')
    return (
      <>
        <input aria-label="selected" value={selected} onChange={({ target }) => setSelected(target.value)} />
        <StructureTree
          tree={tree}
          selected={selected}
          labels={labels}
          problemPaths={problemPaths}
          say={say}
          onSelect={onSelect}
          onMove={() => null}
          onDrop={() => undefined}
          onRemove={(path) => path}
        />
      </>
    )
  }
  const select = (path: string) => fireEvent.change(screen.getByLabelText('selected'), { target: { value: path } })
  render(
    <MantineProvider>
      <Selecting />
    </MantineProvider>,
  )
  const a = screen.getByRole('treeitem', { name: 'A' })
  expect(a).toHaveAttribute('aria-selected', 'true')
  say.mockClear()
  select('one/group/inside')
  const inside = screen.getByRole('treeitem', { name: 'Inside' })
  expect(inside).toHaveAttribute('aria-selected', 'true')
  expect(inside).toHaveAttribute('tabindex', '0')
  expect(a).toHaveAttribute('aria-selected', 'false')
  expect(a).toHaveAttribute('tabindex', '-1')
  expect(say).not.toHaveBeenCalledWith('tree.close', expect.anything())
  fireEvent.click(screen.getByText('A'))
  expect(onSelect).toHaveBeenCalledExactlyOnceWith('one/a')

  for (const toggle of screen.getAllByRole('button', { name: 'tree.close' }).toReversed()) fireEvent.click(toggle)
  expect(screen.queryByRole('treeitem', { name: 'Inside' })).toBeNull()
  expect(onSelect).toHaveBeenCalledOnce()
  select('one/a')
  select('one/group/inside')
  expect(screen.getByRole('treeitem', { name: 'Inside' })).toHaveAttribute('aria-selected', 'true')
})

it('focuses the row that is selected next when what had the focus was removed', () => {
  const element = (selected: string, hasButton: boolean) => (
    <MantineProvider>
      <StructureTree
        tree={formTree(form)}
        selected={selected}
        labels={labels}
        problemPaths={problemPaths}
        say={(key) => key}
        onSelect={() => undefined}
        onMove={() => null}
        onDrop={() => undefined}
        onRemove={(path) => path}
      />
      {hasButton && <button type="button">Remove</button>}
    </MantineProvider>
  )
  const { rerender } = render(element('one/a', true))
  expect(document.body).toHaveFocus()
  const button = screen.getByRole('button', { name: 'Remove' })
  button.focus()
  rerender(element('one/b', true))
  expect(button).toHaveFocus()
  rerender(element('one', false))
  expect(screen.getAllByRole('treeitem')[0]).toHaveFocus()
})
