import { getNodeValue, parseTree } from 'jsonc-parser'
import type { Node, ParseError } from 'jsonc-parser'
import { joinPointer, parentOf, segmentsOf } from '../../form-model/pointer.ts'
import { isRecord } from '../../form-model/record.ts'
import { offsetTooDeep } from '../source/json-source.ts'

/**
 * Changes of a JSON text that leave every other byte as the author wrote it. A new value gets the layout of its
 * siblings: on lines of their own with the same indent, or within one line.
 */

/** The text cannot be read as JSON, or has nothing at the pointer. */
class JsonTextError extends Error {
  override readonly name = 'JsonTextError'
  /** The offset at which the text stops being valid JSON. */
  readonly offset: number

  constructor(message: string, offset = 0) {
    super(message)
    this.offset = offset
  }
}

/** The offset at which a text is not valid JSON, or is nested too deeply for a form; `null` if it can be read. */
export function unreadableAt(text: string): number | null {
  try {
    rootOf(text)
    return null
  } catch (cause) {
    if (cause instanceof JsonTextError) return cause.offset
    throw cause
  }
}

/** The text if it can be read, otherwise one with nothing in it: the findings include what is wrong. */
export function readable(text = '{}'): string {
  return unreadableAt(text) === null ? text : '{}'
}

/** The offset at which the property or the entry of a pointer begins; `null` if there is none. */
export function offsetOf(text: string, pointer: string): number | null {
  const node = find(rootOf(text), segmentsOf(pointer))
  return node ? (node.parent?.type === 'property' ? node.parent.offset : node.offset) : null
}

/** Sets the value at a pointer and adds missing parent objects. A new property comes after `after`, or last. */
export function setValue(text: string, pointer: string, value: unknown, after?: string): string {
  const root = rootOf(text)
  const segments = segmentsOf(pointer)
  const known = find(root, segments)
  if (known) {
    if (printed(known) === JSON.stringify(value)) return text
    return replace(text, known.offset, known.length, print(value, layoutOf(text, known)))
  }
  let depth = segments.length - 1
  while (depth > 0 && !find(root, segments.slice(0, depth))) depth -= 1
  const parent = find(root, segments.slice(0, depth))
  const [name, ...below] = segments.slice(depth)
  if (parent?.type !== 'object' || name === undefined) throw new JsonTextError(`Cannot add anything at ${pointer}`)
  const nested = below.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value)
  return insertChild(text, parent, placeAfter(parent, after), nested, name)
}

/** Sets the value at a pointer; `undefined` removes it. */
export function putValue(text: string, pointer: string, value: unknown): string {
  return value === undefined ? removeValue(text, pointer) : setValue(text, pointer, value)
}

/** Sets a value and leaves what is equal as it is written. New properties are where the value has them. */
export function synchronized(text: string, pointer: string, value: unknown, after?: string): string {
  if (value === undefined) return removeValue(text, pointer)
  const before = readValue(text, pointer)
  if (!isRecord(value) || !isRecord(before)) return setValue(text, pointer, value, after)
  const wanted = Object.keys(value)
  const gone = Object.keys(before).filter((name) => !Object.hasOwn(value, name))
  const bare = gone.reduce((json, name) => removeValue(json, joinPointer(pointer, name)), text)
  return wanted.reduce(
    (json, name, index) => synchronized(json, joinPointer(pointer, name), value[name], wanted[index - 1]),
    bare,
  )
}

/**
 * A value as the author wrote it, with the indent of its first line removed from the others; `undefined` if missing.
 */
export function writtenValue(text: string, pointer: string): string | undefined {
  const node = find(rootOf(text), segmentsOf(pointer))
  if (!node) return undefined
  const indent = indentAt(text, node.offset)
  const lines = text.slice(node.offset, node.offset + node.length).split('\n')
  return lines.map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line)).join('\n')
}

/** Adds a written value as a property of an object, which is created if it is missing. */
export function insertWritten(text: string, pointer: string, name: string, written: string, after?: string): string {
  const whole = find(rootOf(text), segmentsOf(pointer)) ? text : setValue(text, pointer, {})
  const parent = need(whole, pointer)
  return insertContent(whole, parent, placeAfter(parent, after), ({ isInline, indent }) => {
    const value =
      isInline && written.includes('\n') ? inline(JSON.parse(written)) : written.replaceAll('\n', `\n${indent}`)
    return `${JSON.stringify(name)}: ${value}`
  })
}

/** Gives a property another name in its place. */
export function renameProperty(text: string, pointer: string, name: string): string {
  const key = find(rootOf(text), segmentsOf(pointer))?.parent?.children?.[0]
  return key ? replace(text, key.offset, key.length, JSON.stringify(name)) : text
}

/** Inserts an entry into a list; at its end without an index. */
export function insertEntry(text: string, pointer: string, value: unknown, index?: number): string {
  const list = need(text, pointer)
  if (list.type !== 'array') throw new JsonTextError(`${pointer} is not a list`)
  return insertChild(text, list, index ?? list.children?.length ?? 0, value)
}

/** Removes the property or the entry at a pointer. A pointer without a target leaves the text unchanged. */
export function removeValue(text: string, pointer: string): string {
  const node = find(rootOf(text), segmentsOf(pointer))
  if (!node?.parent) return text
  const child = node.parent.type === 'property' ? node.parent : node
  const siblings = child.parent?.children ?? []
  const index = siblings.indexOf(child)
  const before = siblings[index - 1]
  const after = siblings[index + 1]
  const end = child.offset + child.length
  if (after) return replace(text, child.offset, after.offset - child.offset, '')
  if (before) return replace(text, before.offset + before.length, end - before.offset - before.length, '')
  const holder = child.parent
  return holder ? replace(text, holder.offset + 1, holder.length - 2, '') : text
}

/** Removes a value, and the list or the object around it if nothing else is in it. */
export function removeWithEmpty(text: string, pointer: string): string {
  const [removed, holder] = [removeValue(text, pointer), parentOf(pointer)]
  const left = readValue(removed, holder)
  const isEmpty = typeof left === 'object' && left !== null && Object.keys(left).length === 0
  return isEmpty ? removeValue(removed, holder) : removed
}

/** Removes all properties of a pointer but the last one, whose value is the one that readers of JSON use. */
export function removeRepeated(text: string, pointer: string): string {
  const segments = segmentsOf(pointer)
  const properties = find(rootOf(text), segments.slice(0, -1))?.children ?? []
  const named = properties.filter(({ children }) => children?.[0]?.value === segments.at(-1))
  return named.slice(0, -1).reduceRight((result, property) => {
    const next = properties[properties.indexOf(property) + 1]
    return next ? replace(result, property.offset, next.offset - property.offset, '') : result
  }, text)
}

/** Moves an entry of a list without changing its text. */
export function moveEntry(text: string, pointer: string, from: number, to: number): string {
  const entries = need(text, pointer).children ?? []
  const moved = entries[from]
  if (!moved || !entries[to] || from === to) return text
  const order = entries.filter((entry) => entry !== moved)
  order.splice(to, 0, moved)
  // Swaps the texts of the entries; the text between them stays.
  return entries.reduceRight((result, entry, index) => {
    const source = order[index] ?? entry
    const own = text.slice(source.offset, source.offset + source.length)
    return replace(result, entry.offset, entry.length, own)
  }, text)
}

/** The value at a pointer, as JSON of the text; `undefined` if there is none. */
export function readValue(text: string, pointer: string): unknown {
  const node = find(rootOf(text), segmentsOf(pointer))
  return node ? (JSON.parse(printed(node)) as unknown) : undefined
}

function replace(text: string, offset: number, length: number, content: string): string {
  return text.slice(0, offset) + content + text.slice(offset + length)
}

/** The most recently parsed texts: the page of a form reads hundreds of values from each. */
const parsed = new Map<string, Node>()
const maxParsed = 12

function rootOf(text: string): Node {
  const known = parsed.get(text)
  if (known) return known
  const tooDeep = offsetTooDeep(text)
  if (tooDeep !== null) throw new JsonTextError('The text is nested too deeply', tooDeep)
  const errors: ParseError[] = []
  const root = parseTree(text.replace(/^\uFEFF/, ' '), errors, { allowTrailingComma: false, disallowComments: true })
  if (!root || errors.length > 0) throw new JsonTextError('The text is not JSON', errors[0]?.offset)
  const [oldest] = parsed.keys()
  if (parsed.size >= maxParsed && oldest !== undefined) parsed.delete(oldest)
  parsed.set(text, root)
  return root
}

function need(text: string, pointer: string): Node {
  const node = find(rootOf(text), segmentsOf(pointer))
  if (!node) throw new JsonTextError(`Nothing exists at ${pointer}`)
  return node
}

function find(root: Node, segments: readonly string[]): Node | undefined {
  let node: Node | undefined = root
  for (const segment of segments) {
    if (node?.type === 'array')
      node = /^(?:0|[1-9][0-9]*)$/.test(segment) ? node.children?.[Number(segment)] : undefined
    else if (node?.type === 'object')
      node = node.children?.find(({ children }) => children?.[0]?.value === segment)?.children?.[1]
    else return undefined
  }
  return node
}

function printed(node: Node): string {
  return JSON.stringify(getNodeValue(node))
}

function placeAfter(parent: Node, after: string | undefined): number {
  const children = parent.children ?? []
  const index = children.findIndex(({ children: parts }) => parts?.[0]?.value === after)
  return index < 0 ? children.length : index + 1
}

/** The layout of the values around a place. */
type Layout = { unit: string; eol: string; indent: string; isInline: boolean }

function insertChild(text: string, parent: Node, index: number, value: unknown, name?: string): string {
  const key = name === undefined ? '' : `${JSON.stringify(name)}: `
  return insertContent(text, parent, index, (layout) => key + print(value, layout))
}

function insertContent(text: string, parent: Node, index: number, contentIn: (layout: Layout) => string): string {
  const children = parent.children ?? []
  const layout = childLayout(text, parent)
  if (parent.type === 'array' && layout.isInline && !layoutOf(text, parent).isInline) {
    const entries = children.map(({ offset, length }) => text.slice(offset, offset + length))
    if (entries.every((entry) => !entry.includes('\n'))) return spread(text, parent, entries, index, contentIn)
  }
  const content = contentIn(layout)
  const lineBreak = layout.isInline ? ' ' : layout.eol + layout.indent
  const next = children[index]
  if (next) return replace(text, next.offset, 0, `${content},${lineBreak}`)
  const last = children.at(-1)
  if (last) return replace(text, last.offset + last.length, 0, `,${lineBreak}${content}`)
  const around = layout.isInline ? (parent.type === 'object' ? ' ' : '') : null
  const inside =
    around === null ? `${lineBreak}${content}${layout.eol}${indentAt(text, parent.offset)}` : around + content + around
  return replace(text, parent.offset + 1, parent.length - 2, inside)
}

/** Writes a list that was on one line with a line for each entry. */
function spread(
  text: string,
  list: Node,
  entries: readonly string[],
  index: number,
  contentIn: (layout: Layout) => string,
): string {
  const own = layoutOf(text, list)
  const indent = own.indent + own.unit
  const all = entries.toSpliced(index, 0, contentIn({ ...own, indent }))
  const lineBreak = own.eol + indent
  return replace(text, list.offset, list.length, `[${lineBreak}${all.join(`,${lineBreak}`)}${own.eol}${own.indent}]`)
}

function childLayout(text: string, parent: Node): Layout {
  const first = parent.children?.[0]
  const own = indentAt(text, parent.offset)
  const base = { unit: unitOf(text), eol: text.includes('\r\n') ? '\r\n' : '\n' }
  if (!first) return { ...base, indent: own + base.unit, isInline: !text.includes('\n') }
  const isInline = !text.slice(parent.offset, first.offset).includes('\n')
  return { ...base, indent: isInline ? own : indentAt(text, first.offset), isInline }
}

/** The layout of a value that replaces another. */
function layoutOf(text: string, node: Node): Layout {
  const holder = node.parent?.type === 'property' ? node.parent.parent : node.parent
  if (holder) return childLayout(text, holder)
  return { unit: unitOf(text), eol: text.includes('\r\n') ? '\r\n' : '\n', indent: '', isInline: false }
}

/** The white space at the beginning of the line of an offset. */
function indentAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1
  return /^[ \t]*/.exec(text.slice(start))?.[0] ?? ''
}

function unitOf(text: string): string {
  return /\n([ \t]+)\S/.exec(text)?.[1] ?? '  '
}

/** Each entry of a list gets a line, so that two authors who add one seldom change the same line. */
function print(value: unknown, { unit, eol, indent, isInline }: Layout): string {
  return isInline ? inline(value) : JSON.stringify(value, null, unit).replaceAll('\n', eol + indent)
}

function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined)
  if (entries.length === 0) return '{}'
  return `{ ${entries.map(([key, inner]) => `${JSON.stringify(key)}: ${inline(inner)}`).join(', ')} }`
}
