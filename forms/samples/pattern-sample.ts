/**
 * Makes a text that a regular expression accepts, for the expressions forms use: characters, classes, groups, choices,
 * repetitions, anchors. `null` for anything beyond (look-behind, back references).
 */
export function samplePattern(pattern: string, random: () => number): string | null {
  const reader = { text: Array.from(pattern), at: 0 }
  try {
    const sample = readChoice(reader, random)
    if (reader.at < reader.text.length) return null
    return new RegExp(pattern, 'u').test(sample) ? sample : null
  } catch (cause) {
    if (cause instanceof UnknownSyntax || cause instanceof SyntaxError) return null
    throw cause
  }
}

class UnknownSyntax extends Error {}

type Reader = { text: string[]; at: number }

function peek(reader: Reader) {
  return reader.text[reader.at]
}

function take(reader: Reader): string {
  const character = reader.text[reader.at++]
  if (character === undefined) throw new UnknownSyntax()
  return character
}

function readChoice(reader: Reader, random: () => number): string {
  const options = [readSequence(reader, random)]
  while (peek(reader) === '|') {
    reader.at++
    options.push(readSequence(reader, random))
  }
  return options[Math.floor(random() * options.length)] ?? ''
}

function readSequence(reader: Reader, random: () => number): string {
  let result = ''
  for (let next = peek(reader); next !== undefined && next !== '|' && next !== ')'; next = peek(reader)) {
    const start = reader.at
    const first = readAtom(reader, random)
    const end = reader.at
    const [least, most] = readQuantifier(reader)
    const after = reader.at
    const count = least + Math.floor(random() * (Math.min(most, least + 3) - least + 1))
    for (let index = 0; index < count; index++) {
      if (index === 0) result += first
      else {
        reader.at = start
        result += readAtom(reader, random)
        if (reader.at !== end) throw new UnknownSyntax()
      }
    }
    reader.at = after
  }
  return result
}

function readQuantifier(reader: Reader): [number, number] {
  const next = peek(reader)
  let range: [number, number] = [1, 1]
  if (next === '*') range = [0, 3]
  else if (next === '+') range = [1, 4]
  else if (next === '?') range = [0, 1]
  else if (next === '{') {
    const end = reader.text.indexOf('}', reader.at)
    const match = /^\{(\d+)(,(\d*))?$/.exec(reader.text.slice(reader.at, end).join(''))
    if (!match) throw new UnknownSyntax()
    const least = Number(match[1])
    range = [least, match[2] === undefined ? least : match[3] ? Number(match[3]) : least + 3]
    reader.at = end
  } else return range
  reader.at++
  if (peek(reader) === '?') reader.at++
  return range
}

function readAtom(reader: Reader, random: () => number): string {
  const character = take(reader)
  switch (character) {
    case '^':
    case '$':
      return ''
    case '.':
      return 'a'
    case '(':
      return readGroup(reader, random)
    case '[':
      return pick(readClass(reader), random)
    case '\\':
      return pick(escapeClass(take(reader), reader), random)
    default:
      return character
  }
}

function readGroup(reader: Reader, random: () => number): string {
  let lookahead = false
  if (peek(reader) === '?') {
    reader.at++
    const kind = take(reader)
    if (kind === '=' || kind === '!') lookahead = true
    else if (kind === '<') {
      if (['=', '!'].includes(peek(reader) ?? '')) throw new UnknownSyntax()
      while (take(reader) !== '>');
    } else if (kind !== ':') throw new UnknownSyntax()
  }
  const content = readChoice(reader, random)
  if (take(reader) !== ')') throw new UnknownSyntax()
  return lookahead ? '' : content
}

function between(first: number, last: number) {
  return Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index))
}
const digits = between(48, 57)
const letters = [...between(97, 122), ...between(65, 90)]

function escapeClass(character: string, reader: Reader): string[] {
  switch (character) {
    case 'd':
      return digits
    case 'w':
      return [...letters, ...digits, '_']
    case 's':
      return [' ']
    case 'D':
    case 'W':
      return ['-']
    case 'S':
      return letters
    case 'b':
      return ['']
    case 'n':
      return ['\n']
    case 't':
      return ['\t']
    case 'r':
      return ['\r']
    case 'u': {
      const code = peek(reader) === '{' ? readBraced(reader) : Array.from({ length: 4 }, () => take(reader)).join('')
      return [String.fromCodePoint(Number.parseInt(code, 16))]
    }
    default:
      if (/[A-Za-z0-9]/.test(character)) throw new UnknownSyntax()
      return [character]
  }
}

function readBraced(reader: Reader): string {
  let code = ''
  reader.at++
  for (let next = take(reader); next !== '}'; next = take(reader)) code += next
  return code
}

function readClass(reader: Reader): string[] {
  const negated = peek(reader) === '^'
  if (negated) reader.at++
  const members: string[] = []
  for (let next = take(reader); next !== ']'; next = take(reader)) {
    const [first] = next === '\\' ? [escapeClass(take(reader), reader)] : [[next]]
    if (peek(reader) === '-' && reader.text[reader.at + 1] !== ']' && first.length === 1) {
      reader.at++
      const last = take(reader)
      const end = last === '\\' ? escapeClass(take(reader), reader)[0] : last
      const from = first[0]?.codePointAt(0) ?? 0
      const to = end?.codePointAt(0) ?? 0
      if (to < from) throw new UnknownSyntax()
      members.push(...between(from, Math.min(to, from + 200)))
    } else members.push(...first)
  }
  if (!negated) return members
  return [...letters, ...digits, 'あ', '-', ' '].filter((character) => !members.includes(character))
}

function pick(members: string[], random: () => number): string {
  const member = members[Math.floor(random() * members.length)]
  if (member === undefined) throw new UnknownSyntax()
  return member
}
