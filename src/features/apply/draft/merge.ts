import { canonicalJson } from '../../../../form-model/canonical.ts'
import { withoutEmpty } from '../../../../form-model/answers.ts'
import type { Answers } from '../../../../form-model/definition.ts'
import { joinPointer, ownValue, valueAt, withValueAt } from '../../../../form-model/pointer.ts'
import { isRecord } from '../../../../form-model/record.ts'
import type { UnplacedAnswer } from '../../../api/generated/api.schemas.ts'
import { withUnplaced } from '../../../form-engine/answers/unplaced.ts'
import type { DraftContent } from './draft.ts'

type Unplaced = DraftContent['unplaced']

/** One draft of two. `conflicts`: pointers of the answers that both have changed; the draft has mine. */
export type Merged = { content: DraftContent; conflicts: readonly string[] }

/** The pointer of the delivery address, which is one answer: of parts of two copies, nobody might live there. */
export const addressPointer = '/shippingAddress'

/**
 * Combines two copies of one application: each answer is that of the copy which has changed it since `base`. A list,
 * e.g. of files, is one answer.
 *
 * @param base the last content that both have seen; null if there is none
 */
export function merge(base: DraftContent | null, mine: DraftContent, theirs: DraftContent): Merged {
  const conflicts: string[] = []
  const answers = mergeRecords(base?.answers ?? {}, mine.answers, theirs.answers, '', conflicts)
  const shippingAddress = mergeValue(
    base?.shippingAddress ?? null,
    mine.shippingAddress,
    theirs.shippingAddress,
    addressPointer,
    conflicts,
  )
  return {
    content: {
      ...mine,
      answers: answers as Answers,
      shippingAddress: shippingAddress as DraftContent['shippingAddress'],
      unplaced: mergeUnplaced(base?.unplaced ?? [], mine.unplaced, theirs.unplaced),
      // An answer follows the profile only until one of them changes it.
      registered: mine.registered.filter((pointer) => theirs.registered.includes(pointer)),
      // A correction remains one: only a copy that began without it can lack it.
      reapplyOf: mine.reapplyOf ?? theirs.reapplyOf,
    },
    conflicts,
  }
}

/** Without those that one of them has dismissed. */
function mergeUnplaced(base: Unplaced, mine: Unplaced, theirs: Unplaced): Unplaced {
  const has = (list: Unplaced, { key, value }: UnplacedAnswer) =>
    list.some((one) => one.key === key && one.value === value)
  return withUnplaced(mine, theirs).filter((one) => (has(mine, one) && has(theirs, one)) || !has(base, one))
}

/** My copy, with their answers where both have changed them. */
export function withTheirs({ content, conflicts }: Merged, theirs: DraftContent): DraftContent {
  const answers = conflicts
    .filter((pointer) => pointer !== addressPointer)
    .reduce<unknown>(
      (result, pointer) => withValueAt(result, pointer, valueAt(theirs.answers, pointer)),
      content.answers,
    )
  return {
    ...content,
    answers: answers as Answers,
    ...(conflicts.includes(addressPointer) && { shippingAddress: theirs.shippingAddress }),
  }
}

function mergeRecords(
  base: Record<string, unknown>,
  mine: Record<string, unknown>,
  theirs: Record<string, unknown>,
  pointer: string,
  conflicts: string[],
): Record<string, unknown> {
  const names = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])]
  const merged = names.map((name) => {
    const [before, here, there] = [base, mine, theirs].map((answers) => ownValue(answers, name))
    return [name, mergeValue(before, here, there, joinPointer(pointer, name), conflicts)] as const
  })
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined))
}

function mergeValue(base: unknown, mine: unknown, theirs: unknown, pointer: string, conflicts: string[]): unknown {
  if (isSame(mine, theirs) || isSame(base, theirs)) return mine
  if (isSame(base, mine)) return theirs
  if (pointer !== addressPointer && isGroup(mine) && isGroup(theirs) && (isRecord(mine) || isRecord(theirs)))
    return mergeRecords(asGroup(base), asGroup(mine), asGroup(theirs), pointer, conflicts)
  conflicts.push(pointer)
  return mine
}

/** A group of answers, or one in which nothing was entered. */
function isGroup(value: unknown): boolean {
  return value === undefined || isRecord(value)
}

function asGroup(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {}
}

/** Whether both are the same answer: what was emptied is the same as what was never entered. */
function isSame(one: unknown, other: unknown): boolean {
  return textOf(one) === textOf(other)
}

function textOf(value: unknown): string {
  const entered = withoutEmpty({ value })
  const inside = isRecord(entered) ? entered.value : undefined
  const isNothing = inside === undefined || inside === null || (Array.isArray(inside) && inside.length === 0)
  return isNothing || (isRecord(inside) && Object.keys(inside).length === 0) ? '' : canonicalJson(inside)
}
