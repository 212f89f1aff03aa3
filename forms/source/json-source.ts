import { parseTree, printParseErrorCode } from 'jsonc-parser'
import type { Node, ParseError } from 'jsonc-parser'
import { joinPointer } from '../../form-model/pointer.ts'

export type Position = { line: number; column: number }

/** A JSON file with the text position of every value. */
export type JsonSource = {
  /** Path as it is shown to people. */
  file: string
  text: string
  /** The value of the file, as far as it can be read; `undefined` if nothing can. */
  value: unknown
  syntaxErrors: { reason: string; position: Position }[]
  /** Pointers of keys that occur twice in one object. */
  duplicateKeys: { pointer: string; position: Position }[]
  /** Brackets are nested deeper than any form needs; the value was not read. */
  tooDeep: Position | null
  /** The beginning of a pointer's value, or of its key; if it is missing, of the nearest value above. */
  positionOf(pointer: string, part?: 'key' | 'value'): Position
}

/** Deeper nesting is refused before any recursive code runs on it. */
const deepestNesting = 150

export function parseJsonSource(file: string, text: string): JsonSource {
  const starts = lineStarts(text)
  const at = (offset: number) => positionAt(starts, offset)
  const tooDeep = offsetTooDeep(text)
  const errors: ParseError[] = []
  const root =
    tooDeep === null
      ? parseTree(text.replace(/^\uFEFF/, ' '), errors, { allowTrailingComma: false, disallowComments: true })
      : undefined
  const places = new Map<string, { key: number; value: number }>()
  const duplicateKeys: JsonSource['duplicateKeys'] = []
  const value = root ? read(root, '', root.offset) : undefined

  function read(node: Node, pointer: string, key: number): unknown {
    places.set(pointer, { key, value: node.offset })
    if (node.type === 'array')
      return (node.children ?? []).map((child, index) => read(child, joinPointer(pointer, index), child.offset))
    if (node.type !== 'object') return node.value as unknown
    const entries = new Map<string, unknown>()
    for (const { children } of node.children ?? []) {
      const [name, content] = children ?? []
      if (!name) continue
      const place = joinPointer(pointer, String(name.value))
      if (entries.has(String(name.value))) duplicateKeys.push({ pointer: place, position: at(name.offset) })
      entries.set(String(name.value), content ? read(content, place, name.offset) : undefined)
    }
    // fromEntries defines own properties: a key `__proto__` stays data.
    return Object.fromEntries(entries)
  }

  return {
    file,
    text,
    value,
    syntaxErrors: errors.map(({ error, offset }) => ({ reason: printParseErrorCode(error), position: at(offset) })),
    duplicateKeys,
    tooDeep: tooDeep === null ? null : at(tooDeep),
    positionOf(pointer, part = 'value') {
      for (let place = pointer; ; place = place.slice(0, place.lastIndexOf('/'))) {
        const found = places.get(place)
        if (found) return at(place === pointer ? found[part] : found.value)
        if (place === '') return { line: 1, column: 1 }
      }
    },
  }
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (let offset = text.indexOf('\n'); offset >= 0; offset = text.indexOf('\n', offset + 1)) starts.push(offset + 1)
  return starts
}

/** Line and column count from 1; columns are UTF-16 units, as editors count. */
function positionAt(starts: number[], offset: number): Position {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 }
}

/** Where the nesting becomes deeper than in any form; `null` if it does not. */
export function offsetTooDeep(text: string): number | null {
  let depth = 0
  let inString = false
  for (let offset = 0; offset < text.length; offset++) {
    const character = text[offset]
    if (inString) {
      if (character === '\\') offset++
      else if (character === '"' || character === '\n') inString = false
    } else if (character === '"') inString = true
    else if (character === '{' || character === '[') {
      depth++
      if (depth > deepestNesting) return offset
    } else if (character === '}' || character === ']') depth--
  }
  return null
}
