import { valueAt } from '../../form-model/pointer.ts'
import { textPointer } from './commands.ts'
import { allNodes } from './form-tree.ts'
import type { FormNode } from './form-tree.ts'
import { readValue } from './json-text.ts'
import { partWords } from './part-words.ts'

/** The labels of all nodes by path: the whole tree shows them after each typed letter. */
export function labelsOf(texts: string, tree: readonly FormNode[]): ReadonlyMap<string, string> {
  const value = readValue(texts, '')
  return new Map(
    allNodes(tree).map((node) => {
      const text = valueAt(value, textPointer(node, 'label'))
      return [node.path, typeof text === 'string' && text !== '' ? text : labelWithoutText(node)]
    }),
  )
}

/** The label of a node that the form's own texts do not name. */
export function labelWithoutText(node: FormNode): string {
  return partWords(node)?.ja.label ?? node.name
}
