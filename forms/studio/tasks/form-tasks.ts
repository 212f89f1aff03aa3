import { rmSync } from 'node:fs'
import path from 'node:path'
import {
  approveForm,
  askForReview,
  historyOf,
  HistoryUnreadable,
  publishRefusal,
  recordPublication,
} from '../../approval/form-history.ts'
import type { Refusal } from '../../approval/form-history.ts'
import { historySentences } from '../../approval/history-words.ts'
import { publicationTime } from '../../approval/publication-time.ts'
import { buildForms } from '../../build/build.ts'
import { nextPlan, offerNow } from '../../build/publish-folder.ts'
import { publishForms } from '../../build/publish-forms.ts'
import { checkForm } from '../../check/check-form.ts'
import { makeSamples } from '../../samples/make-samples.ts'
import type { MadeSamples } from '../../samples/make-samples.ts'
import { formNameParts } from '../../source/form-folder.ts'
import type { Language } from '../../../src/lib/language.ts'
import type { ApprovalStep, Published, PublishWish, ShownHistory } from '../studio-host.ts'

export { approval, formChanges } from './form-changes.ts'

/** The samples that a form lacks; `null` if it has errors. */
export function madeSamples(folder: string): MadeSamples | null {
  const now = Date.now()
  const { form, usable } = checkForm(folder, { now })
  return usable && makeSamples(form, usable.runner, usable.samples, now)
}

/** The state of a form, and who did what so far. */
export function formHistory(folder: string, language: Language): ShownHistory {
  try {
    const history = historyOf(folder)
    const { state, needsApproval } = history
    return { kind: 'known', state, needsApproval, sentences: historySentences(history, language) }
  } catch (cause) {
    if (!(cause instanceof HistoryUnreadable)) throw cause
    return { kind: 'unreadable', line: cause.line }
  }
}

/** Takes a step towards the publication; returns why that is impossible. */
export function takeStep(folder: string, { what, who }: ApprovalStep): Refusal | null {
  return (what === 'review' ? askForReview : approveForm)(folder, who, Date.now())
}

/** Builds a form and publishes it to a folder, at once or for its time. */
export async function publish(
  folder: string,
  to: string,
  { who = '', from = '', until = '' }: PublishWish,
): Promise<Published> {
  const now = Date.now()
  const time = publicationTime(from, until, now)
  if (typeof time === 'string') return { kind: time }
  const refusal = publishRefusal(folder, who)
  if (refusal !== null) return { kind: refusal }
  const out = time === null ? to : path.join(to, '.planned')
  const remove = () => rmSync(out, { recursive: true, force: true })
  // A task that was ended may have left it.
  if (time !== null) remove()
  const results = await buildForms(folder, out)
  const [built] = results.filter(({ kind }) => kind !== 'refused')
  const isRefused = results.some(({ kind }) => kind === 'refused')
  const version = built && !isRefused && 'formVersion' in built ? built.formVersion : null
  if (version !== null && time === null) offerNow(to, formNameParts(folder), version, now)
  const added = version !== null && time !== null ? publishForms(out, to, time, now) : []
  if (time !== null) remove()
  if (version === null || added.some(({ kind }) => kind === 'refused')) return { kind: 'refused' }
  recordPublication(folder, { who, version, time }, now)
  const plan = time === null ? nextPlan(to, formNameParts(folder), now) : null
  return { kind: 'published', version, ...time, ...(plan && { next: { version: plan.formVersion, from: plan.from } }) }
}
