import { deepEquals, setByPath } from '@rjsf/utils'
import { flushSync } from 'react-dom'
import { withoutEmpty } from '../../../form-model/answers.ts'
import type { Answers, StepAnswers } from '../../../form-model/definition.ts'
import { isInside, joinPointer, pointerOf, segmentsOf, valueAt } from '../../../form-model/pointer.ts'
import { isRecord } from '../../../form-model/record.ts'
import type { FieldError } from '../../lib/problem.ts'
import type { AttachmentRef } from '../attachments/attachment-storage.ts'
import type { FormUploads } from '../attachments/form-uploads.ts'
import { fieldId } from '../definition/field-description.ts'
import type { LoadedForm } from '../definition/load-form.ts'
import { isAsked } from '../validation/answers-to-send.ts'
import { errorMessage } from '../validation/messages.ts'
import type { EngineText } from '../validation/messages.ts'
import { requiredPointers, validateStep } from '../validation/validate.ts'
import type { WordedError } from '../validation/validate.ts'
import type { Lookups } from './ports.ts'
import { StepErrors, movedBetween, movedWith } from './step-errors.ts'
import type { NewPointer, Unreadable } from './step-errors.ts'
import { announcedMs } from '../../lib/clock.ts'
import { createListeners } from '../../lib/signal.ts'

/** Values from the page around the step; replaced on every render without rendering the fields again. */
export type StepDeps = {
  answers: Answers
  t: EngineText
  lookups: Lookups
  uploads: FormUploads | undefined
  attachments: readonly AttachmentRef[]
  onInput: (pointer: string, value: unknown) => void
  onCommit: (stepAnswers: StepAnswers) => void
  onEntriesMoved: (newPointer: NewPointer) => void
}

type Path = (string | number)[]
export type SetValue = (path: Path, value: unknown) => void

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

/**
 * The state of one step that rjsf does not have: typed text, errors and required fields. Fields subscribe to their own
 * part of it, so an error renders one field, not the form.
 */
export class StepEngine {
  readonly form: LoadedForm
  readonly stepId: string
  deps: StepDeps
  /** rjsf's answers of this step. */
  latest: StepAnswers
  /** How often other answers have replaced these. */
  replacements = 0

  readonly #pending = new PendingInputs()
  readonly #errors: StepErrors
  readonly #listeners = createListeners()
  #required: ReadonlySet<string> = new Set()
  #setValue: SetValue | null = null
  #announcer: HTMLElement | null = null
  #emptying: ReturnType<typeof setTimeout> | undefined
  #serverErrors: readonly FieldError[] | null = null
  /** The answers that were passed to the page, to recognise them when the page passes them back. */
  readonly #emitted = new WeakSet()
  /** Answers of the page that rjsf has not reported yet. */
  #replacement: StepAnswers | undefined

  constructor(form: LoadedForm, stepId: string, deps: StepDeps) {
    this.form = form
    this.stepId = stepId
    this.deps = deps
    this.latest = deps.answers[stepId] ?? {}
    this.#errors = new StepErrors({
      validate: () => validateStep(form, stepId, this.whole()),
      valueAt: (pointer) => valueAt(this.whole(), pointer),
      isAsked: (pointer) => isAsked(form, this.whole(), pointer),
      message: (error) => this.message(error),
    })
    this.#recomputeRequired()
  }

  /**
   * The step of the same form in another language or version; shown errors stay if they still apply. Text that no field
   * has passed to the form yet stays too: the browser may have filled it in, so no field was left. Answers of another
   * version are converted with it.
   */
  inForm(form: LoadedForm, deps: StepDeps): StepEngine {
    const engine = new StepEngine(form, this.stepId, deps)
    if (form.definition.formVersion === this.form.definition.formVersion) {
      engine.latest = this.#withTyped()
      engine.#recomputeRequired()
    }
    engine.#errors.continueFrom(this.#errors)
    engine.#serverErrors = this.#serverErrors
    return engine
  }

  setDeps(deps: StepDeps): void {
    const moved = deps.answers !== this.deps.answers
    this.deps = deps
    // Required by answers of another step on the same page.
    if (moved && this.form.definition.requiredWhen) {
      this.#recomputeRequired()
      this.#notify()
    }
  }

  /** Sets values through rjsf's form; `null` once that form is gone. */
  attach(setValue: SetValue | null): void {
    this.#setValue = setValue
  }

  /** Fills another field of the step, e.g. with the result of a look-up. */
  setValue(path: Path, value: unknown): void {
    this.#setValue?.(path, value)
  }

  attachAnnouncer(element: HTMLElement | null): void {
    this.#announcer = element
  }

  /** Announces a message to screen readers. */
  announce(message: string): void {
    clearTimeout(this.#emptying)
    if (this.#announcer) this.#announcer.textContent = message
    if (message !== '') this.#emptying = setTimeout(() => this.announce(''), announcedMs)
  }

  subscribe = this.#listeners.subscribe

  errorAt(pointer: string): string | undefined {
    return this.#errors.at(pointer)
  }

  /** Whether the shown error of a field does not apply to its typed value. */
  isCorrected(pointer: string): boolean {
    if (this.errorAt(pointer) === undefined) return false
    const typed = { ...this.whole(), [this.stepId]: this.#withTyped() }
    return validateStep(this.form, this.stepId, typed).every((error) => error.pointer !== pointer)
  }

  isRequired(pointer: string): boolean {
    return this.#required.has(pointer)
  }

  /** Answers of all steps with this step's latest. */
  whole(): Answers {
    return { ...this.deps.answers, [this.stepId]: this.latest }
  }

  /** The value of a field, typed or committed. */
  shownAt(pointer: string): unknown {
    return this.#pending.valueAt(pointer, () => valueAt(this.whole(), pointer))
  }

  idOf(pointer: string): string {
    return fieldId(pointer)
  }

  pointerOf(path: readonly (string | number)[]): string {
    return pointerOf([this.stepId, ...path])
  }

  /** Each `input` event: the page gets the value at once, the form when the field is left or the step is committed. */
  input(pointer: string, value: unknown, commit: () => void): void {
    this.#errors.touch(pointer)
    this.#pending.type(pointer, value, commit)
    this.deps.onInput(pointer, value)
  }

  isPending(pointer: string): boolean {
    return this.#pending.isPending(pointer)
  }

  clearPending(pointer: string): void {
    this.#pending.clearPending(pointer)
  }

  commitPending(): void {
    this.#pending.commitAll()
  }

  touch(pointer: string): void {
    this.#errors.touch(pointer)
  }

  fieldLeft(pointer: string, changed: boolean): void {
    this.#errors.fieldLeft(pointer, changed)
    this.#notify()
  }

  /** A control on the page whose input may be no value. Returns a function to call when it is removed. */
  addControl(pointer: string, unreadable: Unreadable): () => void {
    return this.#errors.addControl(pointer, unreadable)
  }

  /** Call before an entry of a list is removed: the state of its fields goes with it, that of later ones moves up. */
  removeEntry(list: string, index: number): void {
    this.#entriesMove(movedWith(list, (at) => (at === index ? null : at > index ? at - 1 : at)))
    this.deps.uploads?.drop(joinPointer(list, index))
  }

  /** Call before two entries of a list change places. */
  swapEntries(list: string, one: number, other: number): void {
    this.#entriesMove(movedWith(list, (at) => (at === one ? other : at === other ? one : at)))
  }

  /** Everything about fields that this step keeps by pointer. Pending text gets into the form first. */
  #entriesMove(newPointer: NewPointer): void {
    flushSync(() => this.commitPending())
    this.#errors.entriesMoved(newPointer)
    this.deps.onEntriesMoved(newPointer)
  }

  /** The state of an input has changed without its value. */
  inputChanged(pointer: string): void {
    this.#errors.inputChanged(pointer)
    this.#notify()
  }

  /** rjsf has applied a change. */
  formChanged(data: unknown): void {
    this.latest = asAnswers(data)
    this.#pending.formChanged()
    this.#recomputeRequired()
    this.#errors.formChanged()
    this.#notify()
    // A change elsewhere, e.g. by a look-up, does not undo the text being typed.
    const given = this.#pending.isEmpty ? this.latest : this.#withTyped()
    this.#emitted.add(this.latest).add(given)
    const isGiven = isSame(given, this.#replacement)
    this.#replacement = undefined
    if (!isGiven) this.deps.onCommit(given)
  }

  /** Whether the page passes back answers that came from here; replacing the fields would lose the text being typed. */
  isOwn(answers: StepAnswers | undefined): boolean {
    if (answers === undefined) return Object.keys(this.latest).length === 0
    return this.#emitted.has(answers) || isSame(answers, this.latest) || isSame(answers, this.#withTyped())
  }

  /** Shows answers from elsewhere in the present fields: errors, and input that is not a value, stay at what has not changed. */
  replace(answers: StepAnswers): void {
    const newPointer = movedBetween(this.whole(), { ...this.whole(), [this.stepId]: answers })
    this.latest = answers
    this.#pending.reset()
    this.#replacement = answers
    this.replacements += 1
    this.#errors.entriesMoved(newPointer)
    this.deps.onEntriesMoved(newPointer)
    this.setValue([], answers)
  }

  /** The API's errors of this step. */
  setServerErrors(errors: readonly FieldError[]): void {
    // The same ones apply to the answers of that time, not to corrected ones.
    if (errors === this.#serverErrors) return
    this.#serverErrors = errors
    const base = joinPointer('', this.stepId)
    this.#errors.setServerErrors(errors.filter(({ pointer }) => isInside(pointer, base)))
    this.#notify()
  }

  message(error: FieldError & { params?: { [name: string]: unknown } }): string {
    return errorMessage(this.form, error, this.deps.t)
  }

  /** Validates every field and shows the errors. */
  validate(): WordedError[] {
    const found = this.#errors.showAll()
    this.#notify()
    return found
  }

  #withTyped(): StepAnswers {
    return asAnswers(this.#pending.addTo(this.latest))
  }

  #recomputeRequired(): void {
    this.#required = new Set(requiredPointers(this.form, this.stepId, this.whole()))
  }

  #notify(): void {
    this.#listeners.notify()
  }
}

function isSame(one: StepAnswers, other: StepAnswers | undefined): boolean {
  return other !== undefined && deepEquals(asAnswers(one), asAnswers(other))
}

function asAnswers(data: unknown): StepAnswers {
  const cleaned = withoutEmpty(data)
  return isRecord(cleaned) ? cleaned : {}
}
