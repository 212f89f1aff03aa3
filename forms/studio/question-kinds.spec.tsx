import { fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { blocks } from '../edit/blocks.ts'
import { addBlock, choicesOf, readText, treeOf } from '../edit/commands.ts'
import type { FormFiles } from '../edit/commands.ts'
import { addFeeLine, setFeeKey } from '../edit/fees.ts'
import { pathToNode } from '../edit/form-tree.ts'
import type { FormNode } from '../edit/form-tree.ts'
import { readValue } from '../edit/json-text.ts'
import { setPicture } from '../edit/pictures.ts'
import { withSameRows } from '../edit/tables.ts'
import { noNames } from '../edit/used-names.ts'
import { PropertiesPanel } from './PropertiesPanel.tsx'
import { labelOf } from './form-places.ts'
import ja from './texts.ja.json' with { type: 'json' }
import type { Say } from './studio-texts.ts'
import { renderEdited } from '../testing/render-part.tsx'

const say: Say = (key, values = {}) =>
  ja[key].replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))

const empty: FormFiles = {
  'form.json': '{ "steps": [{ "id": "one", "schema": { "type": "object" } }] }',
  'texts.ja.json': '{}',
  'texts.en.json': '{}',
}

function formOf(id: string): FormFiles {
  const block = blocks.find((one) => one.id === id)
  if (!block) throw new Error(`There is no ${id}`)
  return addBlock(empty, block, 'one', 'asked')
}

type Shown = { files: () => FormFiles; node: () => FormNode; titles: string[] }

/** Shows the properties of the question as the studio does, with its changes. */
function show(start: FormFiles, path = 'one/asked'): Shown {
  const nodeIn = (files: FormFiles): FormNode => {
    const node = pathToNode(treeOf(files), path).at(-1)
    if (!node) throw new Error(`There is no ${path}`)
    return node
  }
  const nothing = () => undefined
  const { files, titles } = renderEdited(start, (now, onChange) => {
    const [tree, node] = [treeOf(now), nodeIn(now)]
    return (
      <PropertiesPanel
        {...{ tree, node, say }}
        files={now}
        language="ja"
        trail={[node]}
        label={(at) => labelOf(now, tree, at)}
        usedNames={() => noNames}
        publishedNames={() => noNames}
        onRename={nothing}
        onChange={(title, command) => onChange(title, (before) => withSameRows(before, command(before)))}
        onMove={nothing}
        onPlace={nothing}
        onCopy={nothing}
        onRemove={nothing}
        onRemoveChoice={nothing}
        onSplit={nothing}
        onJson={nothing}
      />
    )
  })
  return { files, node: () => nodeIn(files()), titles }
}

function choose(name: string, value: string) {
  fireEvent.change(screen.getByRole('combobox', { name }), { target: { value } })
}

describe('the form of an answer', () => {
  it('takes a number of digits and a message in both languages', () => {
    const { files, node } = show(formOf('text'))
    choose('入力の形', 'digits')
    fireEvent.change(screen.getByRole('textbox', { name: '桁数・文字数' }), { target: { value: '13' } })
    expect(node().schema).toEqual({ type: 'string', pattern: '^[0-9]{13}$' })
    fireEvent.change(screen.getByRole('textbox', { name: ja['shape.least'] }), { target: { value: '12' } })
    expect(node().schema.pattern).toBe('^[0-9]{12,13}$')
    fireEvent.change(screen.getByRole('textbox', { name: '形が違うときの文' }), { target: { value: '13桁です。' } })
    fireEvent.change(screen.getByRole('textbox', { name: '形が違うときの文（英語）' }), { target: { value: '13!' } })
    expect(readText(files(), 'ja', '/fields/one~1asked/errors/pattern')).toBe('13桁です。')
    expect(readText(files(), 'en', '/fields/one~1asked/errors/pattern')).toBe('13!')
    expect(screen.queryByRole('textbox', { name: '文字数の上限' })).toBeNull()
    choose('入力の形', 'any')
    expect(node().schema).toEqual({ type: 'string', maxLength: 100 })
    expect(readText(files(), 'ja', '/fields/one~1asked/errors')).toBe('')
  })

  it.each(blocks.map(({ id }) => id).filter((id) => id !== 'step'))(
    'the shape of a new question of the kind %s is not described as JSON',
    (id) => {
      show(formOf(id))
      expect(screen.queryByText(ja['shape.kept'])).toBeNull()
    },
  )

  it('shows a form that is written as JSON, and keeps it', () => {
    const start = formOf('text')
    const pattern = '"pattern": "^[A-Z]+-[0-9]+$"'
    const { node } = show({ ...start, 'form.json': (start['form.json'] ?? '').replace('"minLength": 1', pattern) })
    expect(screen.getByRole('combobox', { name: '入力の形' })).toHaveValue('written')
    expect(screen.getByText('^[A-Z]+-[0-9]+$')).toBeVisible()
    expect(node().schema.pattern).toBe('^[A-Z]+-[0-9]+$')
  })
})

describe('the way of answering', () => {
  it.each([
    ['text', 'lines', '複数行の文字'],
    ['choice', 'select', '1つ選ぶ（プルダウン）'],
    ['choice', 'checkboxes', 'いくつでも選ぶ（すべて並べる）'],
    ['choices', 'radio', '1つ選ぶ（すべて並べる）'],
    ['number', 'money', '金額'],
  ])('changes a question of the block %s to %s', (id, way, words) => {
    const { titles } = show(formOf(id))
    choose('答え方', way)
    expect(screen.getByRole('combobox', { name: '答え方' })).toHaveValue(way)
    expect(screen.getByRole('combobox', { name: '答え方' })).toHaveDisplayValue(words)
    expect(titles).toEqual([expect.stringContaining(words)])
  })

  it.each(['date', 'files', 'consent', 'list'])('explains a question of the block %s, which has no other', (id) => {
    show(formOf(id))
    expect(screen.queryByRole('combobox', { name: '答え方' })).toBeNull()
    expect(screen.getByText(ja['way.fixed'])).toBeVisible()
  })

  it('says why a line with a form cannot be several lines', () => {
    show(formOf('real-estate-number'))
    expect(screen.getByText(ja['way.not.shaped'])).toBeVisible()
    expect(within(screen.getByRole('combobox', { name: '答え方' })).getByText('複数行の文字')).toBeDisabled()
  })
})

it('a number has decimals, and a rounding if the fee counts with it', () => {
  const fee = setFeeKey(addFeeLine(formOf('number'), { ja: '占用料', en: 'Fee' }), 0, 'quantity', {
    answer: 'one/asked',
  })
  const { files, node } = show(fee)
  expect(screen.queryByRole('combobox', { name: '手数料「占用料」の端数の扱い' })).toBeNull()
  choose('小数', '1')
  expect(node().schema).toEqual({ type: 'number', minimum: 0, multipleOf: 0.1 })
  expect(screen.getByText(ja['decimals.noRounding'])).toBeVisible()
  choose('手数料「占用料」の端数の扱い', 'down 10')
  expect(screen.queryByText(ja['decimals.noRounding'])).toBeNull()
  expect(readValue(files()['form.json'] ?? '', '/fee/lines/0/rounding')).toEqual({ mode: 'down', to: 10 })
  fireEvent.change(screen.getByRole('textbox', { name: '最小' }), { target: { value: '0.1' } })
  expect(node().schema.minimum).toBe(0.1)
})

it('an answer is compared with another one of its kind', () => {
  const block = blocks.find(({ id }) => id === 'email')
  if (!block) throw new Error('The palette has no mail address')
  const { files } = show(addBlock(formOf('email'), block, 'one', 'again'), 'one/again')
  choose('ほかの答えと比べる', 'same-as')
  const check = { kind: 'same-as', field: 'one/again', other: 'one/asked' }
  expect(readValue(files()['form.json'] ?? '', '/checks')).toEqual([check])
  choose('ほかの答えと比べる', 'different-from')
  expect(readValue(files()['form.json'] ?? '', '/checks')).toEqual([{ ...check, kind: 'different-from' }])
  choose('ほかの答えと比べる', '')
  expect(readValue(files()['form.json'] ?? '', '/checks')).toBeUndefined()
})

describe('the order of choices', () => {
  const values = ({ files, node }: Shown) => choicesOf(files(), node()).map(({ value }) => value)

  it('changes by the buttons, keeps the focus and is announced', async () => {
    const user = userEvent.setup()
    const shown = show(formOf('choice'))
    await user.click(screen.getByRole('button', { name: '「その他」を上へ' }))
    expect(values(shown)).toEqual(['choice1', 'other', 'choice2'])
    expect(screen.getByRole('button', { name: '「その他」を上へ' })).toHaveFocus()
    await user.keyboard('{Enter}{Enter}')
    expect(values(shown)).toEqual(['other', 'choice1', 'choice2'])
    expect(shown.titles).toEqual([
      '「その他」を「選択（1つ）」の2番目へ移動',
      '「その他」を「選択（1つ）」の1番目へ移動',
    ])
  })

  it('changes by Alt with an arrow in the text of a choice', async () => {
    const user = userEvent.setup()
    const shown = show(formOf('choices'))
    await user.click(screen.getByRole('textbox', { name: '選択肢1' }))
    await user.keyboard('{Alt>}{ArrowDown}{/Alt}')
    expect(values(shown)).toEqual(['choice2', 'choice1', 'other'])
    expect(screen.getByRole('textbox', { name: '選択肢2' })).toHaveFocus()
  })

  it('changes by dragging a row', () => {
    const shown = show(formOf('choice'))
    const [first, , handle] = document.querySelectorAll('[draggable]')
    if (!handle || !first) throw new Error('A choice has no handle')
    const dataTransfer = { setData: () => undefined, effectAllowed: '' }
    fireEvent.dragStart(handle, { dataTransfer })
    fireEvent.dragOver(first, { dataTransfer })
    fireEvent.drop(first, { dataTransfer })
    expect(values(shown)).toEqual(['other', 'choice1', 'choice2'])
  })

  it('gives way to a pasted list, which says what is left out', async () => {
    const user = userEvent.setup()
    const shown = show(formOf('choice'))
    await user.click(screen.getByRole('button', { name: '一覧を貼り付ける' }))
    await user.click(screen.getByRole('textbox', { name: '選択肢の一覧' }))
    await user.paste('北\tNorth\n\nその他\n北\n南\n')
    const dialog = within(screen.getByRole('dialog'))
    expect(dialog.getByText('新しい選択肢：3件')).toBeVisible()
    expect(dialog.getByText('空の行：1行（使いません）')).toBeVisible()
    expect(dialog.getByText('北')).toBeVisible()
    await user.click(dialog.getByRole('button', { name: '3件を追加する' }))
    expect(choicesOf(shown.files(), shown.node()).map(({ ja: words, en }) => [words, en])).toEqual([
      ['北', 'North'],
      ['その他', 'その他'],
      ['南', '南'],
    ])
  })
})

describe('a table of questions', () => {
  it('gets rows and columns with their names', async () => {
    const user = userEvent.setup()
    const { node, files } = show(formOf('table'))
    fireEvent.change(screen.getByRole('textbox', { name: '行1' }), { target: { value: '父' } })
    fireEvent.change(screen.getByRole('textbox', { name: '列1' }), { target: { value: '月曜日' } })
    await user.click(screen.getByRole('button', { name: '行を追加' }))
    await user.click(screen.getByRole('button', { name: '列を追加' }))
    await user.click(screen.getByRole('button', { name: '「火」を削除' }))
    expect(node().children).toHaveLength(3)
    const label = (path: string) => readText(files(), 'ja', `/fields/${path.replaceAll('/', '~1')}/label`)
    expect(node().children.map(({ path }) => label(path))).toEqual(['父', '保護者2', '新しい項目3'])
    for (const { children } of node().children)
      expect(children.map(({ path }) => label(path))).toEqual(['月曜日', '水', '木', '金', '新しい項目6'])
  })

  it('becomes groups if the author prefers them', async () => {
    const user = userEvent.setup()
    const { node } = show(formOf('table'))
    await user.click(screen.getByRole('switch', { name: '表の形に並べる' }))
    expect(node().ui['ui:options']).not.toHaveProperty('layout')
    expect(screen.queryByRole('textbox', { name: '行1' })).toBeNull()
    await user.click(screen.getByRole('switch', { name: '表の形に並べる' }))
    expect(node().ui['ui:options']).toHaveProperty('layout', 'table')
  })
})

describe('an explanation', () => {
  const onePixel =
    'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

  it('takes a table as it is pasted from Excel', () => {
    const { files } = show(formOf('info'))
    const field = screen.getByRole('textbox', { name: ja['info.table'] })
    fireEvent.change(field, { target: { value: '区分\t手数料\n大人\t300円' } })
    expect(readText(files(), 'ja', '/fields/one~1asked/table')).toBe('区分\t手数料\n大人\t300円')
  })

  it('asks for the text of its picture, and loses both together', async () => {
    const user = userEvent.setup()
    const start = formOf('info')
    const node = pathToNode(treeOf(start), 'one/asked').at(-1)
    if (!node) throw new Error('There is no explanation')
    const { files } = show(setPicture(start, node, onePixel))
    expect(screen.getAllByText(ja['picture.altMissing'])).toHaveLength(2)
    fireEvent.change(screen.getByRole('textbox', { name: ja['picture.alt'] }), { target: { value: '地図' } })
    expect(screen.getByRole('img', { name: '地図' })).toHaveAttribute('src', onePixel)
    await user.click(screen.getByRole('button', { name: '画像を消す' }))
    expect(readText(files(), 'ja', '/fields/one~1asked/picture')).toBe('')
    expect(files()['form.json']).not.toContain('data:image')
  })
})
