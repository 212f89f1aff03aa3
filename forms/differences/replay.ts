import { checkAnswers } from '../../form-model/checks.ts'
import { fieldPathOf } from '../../form-model/answers.ts'
import type { FieldPath } from '../../form-model/definition.ts'
import { carryOver } from '../../src/form-engine/answers/carry-over.ts'
import type { Difference } from '../../src/form-engine/answers/carry-over.ts'
import { optionText } from '../../src/form-engine/answers/field-names.ts'
import { toAnswerErrors } from '../samples/answer-errors.ts'
import { createRunner, schemasOf } from '../samples/form-runner.ts'
import type { FormRunner } from '../samples/form-runner.ts'
import { generateAnswers } from '../samples/generate-answers.ts'
import { isUsable } from '../samples/rjsf-verdict.ts'
import { say } from '../source/messages.ts'
import type { Language } from '../../src/lib/language.ts'
import { wordsIn } from './form-version.ts'
import type { FormVersion } from './form-version.ts'

/** What happens to complete drafts of one version when another version is published. */
export type Replay = {
  drafts: number
  /** The drafts that can be sent without a change. */
  unchanged: number
  /** The number of affected drafts for each field, by the portal's categories. */
  fields: { path: FieldPath; kind: 'removed' | Difference['kind']; drafts: number }[]
}

const seeds = Array.from({ length: 20 }, (_, seed) => seed)

/**
 * Carries generated drafts of the former version over to the new one, as the portal does. `null` if a version has an
 * unusable schema, such as a form with errors.
 */
export function replayDrafts(from: FormVersion, to: FormVersion, now: number): Replay | null {
  const [before, after] = [runnerOf(from), runnerOf(to)]
  if (!before || !after) return null
  const drafts = seeds.map((seed) => generateAnswers(from.form, before, seed, now)).filter((draft) => draft !== null)
  const fields = new Map<string, Replay['fields'][number]>()
  let unchanged = 0
  const optionsOf = ({ texts }: FormVersion) => {
    const { ja } = texts
    return (pointer: string, value: unknown) => ja && optionText({ texts: ja }, pointer, value)
  }
  const optionTexts = { before: optionsOf(from), after: optionsOf(to) }
  for (const draft of drafts) {
    const { differences, removed } = carryOver(
      draft,
      from.form,
      to.form,
      (answers) => {
        const visible = after.visible(answers)
        const errors = [...toAnswerErrors(after.whole(visible)), ...checkAnswers(to.form, visible, now)]
        return errors.map(({ pointer, keyword }) => ({ pointer, code: keyword }))
      },
      optionTexts,
    )
    const changed = [
      ...removed.map(({ pointer }) => ({ field: fieldPathOf(pointer), kind: 'removed' as const })),
      ...differences,
    ]
    if (changed.length === 0) unchanged += 1
    const concerned = new Set(changed.map(({ field, kind }) => `${kind} ${field}`))
    for (const key of concerned) {
      const kind = changed.find((one) => `${one.kind} ${one.field}` === key)?.kind ?? 'check'
      const path = key.slice(kind.length + 1)
      fields.set(key, { path, kind, drafts: (fields.get(key)?.drafts ?? 0) + 1 })
    }
  }
  return { drafts: drafts.length, unchanged, fields: [...fields.values()] }
}

function runnerOf({ form, conditions }: FormVersion): FormRunner | null {
  const rules = { steps: form.steps, conditions, value: { ...form } }
  return schemasOf(rules).every(isUsable) ? createRunner(rules) : null
}

/** The result in sentences, the most important first. */
export function replaySentences(
  { drafts, unchanged, fields }: Replay,
  from: FormVersion,
  to: FormVersion,
  language: Language,
): string[] {
  const words = ({ texts }: FormVersion) => wordsIn(texts[language] ?? texts.ja, language)
  const [before, after] = [words(from), words(to)]
  const order = ['removed', 'reworded', 'check', 'added']
  const concerned = fields.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
  return [
    say('replay', language, { drafts, unchanged }),
    ...concerned.map(({ path, kind, drafts: count }) =>
      say(`replay-${kind}`, language, { name: (kind === 'removed' ? before : after).label(path), count }),
    ),
  ]
}
