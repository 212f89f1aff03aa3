import { deepEquals, setByPath } from '@rjsf/utils'
import type { Answers, StepAnswers } from '../../../form-model/definition.ts'
import { joinPointer, segmentsOf, valueAt } from '../../../form-model/pointer.ts'
import { isRecord } from '../../../form-model/record.ts'
import type { FieldError } from '../../lib/problem.ts'
import { withoutEmpty } from '../validation/answers-to-send.ts'
import { fieldId } from '../definition/field-description.ts'
import type { LoadedForm } from '../definition/load-form.ts'
import { errorMessage } from '../validation/messages.ts'
import type { EngineText } from '../validation/messages.ts'
import type { FormUploads } from '../attachments/form-uploads.ts'
import type { Lookups } from './ports.ts'
import type { AttachmentRef } from '../attachments/attachment-storage.ts'
import { requiredPointers, validateStep } from '../validation/validate.ts'
import type { StepError, WordedError } from '../validation/validate.ts'

/** What the surrounding page gives; replaced on every render, so that nothing below needs to be drawn again for it. */
export type StepPorts = {
  answers: Answers
  t: EngineText
  lookups: Lookups
  uploads: FormUploads | undefined
  attachments: readonly AttachmentRef[]
  onInput: (pointer: string, value: unknown) => void
  onCommit: (stepAnswers: StepAnswers) => void
}

type Path = (string | number)[]
export type SetValue = (path: Path, value: unknown) => void

/**
 * The state of one step beside rjsf's: what is being typed, what is wrong and what is required. Fields subscribe to
 * their own part of it, so an error draws one field, not the form.
 */
export class StepEngine {
  readonly form: LoadedForm
  readonly stepId: string
  /** What the page gives now. */
  ports: StepPorts
  /** The committed answers of this step. */
  latest: StepAnswers

  #setValue: SetValue | null = null
  #announcer: HTMLElement | null = null
  #listeners = new Set<() => void>()
  #errors = new Map<string, string>()
  #required: ReadonlySet<string> = new Set()
  #pending = new Map<string, () => void>()
  /** What was typed and is not in the form yet, as it was reported to the page. */
  #typed = new Map<string, unknown>()
  #touched = new Set<string>()
  #awaiting = new Set<string>()
  /** Fields whose text cannot be read as a value (half a date): pointer → code of the error. */
  #unreadable = new Map<string, string>()
  #fromServer = new Map<string, { error: FieldError; value: unknown }>()
  #emitted = new WeakSet<object>()

  constructor(form: LoadedForm, stepId: string, ports: StepPorts) {
    this.form = form
    this.stepId = stepId
    this.ports = ports
    this.latest = ports.answers[stepId] ?? {}
    this.#recomputeRequired()
  }

  setPorts(ports: StepPorts): void {
    const moved = ports.answers !== this.ports.answers
    this.ports = ports
    // What another step on the same page makes required.
    if (moved && this.form.definition.requiredWhen) {
      this.#recomputeRequired()
      this.#notify()
    }
  }

  /** rjsf's way to put a value elsewhere; given while its form stands. */
  attach(setValue: SetValue | null): void {
    this.#setValue = setValue
  }

  /** Fills another field of the step, e.g. with what a look-up found. */
  setValue(path: Path, value: unknown): void {
    this.#setValue?.(path, value)
  }

  attachAnnouncer(element: HTMLElement | null): void {
    this.#announcer = element
  }

  /** Says something to those who do not see the page. */
  announce(message: string): void {
    if (this.#announcer) this.#announcer.textContent = message
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  errorAt(pointer: string): string | undefined {
    return this.#errors.get(pointer)
  }

  isRequired(pointer: string): boolean {
    return this.#required.has(pointer)
  }

  /** Answers of all steps with this step's latest. */
  whole(): Answers {
    return { ...this.ports.answers, [this.stepId]: this.latest }
  }

  /** What stands in a field now, typed or committed. */
  shownAt(pointer: string): unknown {
    return this.#typed.has(pointer) ? this.#typed.get(pointer) : valueAt(this.whole(), pointer)
  }

  idOf(pointer: string): string {
    return fieldId(pointer)
  }

  pointerOf(path: readonly (string | number)[]): string {
    return path.reduce<string>((pointer, segment) => joinPointer(pointer, segment), joinPointer('', this.stepId))
  }

  /** Each `input` of a field: goes to the draft at once; `commit` hands it to the form later (blur, flush). */
  input(pointer: string, value: unknown, commit: () => void): void {
    this.#touched.add(pointer)
    this.#pending.set(pointer, commit)
    this.#typed.set(pointer, value)
    this.ports.onInput(pointer, value)
  }

  isPending(pointer: string): boolean {
    return this.#pending.has(pointer)
  }

  settle(pointer: string): void {
    this.#pending.delete(pointer)
  }

  touch(pointer: string): void {
    this.#touched.add(pointer)
  }

  /** The focus has left a field that was changed: it is checked once its value is in the form. */
  left(pointer: string, changed: boolean): void {
    if (changed) this.#awaiting.add(pointer)
    else if (this.#touched.has(pointer)) this.#check([pointer])
  }

  /** `code` = why the text is no value; `null` = it is one, or empty. */
  setUnreadable(pointer: string, code: string | null): void {
    if (code === null) this.#unreadable.delete(pointer)
    else this.#unreadable.set(pointer, code)
  }

  commitPending(): void {
    const commits = [...this.#pending.values()]
    this.#pending.clear()
    for (const commit of commits) commit()
  }

  /** rjsf has taken over a change. */
  changed(data: unknown): void {
    const cleaned = withoutEmpty(data)
    this.latest = isRecord(cleaned) ? cleaned : {}
    for (const pointer of this.#typed.keys()) if (!this.#pending.has(pointer)) this.#typed.delete(pointer)
    this.#recomputeRequired()
    const shown = [...this.#errors.keys(), ...this.#awaiting]
    this.#awaiting.clear()
    if (shown.length > 0) this.#check(shown)
    else this.#notify()
    // A change elsewhere, e.g. by a look-up, takes nothing back of what is being typed.
    const given = this.#typed.size === 0 ? this.latest : this.#withTyped()
    this.#emitted.add(this.latest).add(given)
    this.ports.onCommit(given)
  }

  /** Whether these answers are what the page got from here, so that nothing typed is thrown away for an echo. */
  isOwn(answers: StepAnswers | undefined): boolean {
    return answers === undefined
      ? Object.keys(this.latest).length === 0
      : this.#emitted.has(answers) || this.#isSame(answers, this.latest) || this.#isSame(answers, this.#withTyped())
  }

  #isSame(answers: StepAnswers, own: StepAnswers): boolean {
    return deepEquals(withoutEmpty(answers), withoutEmpty(own))
  }

  /** The latest answers with what is being typed: what a page has that keeps every keystroke. */
  #withTyped(): StepAnswers {
    const latest = structuredClone(this.latest)
    for (const [pointer, value] of this.#typed) setByPath(latest, segmentsOf(pointer).slice(1), value)
    const cleaned = withoutEmpty(latest)
    return isRecord(cleaned) ? cleaned : {}
  }

  replace(answers: StepAnswers): void {
    this.latest = answers
    this.#pending.clear()
    this.#typed.clear()
    this.#errors.clear()
    this.#unreadable.clear()
    this.#fromServer.clear()
    this.#recomputeRequired()
  }

  /** What a provider found wrong; stays at its field until the value there changes. */
  setServerErrors(errors: readonly FieldError[]): void {
    for (const pointer of this.#fromServer.keys()) this.#errors.delete(pointer)
    this.#fromServer.clear()
    const base = joinPointer('', this.stepId)
    for (const error of errors) {
      if (error.pointer !== base && !error.pointer.startsWith(`${base}/`)) continue
      this.#fromServer.set(error.pointer, { error, value: valueAt(this.whole(), error.pointer) })
      this.#errors.set(error.pointer, this.message(error))
    }
    this.#notify()
  }

  message(error: FieldError & { params?: { [name: string]: unknown } }): string {
    return errorMessage(this.form, error, this.ports.t)
  }

  /** Checks everything and shows it. */
  validate(): WordedError[] {
    const found = this.#found()
    this.#errors = new Map(found.map((error) => [error.pointer, error.message]))
    for (const pointer of this.#errors.keys()) this.#touched.add(pointer)
    this.#notify()
    return found
  }

  #found(): WordedError[] {
    const errors = new Map<string, StepError>(
      validateStep(this.form, this.stepId, this.whole()).map((error) => [error.pointer, error]),
    )
    for (const [pointer, code] of this.#unreadable) {
      errors.set(pointer, { pointer, code, params: {} })
    }
    for (const [pointer, { error, value }] of this.#fromServer) {
      if (!deepEquals(valueAt(this.whole(), pointer), value)) this.#fromServer.delete(pointer)
      else if (!errors.has(pointer)) errors.set(pointer, { ...error, params: {} })
    }
    return [...errors.values()].map((error) => ({ ...error, message: this.message(error) }))
  }

  #check(pointers: readonly string[]): void {
    const found = new Map(this.#found().map((error) => [error.pointer, error.message]))
    for (const pointer of pointers) {
      const message = found.get(pointer)
      if (message === undefined) this.#errors.delete(pointer)
      else this.#errors.set(pointer, message)
    }
    this.#notify()
  }

  #recomputeRequired(): void {
    this.#required = new Set(requiredPointers(this.form, this.stepId, this.whole()))
  }

  #notify(): void {
    for (const listener of this.#listeners) listener()
  }
}
