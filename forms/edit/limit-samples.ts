import type { FieldPath } from '../../form-model/definition.ts'
import { joinPointer, segmentsOf } from '../../form-model/pointer.ts'
import { isRecord } from '../../form-model/record.ts'
import { beyondLimit, isWithinLimit } from '../samples/beyond-limit.ts'
import { edit, setKeyword, treeOf } from './commands.ts'
import type { FormFiles } from './commands.ts'
import { pathToNode } from './form-tree.ts'
import type { FormNode } from './form-tree.ts'
import { readValue, setValue } from './json-text.ts'
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
  return Object.keys(files)
    .filter((file) => file.startsWith('invalid/'))
    .reduce((result, file) => edit(result, file, (text) => beyondIn(text, path, schema)), followStatements(files, path))
}

function beyondIn(text: string, path: FieldPath, schema: FormNode['schema']): string {
  const [set, expected] = [readValue(text, '/set'), readValue(text, '/expect')]
  if (!isRecord(set) || !isRecord(expected)) return text
  const { pointer, keyword } = expected
  if (typeof pointer !== 'string' || typeof keyword !== 'string' || !isPlaceOf(pointer, path)) return text
  const answer = set[pointer]
  const beyond = beyondLimit(schema, keyword, answer)
  const isFollowing = beyond !== undefined && isWithinLimit(schema, keyword, answer)
  return isFollowing ? setValue(text, joinPointer('/set', pointer), beyond) : text
}

/** Whether a pointer in answers is a place of the field: `/pets/list/0/name` of `pets/list/[]/name`. */
export function isPlaceOf(pointer: string, path: FieldPath): boolean {
  const [given, names] = [segmentsOf(pointer), segmentsOf(path)]
  return (
    given.length === names.length &&
    names.every((name, index) => name === given[index] || (name === '[]' && /^\d+$/.test(given[index] ?? '')))
  )
}
