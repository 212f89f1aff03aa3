import { MantineProvider } from '@mantine/core'
import { render, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { formTree } from '../edit/form-tree.ts'
import type { Say } from './studio-texts.ts'
import { StructureTree } from './StructureTree.tsx'

const text = { type: 'string' }
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
