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
  'web-address': 'format',
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
function explains({ key, params }: Change, { keyword, answer, acceptedBy }: Difference): boolean {
  const known = keywordOfChange[key]
  if (known === undefined) return true
  // What a condition or a union around the question makes of such an answer follows from it.
  if (key === 'optional') return answer === '' || (known === keyword && acceptedBy === 'form')
  if (key === 'length' && typeof answer === 'string') return answer.length > Number(params.value)
  if (key === 'entries' && Array.isArray(answer)) return answer.length > Number(params.value)
  return known === keyword && (acceptedBy === 'original' || !onlyStricter.has(key))
}

/** Changes by which the form refuses more than the original, and nothing less. */
const onlyStricter: ReadonlySet<ChangeKey> = new Set(['length', 'entries', 'web-address'])

/** Changes of a single answer, which say nothing about the questions below. */
const ofOneAnswer: ReadonlySet<ChangeKey> = new Set(['optional', 'length', 'entries'])

/** Alternatives of the whole form are at no question; while the one that decides is open, none of them applies. */
function areOpenAlternatives(changes: readonly Change[], { answer, keyword }: Difference): boolean {
  return changes.some(({ key }) => key === 'conditions') && (answer === undefined || keyword === 'type')
}

/** The differences for which no change at the question, or at one around it, is a reason. */
export function unexplained(differences: readonly Difference[], report: ImportReport): Difference[] {
  // An entry of a list is no question of its own.
  const questionOf = (path: string) => path.replace(/(?:\/\[\])+$/, '')
  const isKnown = (difference: Difference) =>
    [difference.question, difference.refusedAt]
      .map(questionOf)
      .some((question) =>
        questionsAround(question, report).some(({ path, changes }) =>
          changes.some((change) => (path === question || !ofOneAnswer.has(change.key)) && explains(change, difference)),
        ),
      )
  return differences.filter((difference) => !isKnown(difference) && !areOpenAlternatives(report.others, difference))
}
