import { languages } from '../../src/lib/language.ts'
import type { FieldPath } from '../../form-model/definition.ts'
import { isRecord } from '../../form-model/record.ts'
import { withLimits } from '../wording/stated-limits.ts'
import { readText, setText, textPointer, treeOf } from './commands.ts'
import type { FormFiles } from './commands.ts'
import { pathToNode } from './form-tree.ts'

/** Texts of a question that state a limit, such as 「500文字以内」, follow the limit. */
export function followStatements(files: FormFiles, path: FieldPath): FormFiles {
  const node = pathToNode(treeOf(files), path).at(-1)
  if (!node) return files
  const options = isRecord(node.ui['ui:options']) ? node.ui['ui:options'] : {}
  const limits = { ...node.schema, ...(options.maxFiles === undefined ? {} : { maxItems: options.maxFiles }) }
  return languages.reduce((result, language) => {
    const pointer = textPointer(node, 'help')
    const text = readText(result, language, pointer)
    const now = withLimits(text, language, limits)
    return now === text ? result : setText(result, language, pointer, now)
  }, files)
}
