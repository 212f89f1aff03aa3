import { arrayOf, recordOf } from '../../form-model/record.ts'
import { joinPointer, parentOf, segmentsOf } from '../../form-model/pointer.ts'
import { addEntry, edit, setRequired, treeOf } from '../edit/commands.ts'
import type { FormFiles } from '../edit/commands.ts'
import { allNodes, insideOf, pathToNode } from '../edit/form-tree.ts'
import { insertEntry, readValue, removeValue, removeWithEmpty, renameProperty, setValue } from '../edit/json-text.ts'
import { changeLimit } from '../edit/limits.ts'
import { nearestOf } from '../rules/nearest.ts'
import type { FixableFinding } from './fix.ts'
import { conditionAround, removeUnknownPart } from './unknown-parts.ts'

/** Adds the questions that are missing from the order, after the others. */
export function completeOrder(files: FormFiles, { file, pointer }: FixableFinding): FormFiles {
  return edit(files, file, (text) => {
    const order = readValue(text, pointer)
    return Array.isArray(order) && !order.includes('*') ? insertEntry(text, pointer, '*') : text
  })
}

/** Corrects the name of a question in the layout. A name that resembles none is removed: it has no effect. */
export function correctLayoutName(files: FormFiles, { file, pointer }: FixableFinding): FormFiles {
  if (file !== 'form.json') return files
  const isInOrder = parentOf(pointer).endsWith('/ui:order')
  const layout = isInOrder ? parentOf(parentOf(pointer)) : parentOf(pointer)
  const group = allNodes(treeOf(files)).find((node) => insideOf(node).uiPointer === layout)
  return edit(files, file, (text) => {
    const named = isInOrder ? readValue(text, parentOf(pointer)) : Object.keys(recordOf(readValue(text, layout)))
    const used = arrayOf(named).map(String)
    const free = group?.children.map(({ name }) => name).filter((name) => !used.includes(name)) ?? []
    const written = isInOrder ? String(readValue(text, pointer)) : (segmentsOf(pointer).at(-1) ?? '')
    const { nearest } = nearestOf(written, free)
    if (nearest === undefined) return removeValue(text, pointer)
    return isInOrder ? setValue(text, pointer, nearest) : renameProperty(text, pointer, nearest)
  })
}

/** Corrects the path of a question where it resembles only a known one. */
export function correctPath(files: FormFiles, { file, pointer }: FixableFinding): FormFiles {
  if (file !== 'form.json' || conditionAround(pointer) !== null) return files
  return edit(files, file, (text) => {
    const written = readValue(text, pointer)
    const paths = allNodes(treeOf(files)).flatMap(({ kind, path }) => (kind === 'step' ? [] : [path]))
    const { nearest } = typeof written === 'string' ? nearestOf(written, paths) : {}
    return nearest === undefined ? text : setValue(text, pointer, nearest)
  })
}

/** Whether what names a missing question can be removed: a part of a condition, a whole rule, or the appointment. */
export function isRemovable(pointer: string): boolean {
  return conditionAround(pointer) !== null || ruleAround(pointer) !== null
}

function ruleAround(pointer: string): string | null {
  const [rule = null] =
    /^(?:\/(?:checks|requiredWhen)\/\d+|\/renamed\/[^/]+|\/booking(?:\/time)?)(?=\/|$)/.exec(pointer) ?? []
  return rule
}

/** Corrects a path; without a similar one, removes the part of a condition or the rule that names a missing question. */
export function correctOrRemovePath(files: FormFiles, finding: FixableFinding): FormFiles {
  const { file, pointer } = finding
  if (conditionAround(pointer) !== null) return removeUnknownPart(files, finding)
  const corrected = correctPath(files, finding)
  const rule = ruleAround(pointer)
  if (file !== 'form.json' || rule === null || corrected['form.json'] !== files['form.json']) return corrected
  return edit(files, file, (text) =>
    rule.startsWith('/booking') ? removeValue(text, rule) : removeWithEmpty(text, rule),
  )
}

/** A condition then holds only after the question is answered. */
export function requireAnswer(files: FormFiles, { file, pointer }: FixableFinding): FormFiles {
  const [properties, name] = [parentOf(pointer), segmentsOf(pointer).at(-1) ?? '']
  if (!properties.endsWith('/properties')) return files
  const list = joinPointer(parentOf(properties), 'required')
  return edit(files, file, (text) => {
    const required = readValue(text, list)
    return Array.isArray(required) && required.includes(name) ? text : addEntry(text, list, name)
  })
}

/** Requires the question of a fee and the groups around it, up to the entry of its list. */
export function requireFeeAnswer(files: FormFiles, { pointer }: FixableFinding): FormFiles {
  const { answer, byAnswer, byAnswers } = recordOf(readValue(files['form.json'] ?? '{}', pointer))
  const paths = [answer, byAnswer, ...arrayOf(byAnswers)]
  const nodes = paths.flatMap((path) => {
    const trail = typeof path === 'string' ? pathToNode(treeOf(files), path) : []
    return trail.slice(trail.findLastIndex(({ kind }) => kind === 'list' || kind === 'step') + 1)
  })
  return nodes.reduce((result, node) => setRequired(result, node, true), files)
}

/** Requires an entry of each list, or a number above 0, that a fee counts. */
export function requireOne(files: FormFiles, { pointer }: FixableFinding): FormFiles {
  const path = String(readValue(files['form.json'] ?? '{}', pointer)).replace(/\/\[\]$/, '')
  const trail = pathToNode(treeOf(files), path)
  const around = pointer.endsWith('/forEach') ? 'step' : 'list'
  return trail
    .slice(trail.findLastIndex(({ kind }) => kind === 'step' || kind === around) + 1)
    .reduce((result, node) => {
      const required = setRequired(result, node, true)
      if (node.kind === 'list') return changeLimit(required, node, 'minItems', 1)
      const { multipleOf } = node.schema
      const least = typeof multipleOf === 'number' ? Math.min(1, multipleOf) : 1
      return node.path === path ? changeLimit(required, node, 'minimum', least) : required
    }, files)
}
