import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { treeOf } from '../edit/commands.ts'
import type { FormFiles } from '../edit/commands.ts'
import { pathToNode } from '../edit/form-tree.ts'
import { noNames } from '../edit/used-names.ts'
import { DataNames } from './DataNames.tsx'
import type { Say } from './studio-texts.ts'
import { renderPart } from '../testing/render-part.tsx'

const say: Say = (key, values = {}) => [key, ...Object.values(values)].join(' ')
const properties = { kind: { type: 'string', enum: ['choice1', 'other'] }, note: { type: 'string' } }
const files: FormFiles = {
  'form.json': JSON.stringify({ steps: [{ id: 'one', schema: { type: 'object', properties } }] }),
  'texts.ja.json': '{ "fields": { "one/kind": { "options": { "choice1": "水", "other": "木" } } } }',
}

function show(published: string[]) {
  const [group, node] = pathToNode(treeOf(files), 'one/kind')
  if (!node) throw new Error('No question')
  const [onChange, onRename] = [vi.fn(), vi.fn()]
  renderPart(
    <DataNames
      {...{ files, node, group, say, onChange, onRename }}
      name="種類"
      usedNames={() => noNames}
      publishedNames={() => new Set(published)}
    />,
  )
  const write = (label: string, value: string) => {
    const field = screen.getByLabelText(label)
    fireEvent.change(field, { target: { value } })
    fireEvent.blur(field)
  }
  return { onChange, onRename, write }
}

it('renames a question when the field is left, and says why a name is impossible', () => {
  const { onRename, write } = show([])
  write('data.name', 'ｓｏｒｔ')
  expect(onRename).toHaveBeenCalledExactlyOnceWith('one/kind', 'sort')
  for (const wrong of ['note', 'Kind', 'constructor', '種類']) {
    write('data.name', wrong)
    expect(screen.getByText('add.nameError')).toBeInTheDocument()
  }
  write('data.name', ' ')
  expect(screen.getByText('add.nameEmpty')).toBeInTheDocument()
  expect(onRename).toHaveBeenCalledOnce()
})

it('changes the value of a choice until it is published', () => {
  const { onChange, write } = show([JSON.stringify(['one/kind', 'other'])])
  expect(screen.getByText('data.valueKept 木 other')).toBeInTheDocument()
  expect(screen.queryByLabelText('data.value 木')).toBeNull()
  write('data.value 水', 'other')
  expect(screen.getByText('data.valueError')).toBeInTheDocument()
  write('data.value 水', '')
  expect(screen.getByText('data.valueEmpty')).toBeInTheDocument()
  expect(onChange).not.toHaveBeenCalled()
  write('data.value 水', 'water')
  const [, command] = onChange.mock.calls[0] as [string, (before: FormFiles) => FormFiles]
  expect(command(files)['form.json']).toContain('["water","other"]')
})
