import { choicesOf, readText, textPointer } from '../edit/commands.ts'
import type { Say, StudioLanguage } from './studio-texts.ts'
import { joinPointer } from '../../form-model/pointer.ts'
import type { FormFiles } from '../edit/commands.ts'
import { allNodes, formTree, pathToNode } from '../edit/form-tree.ts'
import type { FormNode } from '../edit/form-tree.ts'
import type { Place } from '../edit/move-node.ts'
import { conditionWords } from '../differences/condition-words.ts'
import { JsonTextError, readValue } from '../edit/json-text.ts'

/** `null` while form.json is not valid JSON. */
export function safeTree(text: string): FormNode[] | null {
  try {
    return formTree(readValue(text, ''))
  } catch (cause) {
    if (cause instanceof JsonTextError) return null
    throw cause
  }
}

export function labelOf(files: FormFiles, tree: readonly FormNode[] | null, path: string): string {
  const node = pathToNode(tree ?? [], path).at(-1)
  if (!node) return path
  const text = readText(files, 'ja', textPointer(node, 'label'))
  return text === '' ? (partLabels[partOf(node)] ?? node.name) : text
}

function partOf({ schema }: FormNode): string {
  return typeof schema.$ref === 'string' ? (/([\w-]+)\.schema\.json$/.exec(schema.$ref)?.[1] ?? '') : ''
}

/** Labels of shared parts that the form does not override. */
const partLabels: { [part: string]: string } = {
  'person-name': '氏名',
  address: '住所',
  'birth-date': '生年月日',
  phone: '電話番号',
  email: 'メールアドレス',
}

/** The node of a finding: by its place in form.json, or by its path in the texts. */
export function pathOfFinding(
  tree: readonly FormNode[],
  { file, pointer }: { file: string; pointer: string },
): string | null {
  const all = allNodes(tree)
  if (/\/texts\.\w+\.json$/.test(file)) {
    const named = all.filter((node) => pointer.startsWith(textPointer(node, 'label').replace(/\/(?:label|title)$/, '')))
    return longest(named, (node) => node.path)
  }
  if (!file.endsWith('/form.json')) return null
  const around = all.filter(({ schemaPointer, holderPointer, uiPointer, kind }) =>
    (kind === 'step' ? [holderPointer] : [schemaPointer, uiPointer]).some(
      (place) => pointer === place || pointer.startsWith(`${place}/`),
    ),
  )
  return longest(around, (node) => node.path)
}

function longest(nodes: readonly FormNode[], text: (node: FormNode) => string): string | null {
  return nodes.reduce<string | null>(
    (best, node) => (text(node).length > (best ?? '').length ? text(node) : best),
    null,
  )
}

export type Direction = 'up' | 'down' | 'in' | 'out'

/**
 * The next place in a direction, up and down also over the border of a step; `in` is the group before the node, `out`
 * is after the group around it. `null` if there is none.
 */
export function placeTowards(tree: readonly FormNode[], path: string, direction: Direction): Place | null {
  const trail = pathToNode(tree, path)
  const [node, group] = [trail.at(-1), trail.at(-2)]
  if (!node) return null
  const siblings = group?.children ?? tree
  const parent = group?.path ?? ''
  const index = siblings.indexOf(node)
  if (direction === 'in') {
    const before = siblings[index - 1]
    return before && group && ['group', 'list'].includes(before.kind)
      ? { parent: before.path, index: before.children.length }
      : null
  }
  if (direction === 'out') {
    const around = trail.at(-3)
    return group && around ? { parent: around.path, index: around.children.indexOf(group) + 1 } : null
  }
  const to = direction === 'up' ? index - 1 : index + 1
  if (siblings[to]) return { parent, index: to }
  if (group?.kind !== 'step') return null
  const step = tree[tree.indexOf(group) + (direction === 'up' ? -1 : 1)]
  return step ? { parent: step.path, index: direction === 'up' ? step.children.length : 0 } : null
}

/** Where a node is dropped. */
export function placeOfDrop(
  tree: readonly FormNode[],
  { draggedNode, targetNode, position }: { draggedNode: string; targetNode: string; position: string },
): Place | null {
  const trail = pathToNode(tree, targetNode)
  const [target, group] = [trail.at(-1), trail.at(-2)]
  if (!target) return null
  const others = (nodes: readonly FormNode[]) => nodes.filter((node) => node.path !== draggedNode)
  if (position === 'inside') return { parent: target.path, index: others(target.children).length }
  const index = others(group?.children ?? tree).indexOf(target)
  return { parent: group?.path ?? '', index: position === 'before' ? index : index + 1 }
}

/** The labels from the step to the node. */
export function trailLabel(files: FormFiles, tree: readonly FormNode[], path: string): string {
  const trail = pathToNode(tree, path)
  return trail.length === 0 ? path : trail.map((node) => labelOf(files, tree, node.path)).join(' › ')
}

/** A condition in words; `null` if it has none. */
export function conditionText(
  files: FormFiles,
  tree: readonly FormNode[],
  schema: unknown,
  base: string,
  language: StudioLanguage,
): string | null {
  return conditionWords(schema, base, {
    language,
    label: (path) => labelOf(files, tree, path.replace(/\/\[\]$/, '')),
    option(path, value) {
      const node = pathToNode(tree, path.replace(/\/\[\]$/, '')).at(-1)
      const text = node ? readText(files, 'ja', joinPointer(textPointer(node, 'options'), String(value))) : ''
      if (text !== '') return text
      return typeof value === 'boolean' ? (value ? 'はい' : 'いいえ') : String(value)
    },
  })
}

export type Answer = { answer: string | boolean; text: string }

/** The answers that a question offers, with their labels. */
export function answersIn(files: FormFiles, field: FormNode, say: Say): Answer[] {
  if (field.kind === 'yes-no' || field.kind === 'consent')
    return [true, false].map((answer) => {
      const text = readText(files, 'ja', `${textPointer(field, 'options')}/${String(answer)}`)
      return { answer, text: text === '' ? say(answer ? 'yes' : 'no') : text }
    })
  return choicesOf(files, field).map(({ value, ja }) => ({ answer: value, text: ja === '' ? value : ja }))
}

export function serviceIsReadable(text: string): boolean {
  return safeTree(text) !== null
}
