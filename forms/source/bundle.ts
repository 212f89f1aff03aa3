import { existsSync } from 'node:fs'
import path from 'node:path'
import type { JsonSchema } from '../../form-model/definition.ts'
import { isRecord, recordOf } from '../../form-model/record.ts'
import { decodedFragment, joinPointer, valueAt } from '../../form-model/pointer.ts'
import { toDraft07 } from './draft-07.ts'
import type { Problem } from './finding.ts'
import type { JsonSource } from './json-source.ts'
import { readJson } from './reading-problems.ts'
import { openKeywords, mapSubschemas } from '../../form-model/schema-walk.ts'
import { isInside } from './inside-folder.ts'

/** The original place of a schema in the bundle. */
export type Place = { source: JsonSource; pointer: string }

/** Reads the files that references name; one reader for each form, so that each file is read once. */
export type Bundler = {
  /** A schema without references to other places (except recursive ones), in draft-07 keywords. */
  bundle(schema: unknown, place: Place, base: string): JsonSchema
  /** The value that a reference names, as it is written; `null`, and a problem, without one. */
  find(ref: string, place: Place): (Place & { value: unknown }) | null
  /** The original place of a schema in a bundle, or of one of its keywords. */
  placeOf(schema: object, keyword?: string): Place | null
  /** Its place, and that of the schema which a reference there names. */
  placesOf(schema: object): Place[]
  /** The shared file whose whole content is this schema of a bundle. */
  partOf(schema: object): string | null
  problems: Problem[]
  /** Every file of schemas read so far, the form itself first. */
  sources(): JsonSource[]
  /** Absolute paths of all files read. */
  files: Set<string>
}

const annotations = new Set(['title', 'description', 'default', 'examples', '$comment', 'readOnly', 'deprecated'])
/** A limit above what a form of 300 fields needs: references to references can multiply until memory is full. */
const maxSchemas = 20_000

type Target = { source: JsonSource; pointer: string; value: unknown; base: string }

/** `root` is the file at which all references start; references may not leave the folder `limit`. */
export function createBundler(options: {
  root: { source: JsonSource; file: string }
  shown: (file: string) => string
  limit: string
  /** Converts a schema whose sub-schemas have been converted already; default: to draft-07 keywords. */
  transform?: (schema: JsonSchema, place: Place) => JsonSchema
  /** Whether a keyword has an effect beside a reference; default: each has. */
  countsBesideRef?: (keyword: string, place: Place) => boolean
}): Bundler {
  const { transform = toDraft07, countsBesideRef = () => true } = options
  const sources = new Map<string, JsonSource | null>([[options.root.file, options.root.source]])
  const fileOf = new Map<JsonSource, string>([[options.root.source, options.root.file]])
  const places = new WeakMap<object, Place>()
  const referred = new WeakMap<object, object>()
  const parts = new WeakMap<object, string>()
  const problems: Problem[] = []
  const files = new Set<string>()

  function readSource(file: string): JsonSource | null {
    const known = sources.get(file)
    if (known !== undefined) return known
    files.add(file)
    if (!existsSync(file)) {
      sources.set(file, null)
      return null
    }
    const { source, problems: found } = readJson(file, options.shown)
    sources.set(file, source)
    fileOf.set(source, file)
    problems.push(...found)
    return source
  }

  /** A local `#/…` is resolved in the step's schema first (`base`), then in the file. */
  function resolve(ref: string, from: Target): Target | null {
    const refuse = (rule: 'remote-ref' | 'outside-ref' | 'missing-ref') => {
      problems.push({ rule, source: from.source, pointer: joinPointer(from.pointer, '$ref'), params: { ref } })
      return null
    }
    const [file = '', fragment = ''] = ref.split('#', 2)
    if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(ref)) return refuse('remote-ref')
    if (fragment !== '' && !fragment.startsWith('/')) return refuse('missing-ref')
    const pointer = decodedFragment(fragment)
    if (file === '') {
      for (const base of new Set([from.base, ''])) {
        const value = valueAt(from.source.value, base + pointer)
        if (value !== undefined) return { source: from.source, pointer: base + pointer, value, base }
      }
      return refuse('missing-ref')
    }
    const target = path.resolve(path.dirname(fileOf.get(from.source) ?? options.root.file), file)
    if (!isInside(target, options.limit)) return refuse('outside-ref')
    const source = readSource(target)
    const value = source ? valueAt(source.value, pointer) : undefined
    return source && value !== undefined ? { source, pointer, value, base: '' } : refuse('missing-ref')
  }

  function bundle(schema: unknown, place: Place, base: string): JsonSchema {
    const recursive = new Map<string, { name: string; target: Target; result?: JsonSchema }>()
    let count = 0

    function expand(target: Target, active: ReadonlyMap<string, boolean>): unknown {
      const { source, pointer, value } = target
      if (!isRecord(value)) return value
      count++
      if (count > maxSchemas) {
        if (count === maxSchemas + 1)
          problems.push({ rule: 'too-many-fields', source, pointer, params: { count: maxSchemas, limit: 300 } })
        return {}
      }
      const { $ref, ...rest } = value
      if (typeof $ref !== 'string') return expandOwn(target, active)
      const beside = Object.entries(rest).filter(([keyword]) =>
        countsBesideRef(keyword, { source, pointer: joinPointer(pointer, keyword) }),
      )
      const own = expandOwn({ ...target, value: Object.fromEntries(beside) }, active)
      return combine(follow($ref, target, active), own, { source, pointer })
    }

    function expandOwn(
      { source, pointer, value, base: from }: Target,
      active: ReadonlyMap<string, boolean>,
    ): JsonSchema {
      if (!isRecord(value)) return {}
      const { $defs: _defs, definitions: _definitions, ...plain } = value
      const children = mapSubschemas(plain, pointer, (part, place, keyword) => {
        const startsEmpty = openKeywords.has(keyword) && !(Number(plain.minItems) > 0)
        const inside = startsEmpty ? new Map([...active].map(([key]) => [key, true])) : active
        return expand({ source, pointer: place, value: part, base: from }, inside)
      })
      const result = transform(children, { source, pointer })
      places.set(result, { source, pointer })
      return result
    }

    function follow($ref: string, from: Target, active: ReadonlyMap<string, boolean>): unknown {
      const target = resolve($ref, from)
      if (!target) return {}
      const key = `${target.source.file}#${target.pointer}`
      const known = recursive.get(key)
      if (known) return { $ref: `#/definitions/${known.name}` }
      const crossedList = active.get(key)
      if (crossedList === undefined) {
        const result = expand(target, new Map([...active, [key, false]]))
        if (target.pointer === '' && isRecord(result) && target.source !== from.source) {
          const copy = { ...result }
          places.set(copy, { source: target.source, pointer: '' })
          parts.set(copy, fileOf.get(target.source) ?? '')
          return copy
        }
        return result
      }
      if (!crossedList) {
        problems.push({
          rule: 'endless-ref',
          source: from.source,
          pointer: joinPointer(from.pointer, '$ref'),
          params: { ref: $ref },
        })
        return {}
      }
      const name = `part${recursive.size + 1}`
      recursive.set(key, { name, target })
      return { $ref: `#/definitions/${name}` }
    }

    function combine(target: unknown, own: JsonSchema, place: Place): unknown {
      if (Object.keys(own).length === 0) return target
      const result =
        isRecord(target) && target.$ref === undefined && Object.keys(own).every((keyword) => annotations.has(keyword))
          ? { ...target, ...own }
          : { allOf: [target, own] }
      if (isRecord(target)) referred.set(result, target)
      const part = isRecord(target) ? parts.get(target) : undefined
      if (part !== undefined && !('allOf' in result && Object.keys(result).length === 1)) parts.set(result, part)
      places.set(result, place)
      return result
    }

    const root = expand({ source: place.source, pointer: place.pointer, value: schema, base }, new Map())
    const result: JsonSchema = recordOf(root)
    for (const entry of recursive.values()) {
      const expanded = expand(entry.target, new Map())
      entry.result = recordOf(expanded)
    }
    if (recursive.size === 0) return result
    const definitions = Object.fromEntries([...recursive.values()].map(({ name, result: part }) => [name, part ?? {}]))
    const whole = { ...result, definitions }
    places.set(whole, place)
    return whole
  }

  return {
    bundle,
    find: (ref, place) => resolve(ref, { ...place, value: undefined, base: '' }),
    placeOf(schema, keyword) {
      const place = places.get(schema)
      if (!place || keyword === undefined) return place ?? null
      const pointer = joinPointer(place.pointer, keyword)
      return valueAt(place.source.value, pointer) === undefined ? place : { source: place.source, pointer }
    },
    placesOf(schema) {
      const place = places.get(schema)
      const target = referred.get(schema)
      return [...(place ? [place] : []), ...(target ? this.placesOf(target) : [])]
    },
    partOf: (schema) => parts.get(schema) ?? null,
    problems,
    sources: () => [...sources.values()].filter((source) => source !== null),
    files,
  }
}
