import type { AnswerError } from '../../../form-model/definition.ts'
import type { SchemaError } from '../../../form-model/interpreter.ts'
import { isInside, joinPointer } from '../../../form-model/pointer.ts'

const unions = new Set(['oneOf', 'anyOf'])

/**
 * Converts the errors of a step's schema into errors of answers: pointers below `base`, a missing property at its own place, formats by
 * name, one error for each place; of `oneOf`/`anyOf` only the intended branch, and the union itself only if nothing
 * below it says more.
 */
export function answerErrors(raw: readonly SchemaError[], base: string): AnswerError[] {
  const errors = new Map<string, AnswerError>()
  for (const error of withoutNoise(raw).map((one) => toAnswerError(one, base))) {
    const known = errors.get(error.pointer)
    if (!known || rank(error.keyword) < rank(known.keyword)) errors.set(error.pointer, error)
  }
  const found = [...errors.values()]
  return found.filter(
    ({ pointer, keyword }) => !unions.has(keyword) || !found.some((other) => other.pointer.startsWith(`${pointer}/`)),
  )
}

/** Smaller = more useful to the user: a missing answer first, then its type, then its limits. */
function rank(keyword: string): number {
  const order = ['required', 'type', 'discriminator', 'enum', 'const']
  const index = order.indexOf(keyword)
  if (index >= 0) return index
  if (unions.has(keyword)) return order.length + 2
  return keyword === 'uniqueItems' || keyword === 'minProperties' ? order.length + 1 : order.length
}

function toAnswerError({ instancePath, keyword, params }: SchemaError, base: string): AnswerError {
  const pointer = `${base}${instancePath}`
  const { missingProperty, format, tag } = params
  switch (keyword) {
    case 'required':
    case 'dependencies':
      return typeof missingProperty === 'string'
        ? { pointer: joinPointer(pointer, missingProperty), keyword: 'required', params: {} }
        : { pointer, keyword: 'required', params: {} }
    case 'format':
      return { pointer, keyword: typeof format === 'string' ? format : 'format', params }
    case 'discriminator': {
      const place = typeof tag === 'string' ? joinPointer(pointer, tag) : pointer
      return { pointer: place, keyword: params.tagValue === undefined ? 'required' : 'enum', params: {} }
    }
    case 'additionalProperties':
    case 'propertyNames':
      return { pointer, keyword: 'unknown', params }
    default:
      return { pointer, keyword, params }
  }
}

/** A union's branches are reduced to the intended one. */
function withoutNoise(raw: readonly SchemaError[]): SchemaError[] {
  let errors = [...raw]
  // The innermost unions come last in the list; first, so that the branches of an outer one are already reduced.
  for (const union of errors.filter(({ keyword }) => unions.has(keyword)).toReversed()) {
    const branches = branchesOf(union, errors)
    if (branches.size === 0) continue
    const meant = meantBranch(union, [...branches.values()])
    const inBranches = new Set([...branches.values()].flat())
    const kept = new Set(meant ?? [])
    errors = errors.filter((error) => (inBranches.has(error) ? kept.has(error) : meant === null || error !== union))
  }
  return errors
}

/** The errors of each branch of a union, by the branch's index in the schema. */
function branchesOf(union: SchemaError, errors: readonly SchemaError[]): Map<string, SchemaError[]> {
  const branches = new Map<string, SchemaError[]>()
  const prefix = `${union.schemaPath}/`
  for (const error of errors) {
    if (!error.schemaPath.startsWith(prefix) || !isInside(error.instancePath, union.instancePath)) continue
    const branch = error.schemaPath.slice(prefix.length).split('/')[0] ?? ''
    branches.set(branch, [...(branches.get(branch) ?? []), error])
  }
  return branches
}

/**
 * The branch whose constants all match, if there is exactly one: the user has chosen it. `null` = undecided; the union
 * itself is the message.
 */
function meantBranch(union: SchemaError, branches: SchemaError[][]): SchemaError[] | null {
  const isTag = ({ keyword, instancePath }: SchemaError) =>
    (keyword === 'const' || keyword === 'enum' || keyword === 'type') &&
    instancePath.slice(union.instancePath.length).split('/').length <= 2
  const fitting = branches.filter((errors) => !errors.some(isTag))
  const [only] = fitting
  return fitting.length === 1 && only ? only : null
}
