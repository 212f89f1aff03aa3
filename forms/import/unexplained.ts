import type { Difference } from './compare-verdicts.ts'
import { questionsAround } from './import-changes.ts'
import type { Change, ChangeKey, ImportReport } from './import-changes.ts'

/** Changes that accept the same answers as the original, or refuse others by one keyword only. */
const keywordOfChange: { readonly [key in ChangeKey]?: string | null } = {
  optional: 'required',
  type: 'type',
  'any-answer': 'type',
  'any-entry': 'type',
  'one-or-list': 'type',
  'info-list': 'type',
  'free-branch': 'type',
  'no-choices': 'false schema',
  format: 'format',
  'format-number': 'format',
  'format-file': 'format',
  length: 'maxLength',
  entries: 'maxItems',
  https: 'format',
  'local-time': 'format',
  pattern: null,
  markup: null,
  'text-cut': null,
  consent: null,
  'name-lost': null,
  'text-lost': null,
  keyword: null,
  'no-effect': null,
  'beside-ref': null,
  default: null,
  choice: null,
  layout: null,
  'beside-schema': null,
  'branch-text': null,
  'open-names': null,
}

/** Whether a change can be why one form refuses, by a keyword, an answer that the other accepts. */
function explains({ key, params }: Change, { keyword, answer }: Pick<Difference, 'keyword' | 'answer'>): boolean {
  const known = keywordOfChange[key]
  if (known === undefined || known === keyword) return true
  // What a condition or a union around the question makes of such an answer follows from it.
  if (key === 'length') return typeof answer === 'string' && answer.length > Number(params.value)
  if (key === 'entries') return Array.isArray(answer) && answer.length > Number(params.value)
  return key === 'optional' && answer === ''
}

/** Alternatives of the whole form are at no question; while the one that decides is open, none of them applies. */
function areOpenAlternatives(changes: readonly Change[], { answer, keyword }: Difference): boolean {
  return changes.some(({ key }) => key === 'conditions') && (answer === undefined || keyword === 'type')
}

/** The differences for which no change at the question, or at one around it, is a reason. */
export function unexplained(differences: readonly Difference[], report: ImportReport): Difference[] {
  const isKnown = (difference: Difference) =>
    [difference.question, difference.refusedAt]
      .flatMap((question) => questionsAround(question, report))
      .some(({ changes }) => changes.some((change) => explains(change, difference)))
  return differences.filter((difference) => !isKnown(difference) && !areOpenAlternatives(report.others, difference))
}
