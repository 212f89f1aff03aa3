import type { FieldPath } from '../../form-model/definition.ts'
import { joinPointer } from '../../form-model/pointer.ts'
import { beyondLimit, isWithinLimit } from '../samples/beyond-limit.ts'
import { setKeyword, treeOf } from './commands.ts'
import type { FormFiles } from './commands.ts'
import { pathToNode } from './form-tree.ts'
import type { FormNode } from './form-tree.ts'
import { editInvalidAt } from './invalid-samples.ts'
import { setValue } from './json-text.ts'
import { followStatements } from './stated-texts.ts'

/** Sets or removes a limit for the answers to a question. The samples beyond the limit follow it. */
export function setLimit(files: FormFiles, node: FormNode, keyword: string, value: number | undefined): FormFiles {
  return followLimits(setKeyword(files, node, keyword, value), node.path)
}

/**
 * Changes the texts that state a limit of a question, and the invalid samples that should break it and no longer do. A
 * limit that was removed changes none: the author may only be about to type another number.
 */
export function followLimits(files: FormFiles, path: FieldPath): FormFiles {
  const schema = pathToNode(treeOf(files), path).at(-1)?.schema
  if (!schema) return files
  return editInvalidAt(followStatements(files, path), path, (text, { pointer, keyword, answer }) => {
    const beyond = beyondLimit(schema, keyword, answer)
    const isFollowing = beyond !== undefined && isWithinLimit(schema, keyword, answer)
    return isFollowing ? setValue(text, joinPointer('/set', pointer), beyond) : text
  })
}
