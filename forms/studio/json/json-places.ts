import { getLocation } from 'jsonc-parser'
import { joinPointer } from '../../../form-model/pointer.ts'
import type { FormFiles } from '../../edit/commands.ts'
import { pathToNode } from '../../edit/form-tree.ts'
import type { FormNode } from '../../edit/form-tree.ts'
import { offsetOf, unreadableAt } from '../../edit/json-text.ts'
import { findingPlaces } from '../form-places.ts'
import { shownText } from './file-text.ts'

/** The question or step at a position of a file in the editor. */
export function pathAt(tree: readonly FormNode[], files: FormFiles, file: string, offset: number): string | null {
  const { path } = getLocation(shownText(files[file] ?? ''), offset)
  const pointer = path.reduce<string>((above, segment) => joinPointer(above, segment), '')
  return findingPlaces(tree)({ file: `/${file}`, pointer })
}

/** The offset behind the indent of a line, from 1, in the editor. */
export function offsetOfLine(text: string, line: number): number {
  const lines = shownText(text).split('\n')
  const indent = /^\s*"?/.exec(lines[line - 1] ?? '')?.[0].length ?? 0
  return lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, indent)
}

/** Where a question or step begins in the editor of form.json; `null` if the text cannot be read now. */
export function offsetOfNode(files: FormFiles, tree: readonly FormNode[], path: string): number | null {
  const text = shownText(files['form.json'] ?? '')
  const node = pathToNode(tree, path).at(-1)
  if (!node || unreadableAt(text) !== null) return null
  return offsetOf(text, node.kind === 'step' ? node.holderPointer : node.schemaPointer)
}
