import { rmSync } from 'node:fs'
import path from 'node:path'
import {
  historyOf,
  publishRefusal,
  recordPlanChange,
  recordPublication,
  recordStep,
} from '../../approval/form-history.ts'
import type { ApprovalStep, Refusal } from '../../approval/form-history.ts'
import { HistoryUnreadable } from '../../source/history-events.ts'
import { historySentences } from '../../approval/history-words.ts'
import { publicationTime } from '../../approval/publication-time.ts'
import { buildForms } from '../../build/build.ts'
import {
  changePlan as changePlanIn,
  currentVersion,
  nextPlan,
  offerNow,
  plansOf,
  publishedDefinition,
} from '../../build/publish-folder.ts'
import { publishForms } from '../../build/publish-forms.ts'
import { checkForm } from '../../check/check-form.ts'
import { versionToReview } from '../../build/version-to-review.ts'
import { makeSamples } from '../../samples/make-samples.ts'
import type { MadeSamples } from '../../samples/make-samples.ts'
import { formNameParts } from '../../source/form-folder.ts'
import type { Language } from '../../../src/lib/language.ts'
import type { PlanAnswer, PlanChange, Published, PublishWish, ShownHistory } from '../studio-host.ts'

export { approval, formChanges } from './form-changes.ts'
export { importForm } from './import-form.ts'

/** The samples that a form lacks; `null` if it has errors. */
export function madeSamples(folder: string): MadeSamples | null {
  const now = Date.now()
  const { form, usable } = checkForm(folder, { now })
  return usable && makeSamples(form, usable.runner, usable.samples, now)
}

/** The state of a form, who did what so far, and what is planned. */
export function formHistory(folder: string, publishTo: string, language: Language): ShownHistory {
  const now = Date.now()
  const current = currentVersion(publishTo, formNameParts(folder), now)
  const plans = plansOf(publishTo, formNameParts(folder), now).map(({ formVersion, from, until }) => ({
    version: formVersion,
    from,
    ...(until === undefined ? {} : { until }),
  }))
  try {
    const history = historyOf(folder)
    const { state, needsApproval } = history
    return { kind: 'known', state, needsApproval, sentences: historySentences(history, language, now), plans, current }
  } catch (cause) {
    if (!(cause instanceof HistoryUnreadable)) throw cause
    return { kind: 'unreadable', line: cause.line }
  }
}

/** Takes a step towards the publication, or back; returns why that is impossible. */
export function takeStep(folder: string, step: ApprovalStep): Refusal | null {
  return recordStep(folder, step, Date.now(), step.what === 'review' ? versionToReview(folder) : null)
}

/** Cancels a plan, or moves it to another time. */
export function changePlan(folder: string, publishTo: string, { plan, who, to }: PlanChange): PlanAnswer {
  const now = Date.now()
  const time = to && publicationTime(to.from, to.until, now)
  if (typeof time === 'string') return time
  if (to !== null && time === null) return 'wrong-moment'
  if (who === '') return 'no-name'
  const version = changePlanIn(publishTo, formNameParts(folder), plan, time, now)
  if (version === null) return 'gone'
  recordPlanChange(folder, { who, version, time }, now)
  return 'changed'
}

/** Builds a form and publishes it to a folder, at once or for its time. A person does it, whom the history names. */
export async function publish(
  folder: string,
  to: string,
  { who = '', from = '', until = '' }: PublishWish,
): Promise<Published> {
  const now = Date.now()
  const time = publicationTime(from, until, now)
  if (typeof time === 'string') return { kind: time }
  const refusal = publishRefusal(folder, who) ?? (who === '' ? 'no-name' : null)
  if (refusal !== null) return { kind: refusal }
  const out = time === null ? to : path.join(to, '.planned')
  const remove = () => rmSync(out, { recursive: true, force: true })
  // A task that was ended may have left it.
  if (time !== null) remove()
  const results = await buildForms(folder, out, { isApproved: true })
  const [built] = results.filter(({ kind }) => kind !== 'refused')
  const isRefused = results.some(({ kind }) => kind === 'refused')
  const version = built && !isRefused && 'formVersion' in built ? built.formVersion : null
  if (version !== null && time === null) offerNow(to, formNameParts(folder), version, now)
  const added = version !== null && time !== null ? publishForms(out, to, time, now) : []
  if (time !== null) remove()
  if (version === null || added.some(({ kind }) => kind === 'refused')) return { kind: 'refused' }
  recordPublication(folder, { who, version, time }, now)
  const plan = time === null ? nextPlan(to, formNameParts(folder), now) : null
  return {
    kind: 'published',
    version,
    ...time,
    ...(time === null ? {} : { isFirst: publishedDefinition(to, formNameParts(folder)) === null }),
    ...(plan && { next: { version: plan.formVersion, from: plan.from } }),
  }
}
