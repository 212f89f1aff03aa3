import { isRecord } from '../../form-model/record.ts'

/** Whether a value from outside (JSON, storage, a message) has the type. */
export type Guard<T> = (value: unknown) => value is T

export type Guarded<G> = G extends Guard<infer T> ? T : never

type Shaped<Guards> = {
  [Key in keyof Guards as undefined extends Guarded<Guards[Key]> ? never : Key]: Guarded<Guards[Key]>
} & {
  [Key in keyof Guards as undefined extends Guarded<Guards[Key]> ? Key : never]?: Guarded<Guards[Key]>
}

export function isString(value: unknown): value is string {
  return typeof value === 'string'
}

export function isNumber(value: unknown): value is number {
  return typeof value === 'number'
}

export function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean'
}

export function oneOf<T extends string | boolean>(allowed: readonly T[]): Guard<T> {
  return (value): value is T => allowed.some((each) => each === value)
}

export function optional<T>(fits: Guard<T>): Guard<T | undefined> {
  return (value): value is T | undefined => value === undefined || fits(value)
}

export function nullable<T>(fits: Guard<T>): Guard<T | null> {
  return (value): value is T | null => value === null || fits(value)
}

export function listOf<T>(fits: Guard<T>): Guard<T[]> {
  return (value): value is T[] => Array.isArray(value) && value.every(fits)
}

/** An object with at least these properties. */
export function shape<Guards extends Record<string, Guard<unknown>>>(guards: Guards): Guard<Shaped<Guards>> {
  return (value): value is Shaped<Guards> =>
    isRecord(value) && Object.entries(guards).every(([key, fits]) => fits(value[key]))
}

/** An object with a `kind` of the table and at least the properties of this kind. */
export function oneKindOf<Kinds extends Record<string, Record<string, Guard<unknown>>>>(
  kinds: Kinds,
): Guard<{ [Kind in keyof Kinds]: { kind: Kind } & Shaped<Kinds[Kind]> }[keyof Kinds]> {
  return (value): value is never => {
    if (!isRecord(value) || !isString(value.kind) || !Object.hasOwn(kinds, value.kind)) return false
    return shape(kinds[value.kind] ?? {})(value)
  }
}

/** The value of a JSON text, or null if it is not JSON or has another shape. */
export function readJson<T>(text: string | null, fits: Guard<T>): T | null {
  if (text === null) return null
  try {
    const value: unknown = JSON.parse(text)
    return fits(value) ? value : null
  } catch {
    return null
  }
}
