import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { allNodes } from '../../edit/form-tree.ts'
import { safeTree } from '../form-places.ts'
import { shownText } from './file-text.ts'
import { offsetOfLine, offsetOfNode, pathAt } from './json-places.ts'

const folder = path.join(import.meta.dirname, '../../templates/dog-registration')
const unix = readFileSync(path.join(folder, 'form.json'), 'utf8')

describe('places of the JSON editor', () => {
  it.each([
    ['\n', unix],
    ['\r\n with a byte order mark', `\uFEFF${unix.replaceAll('\n', '\r\n')}`],
  ])('lead from every question to its line and back, with %j', (_breaks, text) => {
    const files = { 'form.json': text }
    const tree = safeTree(text) ?? []
    const nodes = allNodes(tree)
    expect(nodes.length).toBeGreaterThan(10)
    for (const node of nodes) {
      const offset = offsetOfNode(files, tree, node.path)
      expect(offset).not.toBeNull()
      expect(pathAt(tree, files, 'form.json', (offset ?? 0) + 1)).toBe(node.path)
      const start = node.kind === 'step' ? '{' : `"${node.name}":`
      expect(
        shownText(text)
          .slice(offset ?? 0)
          .startsWith(start),
      ).toBe(true)
    }
  })

  it('lead from a line to the question that is written there', () => {
    const files = { 'texts.ja.json': readFileSync(path.join(folder, 'texts.ja.json'), 'utf8').replaceAll('\n', '\r\n') }
    const line = files['texts.ja.json'].split('\n').findIndex((one) => one.includes('"label": "犬の名前"')) + 1
    expect(line).toBeGreaterThan(0)
    const offset = offsetOfLine(files['texts.ja.json'], line)
    expect(pathAt(safeTree(unix) ?? [], files, 'texts.ja.json', offset)).toBe('dogs/list/[]/name')
  })

  it('finds no line while the text is invalid', () => {
    expect(offsetOfNode({ 'form.json': '{' }, safeTree(unix) ?? [], 'applicant')).toBeNull()
  })
})
