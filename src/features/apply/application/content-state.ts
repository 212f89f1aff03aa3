import { isSame } from '../../../../form-model/canonical.ts'
import { segmentsOf, valueAt } from '../../../../form-model/pointer.ts'
import type { Answers } from '../../../../form-model/definition.ts'
import type { Profile, UnplacedAnswer } from '../../../api/generated/api.schemas.ts'
import { attachmentsOf, isEmpty, withAnswer } from '../../../../form-model/answers.ts'
import type { Leaf } from '../../../../form-model/answers.ts'
import { carryOver } from '../../../form-engine/answers/carry-over.ts'
import type { Difference } from '../../../form-engine/answers/carry-over.ts'
import { prefilled } from '../../../form-engine/answers/prefill.ts'
import { unplacedAnswer, withUnplaced } from '../../../form-engine/answers/unplaced.ts'
import type { FieldError } from '../../../lib/problem.ts'
import type { DraftContent } from '../draft/draft.ts'
import { withoutSecrets } from '../draft/without-secrets.ts'
import type { FormRules } from './application-deps.ts'

export type Content = {
  /** Every keystroke included. */
  typed: DraftContent
  /** Committed answers without text being typed, so that typing causes no render. */
  content: DraftContent
  /** Counts replacements from outside: the form is rendered again. */
  revision: number
  /** The user's last change (RFC 3339), at which the draft's week begins. */
  changedAt: string
  /** An error applies only to the value for which the API reported it. */
  refusedAnswers: Answers
  serverErrors: readonly FieldError[]
  /** When the continued copy was saved; null for a new application. */
  resumedFrom: string | null
  /** There was a draft, but its week is over. */
  expired: boolean
  /** The returned application that the expired draft was to replace; null without one. */
  lostOrigin: string | null
  /** Fields to check since the form changed. */
  differences: readonly Difference[]
  /** The registered answers that have followed a change of the profile; JSON Pointers. */
  followed: readonly string[]
}

export function emptyContent(formVersion: string): DraftContent {
  return { formVersion, answers: {}, step: null, shippingAddress: null, unplaced: [], registered: [], reapplyOf: null }
}

export function startContent(draft: DraftContent, changedAt: string): Content {
  const unanswered = { resumedFrom: null, expired: false, lostOrigin: null, ...nothingChanged, serverErrors: [] }
  return { ...unanswered, changedAt, typed: draft, content: draft, revision: 0, refusedAnswers: draft.answers }
}

/** Other answers than those about which the notices of changes speak. */
export const nothingChanged: Pick<Content, 'differences' | 'followed'> = { differences: [], followed: [] }

/** The notices of changes about answers that are the same in that draft. */
export function stillDifferent({ typed, differences }: Content, { answers }: DraftContent): typeof nothingChanged {
  const isSameIn = ({ pointer }: Difference) => isSame(valueAt(typed.answers, pointer), valueAt(answers, pointer))
  return { ...nothingChanged, differences: differences.filter(isSameIn) }
}

/** A registered answer that the user changes is one of the user. */
export function edited(typed: DraftContent, answers: Answers, step: string | null): DraftContent {
  return { ...typed, answers, step, registered: unchanged(typed, answers) }
}

function unchanged({ registered, answers: before }: DraftContent, answers: Answers): string[] {
  return registered.filter((pointer) => isSame(valueAt(before, pointer), valueAt(answers, pointer)))
}

export function inBoth<State extends Content>(state: State, part: Partial<DraftContent>): State {
  return { ...state, typed: { ...state.typed, ...part }, content: { ...state.content, ...part } }
}

export function replaced<State extends Content>(state: State, draft: DraftContent, now: string): State {
  const revision = state.revision + 1
  return { ...state, typed: draft, content: draft, changedAt: now, revision, serverErrors: [] }
}

/** Shows typed text, without the errors of corrected answers. */
export function stepLeft<State extends Content>(state: State): State {
  const { typed, refusedAnswers, serverErrors } = state
  const isCorrected = ({ pointer }: FieldError) =>
    !isSame(valueAt(refusedAnswers, pointer), valueAt(typed.answers, pointer))
  const left = serverErrors.filter((error) => !isCorrected(error))
  return { ...state, content: typed, serverErrors: left.length < serverErrors.length ? left : serverErrors }
}

export function isIn({ typed }: Content, { definition }: FormRules): boolean {
  return typed.formVersion === definition.formVersion
}

/** `old`: the version of the draft; null if it is no longer available. */
export function inVersion(
  draft: DraftContent,
  old: FormRules | null,
  to: FormRules,
): { draft: DraftContent; differences: readonly Difference[] } {
  const { formVersion } = to.definition
  if (draft.formVersion === formVersion) return { draft, differences: [] }
  const { answers, differences, removed, unplaced } = carryOver(
    draft.answers,
    old?.definition ?? null,
    to.definition,
    to.errorsOf,
    old && { before: old.optionText, after: to.optionText },
    draft.unplaced,
  )
  const kept = withUnplaced(unplaced, unplacedOf(draft.answers, removed, old, to))
  const registered = unchanged(draft, answers)
  const hasOtherFee = old !== null && !isSame(old.definition.fee, to.definition.fee)
  const fee: Difference[] = hasOtherFee ? [{ pointer: '', field: '', kind: 'fee' }] : []
  return {
    draft: { ...draft, formVersion, answers, unplaced: kept, registered },
    differences: [...differences, ...fee],
  }
}

/** Registered answers follow the profile, unless it has no value for them any more. */
export function following<State extends Content>(
  state: State,
  profile: Profile,
  { definition }: FormRules,
  now: string,
): State {
  const { typed } = state
  let { answers } = typed
  const followed = typed.registered.filter((pointer) => {
    const [id = '', name = ''] = segmentsOf(pointer)
    const step = definition.steps.find((one) => one.id === id)
    const value = step && prefilled(profile, step.schema, {})?.[name]
    if (value === undefined || isSame(value, answers[id]?.[name])) return false
    answers = { ...answers, [id]: { ...answers[id], [name]: value } }
    return true
  })
  return followed.length === 0 ? state : { ...replaced(state, { ...typed, answers }, now), followed }
}

function unplacedOf(
  answers: Answers,
  removed: readonly Leaf[],
  old: FormRules | null,
  to: FormRules,
): UnplacedAnswer[] {
  const files = old === null ? [] : attachmentsOf(old.definition, answers)
  return removed.flatMap(({ pointer, value }) => {
    const isAnswer = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    const isSecret = isEmpty(withoutSecrets(withAnswer({}, pointer, value), old?.definition ?? null))
    if (!isAnswer || isSecret) return []
    const isFile = typeof value === 'string' && files.includes(value)
    const words = (old ?? to).inWords(pointer, value)
    // Of half a date there is nothing to read.
    return words.value === '' ? [] : [unplacedAnswer({ pointer, value, words, isFile })]
  })
}
