import { isRecord } from '../../../form-model/record.ts'
import type { UnplacedAnswer } from '../../api/generated/api.schemas.ts'

/** The length of a title that a draft may have. */
const maxTitle = 500

type Source = {
  pointer: string
  value: string | number | boolean
  /** The question and its answer, as the version of the form worded them that asked it. */
  words: { label: string; value: string }
  isFile: boolean
}

/** An answer whose field a newer version of the form has removed. */
export function unplacedAnswer({ pointer, value, words, isFile }: Source): UnplacedAnswer {
  return {
    key: pointer,
    title: [...words.label].slice(0, maxTitle).join(''),
    value: words.value,
    ...(words.value === value ? {} : { answer: value }),
    ...(isFile ? { attachmentId: String(value) } : {}),
  }
}

/** The answer as it was in its field. */
export function answerOf({ value, answer = value }: UnplacedAnswer): string | number | boolean {
  return answer
}

/** The list with these answers, each once. */
export function withUnplaced(
  list: readonly UnplacedAnswer[],
  more: readonly UnplacedAnswer[],
): readonly UnplacedAnswer[] {
  const isKnown = ({ key, value }: UnplacedAnswer) => list.some((one) => one.key === key && one.value === value)
  const added = more.filter((one) => !isKnown(one))
  return added.length === 0 ? list : [...list, ...added]
}

/** Those read from storage or from a response; anything else is dropped. */
export function toUnplaced(value: unknown): readonly UnplacedAnswer[] {
  return Array.isArray(value) ? value.filter(isUnplaced) : []
}

function isUnplaced(value: unknown): value is UnplacedAnswer {
  return isRecord(value) && [value.key, value.title, value.value].every((text) => typeof text === 'string')
}
