import { deepEquals } from '@rjsf/utils'
import type { FieldError } from '../../lib/problem.ts'
import type { StepError, WordedError } from '../validation/validate.ts'

type Deps = {
  /** The current errors of the step by the form's own rules. */
  validate: () => readonly StepError[]
  valueAt: (pointer: string) => unknown
  message: (error: StepError) => string
}

/**
 * The errors of a step and which of them are shown: at a field that was changed and left, at every field after 次へ. A
 * shown error disappears as soon as its field is valid.
 */
export class StepErrors {
  readonly #deps: Deps
  #shown = new Map<string, string>()
  readonly #touched = new Set<string>()
  /** Changed fields that were left before the form has reported the change. */
  readonly #awaiting = new Set<string>()
  /** Fields whose input is not a value (half a date, a pending upload): pointer → code of the error. */
  readonly #unreadable = new Map<string, string>()
  /** Errors of the API, with the value to which they apply. */
  readonly #fromServer = new Map<string, { error: FieldError; value: unknown }>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** The message at a field. */
  at(pointer: string): string | undefined {
    return this.#shown.get(pointer)
  }

  touch(pointer: string): void {
    this.#touched.add(pointer)
  }

  /** The focus has left a field; a changed one is validated once the form has its value. */
  fieldLeft(pointer: string, changed: boolean): void {
    if (changed) this.#awaiting.add(pointer)
    else if (this.#touched.has(pointer)) this.#check([pointer])
  }

  /**
   * The state of an input has changed without its value, e.g. a failed file was removed: a shown error is checked
   * again.
   */
  inputChanged(pointer: string): void {
    if (this.#shown.has(pointer)) this.#check([pointer])
  }

  /** The form has other values: checks shown errors and the fields that were left. */
  formChanged(): void {
    const pointers = [...this.#shown.keys(), ...this.#awaiting]
    this.#awaiting.clear()
    if (pointers.length > 0) this.#check(pointers)
  }

  setUnreadable(pointer: string, code: string | null): void {
    if (code === null) this.#unreadable.delete(pointer)
    else this.#unreadable.set(pointer, code)
  }

  /** Errors of the API are shown at once and stay until the value of their field changes. */
  setServerErrors(errors: readonly FieldError[]): void {
    for (const pointer of this.#fromServer.keys()) this.#shown.delete(pointer)
    this.#fromServer.clear()
    for (const error of errors) {
      this.#fromServer.set(error.pointer, { error, value: this.#deps.valueAt(error.pointer) })
      this.#shown.set(error.pointer, this.#deps.message({ ...error, params: {} }))
    }
  }

  /** Shows the errors that `others` shows, as far as they still apply. */
  continueFrom(others: StepErrors): void {
    for (const [pointer, found] of others.#fromServer) this.#fromServer.set(pointer, found)
    for (const pointer of others.#shown.keys()) this.touch(pointer)
    this.#check([...others.#shown.keys()])
  }

  /** Validates every field and shows the errors. */
  showAll(): WordedError[] {
    const found = this.#found()
    this.#shown = new Map(found.map(({ pointer, message }) => [pointer, message]))
    for (const pointer of this.#shown.keys()) this.#touched.add(pointer)
    return found
  }

  reset(): void {
    this.#shown.clear()
    this.#unreadable.clear()
    this.#fromServer.clear()
  }

  #check(pointers: readonly string[]): void {
    const found = new Map(this.#found().map(({ pointer, message }) => [pointer, message]))
    for (const pointer of pointers) {
      const message = found.get(pointer)
      if (message === undefined) this.#shown.delete(pointer)
      else this.#shown.set(pointer, message)
    }
  }

  #found(): WordedError[] {
    const { validate, valueAt, message } = this.#deps
    const errors = new Map<string, StepError>(validate().map((error) => [error.pointer, error]))
    for (const [pointer, code] of this.#unreadable) errors.set(pointer, { pointer, code, params: {} })
    for (const [pointer, { error, value }] of this.#fromServer) {
      if (!deepEquals(valueAt(pointer), value)) this.#fromServer.delete(pointer)
      else if (!errors.has(pointer)) errors.set(pointer, { ...error, params: {} })
    }
    return [...errors.values()].map((error) => ({ ...error, message: message(error) }))
  }
}
