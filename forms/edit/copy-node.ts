import { isToolLanguage } from '../source/tool-languages.ts'
import type { FieldPath } from '../../form-model/definition.ts'
import { escapeSegment, isInside, joinPointer, segmentsOf, withValueAt } from '../../form-model/pointer.ts'
import { arrayOf, isRecord } from '../../form-model/record.ts'
import {
  addEntry,
  edit,
  editAnswers,
  editTexts,
  isFreeName,
  isFreeStepId,
  readText,
  setText,
  textKeys,
  treeOf,
} from './commands.ts'
import { editedLanguages } from './form-files.ts'
import type { FormFiles } from './commands.ts'
import { copyNames } from './copy-words.ts'
import { allNodes, orderOf, pathToNode, sameColumns } from './form-tree.ts'
import type { FormNode } from './form-tree.ts'
import { insertEntry, insertWritten, readValue, writtenValue } from './json-text.ts'
import { moveNode, pathsIn } from './move-node.ts'
import { labelsOf } from './node-labels.ts'
import { groupPlaces, renamedPath } from './rename-node.ts'
import { partWords } from './part-words.ts'
import { reaches } from './reaches.ts'
import { conditionOf, setCondition } from './question-condition.ts'
import { noNames } from './used-names.ts'
import type { UsedNames } from './used-names.ts'

/** The path of the copy of a node, behind the node: its name with a number that no node has or had. */
export function copiedPath(files: FormFiles, path: FieldPath, used: UsedNames = noNames): FieldPath {
  const trail = pathToNode(treeOf(files), path)
  const [node, group] = [trail.at(-1), trail.at(-2)]
  if (!node) return path
  const base = node.name.replace(/\d+$/, '')
  const isFree = (name: string) => (group ? isFreeName(files, group.path, name, used) : isFreeStepId(files, name, used))
  let number = 2
  while (!isFree(`${base}${number}`)) number += 1
  return `${path.slice(0, path.lastIndexOf('/') + 1)}${escapeSegment(`${base}${number}`)}`
}

/**
 * Copies a step or a question behind itself, with its texts, checks, requirements and sample answers. Fees and the
 * conditions of others stay about the original.
 */
export function copyNode(files: FormFiles, path: FieldPath, copied: FieldPath): FormFiles {
  const trail = pathToNode(treeOf(files), path)
  const [node, group] = [trail.at(-1), trail.at(-2)]
  if (!node) return files
  const name = segmentsOf(copied).at(-1) ?? ''
  let result = edit(files, 'form.json', (text) => {
    if (!group) return insertEntry(text, '/steps', { ...(readValue(text, node.holderPointer) as object), id: name })
    const order = orderOf(node)
    const json = withCopy(text, node.uiPointer, name, false)
    const names = readValue(json, order)
    const ordered = Array.isArray(names) ? insertEntry(json, order, name, names.indexOf(node.name) + 1) : json
    // A branch may ask questions of a group that is asked elsewhere, or require what is.
    const places = new Set([...groupPlaces(text, path), node.holderPointer])
    return [...places].reduce((result, place) => {
      const copy = withCopy(result, joinPointer(`${place}/properties`, node.name), name, true)
      const required = readValue(copy, `${place}/required`)
      const isRequired = Array.isArray(required) && required.includes(node.name)
      return isRequired ? addEntry(copy, `${place}/required`, name) : copy
    }, ordered)
  })
  result = edit(result, 'form.json', (text) => withRules(text, sameColumns(treeOf(files), path), path, name))
  result = withOwnConditions(result, treeOf(files), node, copied)
  result = editTexts(result, (text) => {
    const json = group ? text : withCopy(text, joinPointer('/steps', node.name), name, true)
    return withTexts(json, path, copied)
  })
  result = withCopyName(result, node, copied)
  result = editAnswers(result, path, (text, pointer) => withCopy(text, pointer, name, false))
  if (group) return result
  const index = treeOf(files).findIndex((step) => step.path === path)
  return moveNode(result, copied, { parent: '', index: index + 1 })
}

/** Questions in the copy depend on those in the copy, also if the condition is around the node. */
function withOwnConditions(files: FormFiles, tree: readonly FormNode[], node: FormNode, copied: FieldPath): FormFiles {
  const { path } = node
  const inCopy = (at: FieldPath) => (isInside(at, path) ? copied + at.slice(path.length) : at)
  return allNodes([node]).reduce((result, inner) => {
    if (inner === node || inner.condition === null || isInside(inner.condition.base, path)) return result
    const condition = conditionOf(tree, inner)
    if (condition?.parts.some((part) => isInside(part.path, path)) !== true) return result
    const parts = condition.parts.map((part) => ({ ...part, path: inCopy(part.path) }))
    return setCondition(result, inCopy(inner.path), { ...condition, parts })
  }, files)
}

/** The copy says in each language that it is one, until the author names it: two alike cannot be told apart. */
function withCopyName(files: FormFiles, node: FormNode, copied: FieldPath): FormFiles {
  const labels = labelsOf(files['texts.ja.json'] ?? '{}', treeOf(files))
  const nameOf = copyNames(labels.get(node.path) ?? node.name, new Set(labels.values()))
  const [from, to] = [node.path, copied].map((path) =>
    node.kind === 'step' ? `${joinPointer('/steps', path)}/title` : `${joinPointer('/fields', path)}/label`,
  ) as [string, string]
  return editedLanguages(files).reduce((result, language) => {
    const own = readText(files, language, from)
    // A question from a shared part has its label there.
    const label = own === '' && isToolLanguage(language) ? (partWords(node)?.[language].label ?? '') : own
    return label === '' ? result : setText(result, language, to, nameOf(label, language))
  }, files)
}

/** Copies a property as it is written, behind itself or to the end of its object. */
function withCopy(text: string, pointer: string, name: string, isBehind: boolean): string {
  const written = writtenValue(text, pointer)
  if (written === undefined) return text
  const end = pointer.lastIndexOf('/')
  return insertWritten(text, pointer.slice(0, end), name, written, isBehind ? segmentsOf(pointer).at(-1) : undefined)
}

function withTexts(text: string, path: FieldPath, copied: FieldPath): string {
  const keys = textKeys(text, path)
  let last = keys.at(-1)
  return keys.reduce((json, key) => {
    const written = writtenValue(json, joinPointer('/fields', key))
    const name = copied + key.slice(path.length)
    const next = written === undefined ? json : insertWritten(json, '/fields', name, written, last)
    last = name
    return next
  }, text)
}

/**
 * The checks and requirements of a question, which name the copy where they name the original. In a table, the other
 * rows get theirs with the question, except those that name another row.
 */
function withRules(text: string, columns: readonly FieldPath[], path: FieldPath, name: string): string {
  const rowOf = (column: FieldPath) => column.slice(0, column.lastIndexOf('/'))
  const isBetweenRows = (rule: { [key: string]: unknown }, column: FieldPath) =>
    columns.some((other) => other !== column && namesPath(rule, rowOf(other)))
  return (['checks', 'requiredWhen'] as const).reduce((json, key) => {
    const rules = readValue(json, `/${key}`)
    const own = arrayOf(rules).filter(
      (rule) =>
        isRecord(rule) &&
        columns.some(
          (column) => isInside(String(rule.field), column) && (column === path || isBetweenRows(rule, column)),
        ),
    )
    const copyOf = (rule: unknown) =>
      columns.reduce((copy, column) => copiedRule(copy, column, renamedPath(column, name)), rule)
    return own.reduce<string>((all, rule) => addEntry(all, `/${key}`, copyOf(rule)), json)
  }, text)
}

/** A rule about a question, as one about its copy in the same group: its condition names the copy as well. */
export function copiedRule(rule: unknown, path: FieldPath, copied: FieldPath): unknown {
  const named = withPaths(rule, path, copied)
  if (!isRecord(named) || named.when === undefined) return named
  return { ...named, when: renamedIn(named.when, segmentsOf(path), segmentsOf(copied).at(-1) ?? '') }
}

const combining = new Set(['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else'])

/** A condition with another name for the question to which the names lead. */
function renamedIn(schema: unknown, names: readonly string[], name: string): unknown {
  if (Array.isArray(schema)) return schema.map((part: unknown) => renamedIn(part, names, name))
  if (!isRecord(schema)) return schema
  const [first = '', ...rest] = names
  const isLast = rest.length === 0
  const nameOf = (given: string) => (isLast && given === first ? name : given)
  const inside = (property: string, part: unknown) =>
    property === first && !isLast ? renamedIn(part, rest, name) : part
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, part]) => {
      if (combining.has(keyword)) return [keyword, renamedIn(part, names, name)]
      if (first === '[]' && (keyword === 'items' || keyword === 'contains')) return [keyword, inside('[]', part)]
      if (keyword === 'required' && Array.isArray(part)) return [keyword, part.map((one) => nameOf(String(one)))]
      if (keyword !== 'properties' || !isRecord(part)) return [keyword, part]
      const entries = Object.entries(part).map(([property, value]) => [nameOf(property), inside(property, value)])
      return [keyword, Object.fromEntries(entries) as unknown]
    }),
  )
}

/** Whether a rule names a question, or what contains it, by a path or in its condition. */
export function namesPath(rule: { [key: string]: unknown }, path: FieldPath): boolean {
  return pathsIn(rule, '').some(([, named]) => isInside(named, path)) || reaches(rule.when, segmentsOf(path))
}

/** The rule with the paths of another node. */
export function withPaths(rule: unknown, path: FieldPath, copied: FieldPath): unknown {
  return pathsIn(rule, '')
    .filter(([, named]) => isInside(named, path))
    .reduce((result, [place, named]) => withValueAt(result, place, copied + named.slice(path.length)), rule)
}
