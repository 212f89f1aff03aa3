import { choiceName, choicesOf, readText, textPointer } from '../edit/commands.ts'
import type { Say, StudioLanguage } from './studio-texts.ts'
import { joinPointer, parentOf, segmentsOf } from '../../form-model/pointer.ts'
import type { FormFiles } from '../edit/commands.ts'
import { labelWithoutText } from '../edit/node-labels.ts'
import { allNodes, formTree, pathToNode } from '../edit/form-tree.ts'
import type { FormNode } from '../edit/form-tree.ts'
import type { Place } from '../edit/move-node.ts'
import { listOf, withLists } from '../edit/shared-lists.ts'
import { conditionWords } from '../differences/condition-words.ts'
import { readValue, unreadableAt } from '../edit/json-text.ts'
import { serviceJson } from '../edit/fees.ts'
import { feeSamplesFile } from '../source/find-sources.ts'
import { historyFile } from '../source/history-file.ts'
import { tenantFile } from '../source/tenant-source.ts'
import { toolLanguages } from '../source/tool-languages.ts'

/** `null` while form.json is not valid JSON. `files` have the lists of choices that it refers to. */
export function safeTree(text: string, files: FormFiles = {}): FormNode[] | null {
  return unreadableAt(text) === null ? formTree(withLists(readValue(text, ''), files)) : null
}

export function labelOf(files: FormFiles, tree: readonly FormNode[] | null, path: string): string {
  const node = pathToNode(tree ?? [], path).at(-1)
  if (!node) return path
  const text = readText(files, 'ja', textPointer(node, 'label'))
  return text === '' ? labelWithoutText(node) : text
}

/** `field` is the question of a text that has no place of its own. */
export type PlacedFinding = { file: string; pointer: string; field?: string | undefined }

/** Finds the node that a finding is about, from the finding's place in form.json or its path in the texts. */
export function findingPlaces(
  tree: readonly FormNode[],
  /** The questions of rules beside the steps, by the pointers of the rules. */
  rules: ReadonlyMap<string, string> = new Map(),
): (finding: PlacedFinding) => string | null {
  const inForm = new Map<string, string>()
  const inTexts = new Map<string, string>()
  // A node comes before those inside it, which may share a place with it and are more precise.
  for (const node of allNodes(tree)) {
    const places = node.kind === 'step' ? [node.holderPointer] : [node.schemaPointer, node.uiPointer]
    for (const place of places) inForm.set(place, node.path)
    // The first question that a condition shows.
    const [, branching] = /^(.*)\/(?:then|else)(?:\/(?:properties|items|allOf)\b|$)/.exec(node.holderPointer) ?? []
    const condition = `${branching ?? ''}/if`
    if (branching !== undefined && !inForm.has(condition)) inForm.set(condition, node.path)
    inTexts.set(textPointer(node, 'label').replace(/\/(?:label|title)$/, ''), node.path)
  }
  const known = new Set(inForm.values())
  for (const [pointer, path] of rules) if (known.has(path)) inForm.set(pointer, path)
  return ({ file, pointer, field }) => {
    if (isTextsFile(file)) return nearest(inTexts, pointer) ?? (field === undefined ? null : nodeAround(known, field))
    return file.endsWith('/form.json') ? nearest(inForm, pointer) : null
  }
}

/**
 * A file of a finding as the studio knows it: its path in the folder of the form, or the description of its service.
 * `null` for a file that other forms share.
 * @param form the folder of the form, or its last names
 */
export function ownFile(form: string, file: string): string | null {
  const inside = `/${file}`.split(`/${form}/`)[1]
  if (inside !== undefined) return inside
  return `/${file}`.endsWith(`/${form.slice(0, form.lastIndexOf('/'))}/${serviceJson}`) ? serviceJson : null
}

/** The text at a pointer, or the first one below it. */
export type TextToWrite = { pointer: string; language: string }

/** Where an author corrects what a finding is about. */
export type EditPlace =
  | { kind: 'node'; path: string }
  | ({ kind: 'text' } & TextToWrite)
  | { kind: 'fees' | 'samples' | 'service' | 'tenant' | 'approval' | 'structure' }
  | { kind: 'json'; file: string }
  | { kind: 'elsewhere' }

/** Rules about the whole form: authors remove or move questions in the structure. */
const ofWholeForm: ReadonlySet<string> = new Set([
  'too-large',
  'file-too-large',
  'too-many-fields',
  'too-deep',
  'folder-name',
  'unknown-file',
  'not-fillable',
])

/** The place of a finding in the studio; the JSON editor only for what nothing else shows. */
export function editPlace(
  { rule, file, pointer, field }: PlacedFinding & { rule: string },
  form: string,
  placeOf: (finding: PlacedFinding) => string | null,
): EditPlace {
  const own = ownFile(form, file)
  const path = placeOf({ file, pointer, field })
  if (own === null && file.endsWith(`/${tenantFile}`)) return { kind: 'tenant' }
  if (own === null && file.endsWith('.fees.json')) return { kind: 'fees' }
  if (own === null) return path === null ? { kind: 'elsewhere' } : { kind: 'node', path }
  if (own === serviceJson) return { kind: 'service' }
  if (own === feeSamplesFile) return { kind: 'fees' }
  if (own === historyFile) return { kind: 'approval' }
  if (/^(?:in)?valid\//.test(own)) return { kind: 'samples' }
  const language = /^texts\.([\w-]+)\.json$/.exec(own)?.[1]
  if (language !== undefined) {
    const [part = '', , key = ''] = segmentsOf(pointer)
    if (part === 'fee') return { kind: 'fees' }
    // The properties of a question have these texts in the languages of the tool.
    const isInProperties = path !== null && key !== 'errors' && toolLanguages.some((known) => known === language)
    if (isInProperties) return { kind: 'node', path }
    return { kind: 'text', pointer: rule === 'no-about' ? '/about' : pointer, language }
  }
  if (path !== null) return { kind: 'node', path }
  if (/^\/(?:fee|delivery)(?:\/|$)/.test(pointer)) return { kind: 'fees' }
  if (/^\/booking(?:\/|$)/.test(pointer)) return { kind: 'service' }
  if (rule === 'sample-missing') return { kind: 'samples' }
  return ofWholeForm.has(rule) ? { kind: 'structure' } : { kind: 'json', file: own }
}

function isTextsFile(file: string): boolean {
  return /\/texts\.[\w-]+\.json$/.test(file)
}

/** The path of the innermost node around a question, which may be in a shared part. */
function nodeAround(known: ReadonlySet<string>, field: string): string | null {
  for (let path = field; path !== ''; path = parentOf(path)) if (known.has(path)) return path
  return null
}

/** The path at the longest beginning of a pointer. */
function nearest(paths: ReadonlyMap<string, string>, pointer: string): string | null {
  for (let place = pointer; place !== ''; place = parentOf(place)) {
    const path = paths.get(place)
    if (path !== undefined) return path
  }
  return null
}

/** Where residents see a text: the page before the form, a fee, or the step or question at a path. */
export type TextPlace = { kind: 'about' } | { kind: 'fees' } | { kind: 'node'; path: string }

/** The place of a text of `texts.*.json`; a text of the whole form is shown above its first step. */
export function textPlace(tree: readonly FormNode[], pointer: string): TextPlace {
  const [part] = segmentsOf(pointer)
  if (part === 'about') return { kind: 'about' }
  if (part === 'fee') return { kind: 'fees' }
  return { kind: 'node', path: findingPlaces(tree)({ file: '/texts.ja.json', pointer }) ?? tree[0]?.path ?? '' }
}

export type Direction = 'up' | 'down' | 'in' | 'out'

/**
 * The next place in a direction. Up and down also cross the border of a step; `in` is the group before the node, `out`
 * is the place after the surrounding group. `null` if there is none.
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

/** A node that is dropped before, after or inside another one. */
export type Drop = { draggedNode: string; targetNode: string; position: string }

/** The place at which a node is dropped. */
export function placeOfDrop(tree: readonly FormNode[], { draggedNode, targetNode, position }: Drop): Place | null {
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
      const isListed = node !== undefined && listOf(node) !== null
      const listed = isListed ? choicesOf(files, node).find((choice) => choice.value === value)?.ja : undefined
      const text =
        listed ?? (node ? readText(files, 'ja', joinPointer(textPointer(node, 'options'), String(value))) : '')
      if (text !== '') return text
      return typeof value === 'boolean' ? (value ? 'はい' : 'いいえ') : String(value)
    },
  })
}

export type Answer = { answer: string | boolean; text: string }

/** The answers that a question offers, with their labels. */
export function answersIn(files: FormFiles, field: FormNode, say: Say): Answer[] {
  if (field.kind === 'yes-no' || field.kind === 'consent')
    // A consent is only accepted if it is given.
    return (field.schema.const === true ? [true] : [true, false]).map((answer) => {
      const text = readText(files, 'ja', `${textPointer(field, 'options')}/${String(answer)}`)
      return { answer, text: text === '' ? say(answer ? 'yes' : 'no') : text }
    })
  return choicesOf(files, field).map((choice) => ({ answer: choice.value, text: choiceName(choice) }))
}
