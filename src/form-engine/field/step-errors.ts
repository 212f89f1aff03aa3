import { deepEquals } from '@rjsf/utils'
import { isIndex, joinPointer, segmentsOf, valueAt } from '../../../form-model/pointer.ts'
import type { FieldError } from '../../lib/problem.ts'
import type { StepError, WordedError } from '../validation/validate.ts'

type Deps = {
  /** The current errors of the step by the form's own rules. */
  validate: () => readonly StepError[]
  valueAt: (pointer: string) => unknown
  /** Whether the form asks for that field under the present answers. */
  isAsked: (pointer: string) => boolean
  message: (error: StepError) => string
}

/** What is known about one field besides its value. */
type FieldState = {
  /** The shown message. */
  shown?: string
  isTouched?: boolean
  /** The field was changed and left before the form reported the change. */
  isAwaited?: boolean
  /** The error of the API, with the value to which it applies. */
  refused?: { error: FieldError; value: unknown }
}

/** Code of the error of an input that is not a value (a pending upload); `null` if it is one, or empty. */
export type Unreadable = () => string | null

/** Where a field is after entries of a list were removed or moved; `null` if it was removed with its entry. */
export type NewPointer = (pointer: string) => string | null

/** @param newPlace the new position of an entry; `null` if it is removed */
export function movedWith(list: string, newPlace: (index: number) => number | null): NewPointer {
  const base = `${list}/`
  return (pointer) => {
    if (!pointer.startsWith(base)) return pointer
    const [index, ...rest] = segmentsOf(pointer.slice(base.length))
    const place = newPlace(Number(index))
    return place === null ? null : rest.reduce(joinPointer, joinPointer(list, place))
  }
}

/** After other answers have replaced these: an entry is recognised by its content, else by its place in an equally long list. */
export function movedBetween(before: unknown, after: unknown): NewPointer {
  return (pointer) => {
    let [old, now] = ['', '']
    for (const segment of segmentsOf(pointer)) {
      const list = valueAt(before, old)
      const place =
        Array.isArray(list) && isIndex(segment) ? placesOf(list, valueAt(after, now))[Number(segment)] : segment
      if (place === undefined) return null
      old = joinPointer(old, segment)
      now = joinPointer(now, place)
    }
    return now
  }
}

/** The place of each entry; undefined if it is gone. No two have the same. */
function placesOf(before: readonly unknown[], after: unknown): (number | undefined)[] {
  if (!Array.isArray(after)) return []
  const free = new Set(after.keys())
  const take = (place: number | undefined) => (place !== undefined && free.delete(place) ? place : undefined)
  const isSame = (entry: unknown, place: number) => deepEquals(entry, after[place])
  const unmoved = before.map((entry, index) => (isSame(entry, index) ? take(index) : undefined))
  const found = unmoved.map((place, index) => place ?? take([...free].find((at) => isSame(before[index], at))))
  return found.map((place, index) => place ?? (after.length === before.length ? take(index) : undefined))
}

/**
 * The errors of a step and which of them are shown: at a field that was changed and left, at every field after 次へ. A
 * shown error disappears as soon as its field is valid, and an input that is not on the page has none.
 */
export class StepErrors {
  readonly #deps: Deps
  #fields = new Map<string, FieldState>()
  /** The controls on the page whose input may be no value. */
  readonly #controls = new Set<{ pointer: string; unreadable: Unreadable }>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** The message at a field. */
  at(pointer: string): string | undefined {
    return this.#fields.get(pointer)?.shown
  }

  touch(pointer: string): void {
    this.#stateOf(pointer).isTouched = true
  }

  /** The focus has left a field; a changed one is validated once the form has its value. */
  fieldLeft(pointer: string, changed: boolean): void {
    const state = this.#stateOf(pointer)
    if (changed) state.isAwaited = true
    else if (state.isTouched) this.#check([pointer])
  }

  /**
   * The state of an input has changed without its value, e.g. a failed file was removed: a shown error is checked
   * again.
   */
  inputChanged(pointer: string): void {
    if (this.at(pointer) !== undefined) this.#check([pointer])
  }

  /** The form has other values: checks shown errors and the fields that were left. */
  formChanged(): void {
    const pointers = this.#where(({ shown, isAwaited }) => shown !== undefined || isAwaited === true)
    for (const state of this.#fields.values()) delete state.isAwaited
    if (pointers.length > 0) this.#check(pointers)
  }

  /** The entries of a list have other places: what is known about their fields moves with them. */
  entriesMoved(newPointer: NewPointer): void {
    const moved = [...this.#fields].map(([pointer, state]) => [newPointer(pointer), state] as const)
    this.#fields = new Map(moved.filter((entry): entry is readonly [string, FieldState] => entry[0] !== null))
  }

  /** A control on the page. Returns a function to call when it is removed. */
  addControl(pointer: string, unreadable: Unreadable): () => void {
    const control = { pointer, unreadable }
    this.#controls.add(control)
    return () => {
      this.#controls.delete(control)
    }
  }

  /** Errors of the API are shown at once and stay until the value of their field changes. */
  setServerErrors(errors: readonly FieldError[]): void {
    for (const state of this.#fields.values()) {
      if (state.refused === undefined) continue
      delete state.refused
      delete state.shown
    }
    for (const error of errors) {
      const state = this.#stateOf(error.pointer)
      state.refused = { error, value: this.#deps.valueAt(error.pointer) }
      state.shown = this.#deps.message({ ...error, params: {} })
    }
  }

  /** Shows the errors that `others` shows, as far as they still apply. */
  continueFrom(others: StepErrors): void {
    for (const [pointer, { shown, refused }] of others.#fields)
      this.#fields.set(pointer, {
        ...(shown === undefined ? {} : { isTouched: true }),
        ...(refused === undefined ? {} : { refused }),
      })
    this.#check(others.#where(({ shown }) => shown !== undefined))
  }

  /** Validates every field and shows the errors. */
  showAll(): WordedError[] {
    const found = this.#found()
    for (const state of this.#fields.values()) delete state.shown
    for (const { pointer, message } of found) Object.assign(this.#stateOf(pointer), { shown: message, isTouched: true })
    return found
  }

  #stateOf(pointer: string): FieldState {
    const known = this.#fields.get(pointer)
    if (known) return known
    const state: FieldState = {}
    this.#fields.set(pointer, state)
    return state
  }

  #where(test: (state: FieldState) => boolean): string[] {
    return [...this.#fields].filter(([, state]) => test(state)).map(([pointer]) => pointer)
  }

  #check(pointers: readonly string[]): void {
    const found = new Map(this.#found().map(({ pointer, message }) => [pointer, message]))
    for (const pointer of pointers) {
      const message = found.get(pointer)
      const state = this.#stateOf(pointer)
      if (message === undefined) delete state.shown
      else state.shown = message
    }
  }

  #found(): WordedError[] {
    const { validate, valueAt, isAsked, message } = this.#deps
    const errors = new Map<string, StepError>(validate().map((error) => [error.pointer, error]))
    for (const { pointer, unreadable } of this.#controls) {
      const code = unreadable()
      if (code !== null) errors.set(pointer, { pointer, code, params: {} })
    }
    for (const [pointer, state] of this.#fields) {
      if (state.refused === undefined) continue
      const { error, value } = state.refused
      if (!deepEquals(valueAt(pointer), value)) delete state.refused
      else if (!errors.has(pointer) && isAsked(pointer)) errors.set(pointer, { ...error, pointer, params: {} })
    }
    return [...errors.values()].map((error) => ({ ...error, message: message(error) }))
  }
}
