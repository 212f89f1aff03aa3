import { canonicalJson } from '../../../../form-model/canonical.ts'
import { isAttachment, withoutEmpty } from '../../../../form-model/answers.ts'
import type { Answers, Definition } from '../../../../form-model/definition.ts'
import { joinPointer, ownValue, valueAt, withValueAt } from '../../../../form-model/pointer.ts'
import { isRecord, recordOf } from '../../../../form-model/record.ts'
import type { UnplacedAnswer } from '../../../api/generated/api.schemas.ts'
import { withUnplaced } from '../../../form-engine/answers/unplaced.ts'
import type { DraftContent } from './draft.ts'

type Unplaced = DraftContent['unplaced']
type Context = { definition: Pick<Definition, 'steps'>; conflicts: string[] }

/** `conflicts`: pointers of the answers that both have changed; the content has mine. */
export type Merged = { content: DraftContent; conflicts: readonly string[] }

/** The pointer of the delivery address, which is one answer: of parts of two copies, nobody might live there. */
export const addressPointer = '/shippingAddress'

/**
 * Each answer is that of the copy which has changed it since `base`, the last content that both have seen. A list is
 * one answer, except one of files, each of which was added or removed by itself.
 */
export function merge(
  base: DraftContent | null,
  mine: DraftContent,
  theirs: DraftContent,
  definition: Pick<Definition, 'steps'>,
): Merged {
  const conflicts: string[] = []
  const context = { definition, conflicts }
  const answers = mergeRecords(base?.answers ?? {}, mine.answers, theirs.answers, '', context)
  const shippingAddress = mergeValue(
    base?.shippingAddress ?? null,
    mine.shippingAddress,
    theirs.shippingAddress,
    addressPointer,
    context,
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
  context: Context,
): Record<string, unknown> {
  const names = [...new Set([...Object.keys(mine), ...Object.keys(theirs)])]
  const merged = names.map((name) => {
    const [before, here, there] = [base, mine, theirs].map((answers) => ownValue(answers, name))
    return [name, mergeValue(before, here, there, joinPointer(pointer, name), context)] as const
  })
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined))
}

function mergeValue(base: unknown, mine: unknown, theirs: unknown, pointer: string, context: Context): unknown {
  if (isSame(mine, theirs) || isSame(base, theirs)) return mine
  if (isSame(base, mine)) return theirs
  // In one of them nothing may have been entered.
  const areBoth = (fits: (value: unknown) => boolean) =>
    [mine, theirs].every((value) => value === undefined || fits(value))
  if (pointer !== addressPointer && areBoth(isRecord))
    return mergeRecords(recordOf(base), recordOf(mine), recordOf(theirs), pointer, context)
  if (areBoth(Array.isArray) && isAttachment(context.definition, joinPointer(pointer, '0')))
    return mergeFiles(listOf(base), listOf(mine), listOf(theirs))
  context.conflicts.push(pointer)
  return mine
}

function mergeFiles(base: readonly unknown[], mine: readonly unknown[], theirs: readonly unknown[]): unknown[] {
  const kept = theirs.filter((id) => mine.includes(id) || !base.includes(id))
  return [...kept, ...mine.filter((id) => !theirs.includes(id) && !base.includes(id))]
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Whether both are the same answer: what was emptied is the same as what was never entered. */
function isSame(one: unknown, other: unknown): boolean {
  return textOf(one) === textOf(other)
}

function textOf(value: unknown): string {
  const text = canonicalJson(withoutEmpty({ value }))
  return ['{}', '{"value":null}', '{"value":[]}', '{"value":{}}'].includes(text) ? '' : text
}
