import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { treeOf } from '../edit/commands.ts'
import type { FormFiles } from '../edit/commands.ts'
import { noNames } from '../edit/used-names.ts'
import type { UsedNames } from '../edit/used-names.ts'
import { PropertiesPanel } from './PropertiesPanel.tsx'
import ja from './texts.ja.json' with { type: 'json' }
import type { Say } from './studio-texts.ts'
import { renderPart } from '../testing/render-part.tsx'

const say: Say = (key, values = {}) =>
  ja[key].replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))

function show(property: object, ui: object = {}, published: UsedNames = noNames, texts: FormFiles = {}) {
  const schema = { type: 'object', properties: { asked: property } }
  const files: FormFiles = {
    'form.json': JSON.stringify({ steps: [{ id: 'one', schema, ui: { asked: ui } }] }),
    ...texts,
  }
  const tree = treeOf(files)
  const node = tree[0]?.children[0]
  if (!node) throw new Error('No question')
  const nothing = () => undefined
  renderPart(
    <PropertiesPanel
      files={files}
      tree={tree}
      language="ja"
      node={node}
      trail={[node]}
      label={() => ''}
      say={say}
      usedNames={() => noNames}
      publishedNames={() => published}
      onChange={nothing}
      onRename={nothing}
      onMove={nothing}
      onPlace={nothing}
      onCopy={nothing}
      onRemove={nothing}
      onRemoveChoice={nothing}
      onSplit={nothing}
      onJson={nothing}
    />,
  )
}

it('names a shared part as the palette does, and shows the words that residents read', () => {
  show({ $ref: '../../../shared/phone.schema.json' })
  expect(screen.getByRole('heading', { name: '電話番号' })).toBeVisible()
  const label = screen.getByRole('textbox', { name: '質問文' })
  expect(label).toHaveValue('')
  expect(label).toHaveAttribute('placeholder', '電話番号')
  expect(screen.getByRole('textbox', { name: '質問文（英語）' })).toHaveAttribute('placeholder', 'Phone number')
  expect(screen.getByRole('textbox', { name: '説明' })).toHaveAttribute('placeholder', expect.stringContaining('日中'))
  expect(screen.getByRole('textbox', { name: '記入例' })).toHaveAttribute('placeholder', '09012345678')
})

it('names a shared part that is not in the palette by its kind', () => {
  show({ $ref: '../../../shared/pet.schema.json' })
  expect(screen.getByRole('heading', { name: '共通の部品' })).toBeVisible()
  expect(screen.getByRole('textbox', { name: '質問文' })).not.toHaveAttribute('placeholder', expect.stringMatching(/./))
})

it('names an amount as the palette does, although its answer is a number', () => {
  show({ type: 'integer' }, { 'ui:widget': 'money' })
  expect(screen.getByRole('heading', { name: '金額' })).toBeVisible()
})

it('marks the choices that have been published, whose labels drafts depend on', () => {
  const published = new Set([JSON.stringify(['one/asked', 'a'])])
  show({ type: 'string', enum: ['a', 'b'] }, {}, published)
  expect(screen.getByText(ja['choices.published'])).toBeVisible()
  expect(screen.getByText('データ：a（公開したことのある選択肢）')).toBeVisible()
  expect(screen.getByText('データ：b')).toBeVisible()
})

it('asks for a new choice in each language in which the form has texts, without a heading for what is published', () => {
  show({ type: 'string', enum: ['a', 'b'] }, {}, noNames, { 'texts.ja-simple.json': '{}' })
  expect(screen.getByRole('textbox', { name: '新しい選択肢（やさしい日本語）' })).toBeVisible()
  expect(screen.queryByText(ja['choices.published'])).toBeNull()
})

it('names the buttons of a choice without a label by its value', () => {
  show({ type: 'string', enum: ['dog', 'cat'] })
  for (const name of ['「dog」を下へ', '「dog」を削除', '「cat」を上へ', '「cat」を削除'])
    expect(screen.getByRole('button', { name })).toBeInTheDocument()
  expect(screen.getByLabelText('「dog」の値')).toHaveValue('dog')
})
