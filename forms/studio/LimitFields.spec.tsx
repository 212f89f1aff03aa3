import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { blocks } from '../edit/blocks.ts'
import { addBlock, treeOf } from '../edit/commands.ts'
import type { FormFiles } from '../edit/commands.ts'
import { allNodes, pathToNode } from '../edit/form-tree.ts'
import type { FormNode } from '../edit/form-tree.ts'
import { acceptedTypes, checksIn, limitsOf, numberLimit } from '../edit/limits.ts'
import type { Limit } from '../edit/limits.ts'
import { readValue } from '../edit/json-text.ts'
import { LimitFields, limitLabel } from './LimitFields.tsx'
import ja from './texts.ja.json' with { type: 'json' }
import type { Say } from './studio-texts.ts'
import { renderEdited } from '../testing/render-part.tsx'

const say: Say = (key, values = {}) =>
  ja[key].replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))

const empty: FormFiles = { 'form.json': '{ "steps": [{ "id": "one", "schema": { "type": "object" } }] }' }

function formOf(...ids: string[]): FormFiles {
  return ids.reduce((files, id, index) => {
    const block = blocks.find((one) => one.id === id)
    if (!block) throw new Error(`There is no ${id}`)
    return addBlock(files, block, 'one', `${id.replaceAll('-', '')}${index}`)
  }, empty)
}

/** Shows the limits of a question; returns the form as it is now. */
function show(start: FormFiles, path: string): () => FormFiles {
  const { files } = renderEdited(start, (now, onChange) => {
    const tree = treeOf(now)
    const node = pathToNode(tree, path).at(-1)
    if (!node) throw new Error(`There is no ${path}`)
    return <LimitFields {...{ tree, node, say, onChange, name: '' }} files={now} label={(of) => of} />
  })
  return files
}

const rows = blocks.flatMap(({ id }) => {
  const files = formOf(id)
  const nodes = allNodes(treeOf(files)).filter(({ path }) => path.startsWith('one/'))
  return nodes.flatMap((node) => limitsOf(node, checksIn(files)).map((limit) => ({ id, files, node, limit })))
})

/** The controls of a limit, and their values. */
function controlsOf(node: FormNode, limit: Limit): [Element, string][] {
  switch (limit) {
    case 'accept':
      return screen
        .getAllByRole('checkbox')
        .map((box) => [box, acceptedTypes(node).includes(box.getAttribute('value') ?? '') ? 'on' : 'off'])
    case 'working-day':
      return [[screen.getByRole('switch', { name: /^開庁日だけ/ }), 'off']]
    case 'date-range': {
      const isBirthDate = node.name.startsWith('birthdate')
      const values = isBirthDate ? { min: 'day', max: 'today' } : { min: 'any', max: 'any' }
      const ends = ['min', 'max'] as const
      return ends.map((end) => [screen.getByRole('combobox', { name: ja[`limit.date.${end}`] }), values[end]])
    }
    case 'minLength':
    case 'maxLength':
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
    case 'multipleOf':
    case 'minYear':
    case 'minItems':
    case 'maxItems':
    case 'maxSize':
    case 'maxTotalSize': {
      const value = numberLimit(node, limit) ?? ''
      const shown = limit === 'maxSize' ? Number(value) / 1_048_576 : value
      return [[screen.getByRole('textbox', { name: ja[limitLabel(node, limit)] }), String(shown)]]
    }
  }
}

function valueOf(control: Element): string {
  if (control instanceof HTMLInputElement && control.type === 'checkbox') return control.checked ? 'on' : 'off'
  return control instanceof HTMLInputElement || control instanceof HTMLSelectElement ? control.value : ''
}

it.each(rows)('the limit $limit of the block $id has a control with its value', ({ files, node, limit }) => {
  show(files, node.path)
  const controls = controlsOf(node, limit)
  expect(controls).not.toHaveLength(0)
  expect(controls.map(([control]) => valueOf(control))).toEqual(controls.map(([, value]) => value))
})

function choose(name: string, value: string) {
  fireEvent.change(screen.getByRole('combobox', { name }), { target: { value } })
}

it('a new date accepts any day, and its limits can be chosen', () => {
  const now = show(formOf('date', 'date'), 'one/date0')
  expect(screen.getByRole('combobox', { name: '最も早い日' })).toHaveValue('any')
  expect(checksIn(now())).toEqual([])
  choose('最も早い日', 'today')
  choose('最も早い日：当日か前後か', 'before')
  fireEvent.change(screen.getByRole('textbox', { name: '最も早い日：日数' }), { target: { value: '14' } })
  choose('最も遅い日', 'answer')
  fireEvent.click(screen.getByRole('switch', { name: /^開庁日だけ/ }))
  const field = 'one/date0'
  expect(checksIn(now())).toEqual([
    { kind: 'date-range', field, min: 'today-14', max: { answer: 'one/date1' } },
    { kind: 'working-day', field },
  ])
  choose('最も早い日', 'day')
  fireEvent.change(screen.getByLabelText('最も早い日：決まった日'), { target: { value: '2026-04-01' } })
  choose('最も遅い日', 'any')
  expect(checksIn(now())).toEqual([
    { kind: 'date-range', field, min: '2026-04-01' },
    { kind: 'working-day', field },
  ])
})

it('types and sizes of files are written in the units of the form', () => {
  const now = show(formOf('files'), 'one/files0')
  const options = () => readValue(now()['form.json'] ?? '', '/steps/0/ui/files0/ui:options')
  fireEvent.change(screen.getByRole('textbox', { name: '1ファイルの大きさの上限（MB）' }), { target: { value: '10' } })
  expect(options()).toMatchObject({ maxSize: 10_485_760 })
  fireEvent.click(screen.getByRole('checkbox', { name: 'PDF' }))
  expect(options()).toMatchObject({ accept: ['image/jpeg', 'image/png'] })
  for (const name of ['JPEG', 'PNG']) fireEvent.click(screen.getByRole('checkbox', { name }))
  expect(options()).not.toHaveProperty('accept')
})

it('a number may be negative, and its decimals hold for its limits', () => {
  const now = show(formOf('number'), 'one/number0')
  const type = (name: string, value: string) => {
    const field = screen.getByRole('textbox', { name })
    fireEvent.change(field, { target: { value } })
    fireEvent.blur(field)
  }
  const schema = () => readValue(now()['form.json'] ?? '', '/steps/0/schema/properties/number0')
  type('最小', '-10')
  type('最大', '-2')
  expect(schema()).toMatchObject({ minimum: -10, maximum: -2 })
  type('最小', '-2.5')
  expect(schema()).toMatchObject({ minimum: -10 })
  expect(screen.getByRole('textbox', { name: '最小' })).toHaveAccessibleDescription(/^整数で/)
})
