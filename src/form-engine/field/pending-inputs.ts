import { setByPath } from '@rjsf/utils'
import type { StepAnswers } from '../../../form-model/definition.ts'
import { segmentsOf } from '../../../form-model/pointer.ts'

/**
 * Typed values that are not in the form yet. An input is pending until its field passes the value to the form (on blur
 * or by `commitAll`); its typed value is used until the form has reported a change.
 */
export class PendingInputs {
  readonly #commits = new Map<string, () => void>()
  readonly #values = new Map<string, unknown>()

  /** @param commit passes the value to the form */
  type(pointer: string, value: unknown, commit: () => void): void {
    this.#commits.set(pointer, commit)
    this.#values.set(pointer, value)
  }

  isPending(pointer: string): boolean {
    return this.#commits.has(pointer)
  }

  /** The field passes its value to the form by itself. */
  clearPending(pointer: string): void {
    this.#commits.delete(pointer)
  }

  commitAll(): void {
    const commits = [...this.#commits.values()]
    this.#commits.clear()
    for (const commit of commits) commit()
  }

  /** The form has applied a change: it now has every value that is not pending. */
  formChanged(): void {
    for (const pointer of this.#values.keys()) if (!this.isPending(pointer)) this.#values.delete(pointer)
  }

  get isEmpty(): boolean {
    return this.#values.size === 0
  }

  /** The typed value, else the one of the form. */
  valueAt(pointer: string, inForm: () => unknown): unknown {
    return this.#values.has(pointer) ? this.#values.get(pointer) : inForm()
  }

  /** A step's answers with the text being typed. */
  addTo(answers: StepAnswers): StepAnswers {
    const typed = structuredClone(answers)
    for (const [pointer, value] of this.#values) setByPath(typed, segmentsOf(pointer).slice(1), value)
    return typed
  }

  reset(): void {
    this.#commits.clear()
    this.#values.clear()
  }
}
