import type { Answers, Definition } from '../../../../form-model/definition.ts'
import { segmentsOf } from '../../../../form-model/pointer.ts'
import type { UnfinishedUploads } from '../../../form-engine/attachments/form-uploads.ts'
import type { Service } from '../../../api/generated/api.schemas.ts'
import { paths } from '../../../paths.ts'
import type { Path } from '../../../paths.ts'
import type { ApplicationKey } from '../draft/draft.ts'

/** The page after the steps, which shows everything. */
export const reviewPage = 'review'

/** One page of the form: its name in the address and the steps on it. */
export type FormPage = { id: string; steps: readonly string[] }

/** The pages of a form: one step each, or all visible steps below each other if the author chose one page. */
export function pagesOf(layout: Definition['layout'], visibleSteps: readonly string[]): FormPage[] {
  if (layout === 'page') {
    const [first] = visibleSteps
    return first === undefined ? [] : [{ id: first, steps: visibleSteps }]
  }
  return visibleSteps.map((step) => ({ id: step, steps: [step] }))
}

/** Whether all of a form is on one page, which has the name of the form. */
export function isWholeForm({ steps }: Pick<FormPage, 'steps'>): boolean {
  return steps.length > 1
}

/** The number of pages of an application: those of the form and the last one. */
export function pageCount(pages: readonly FormPage[]): number {
  return pages.length + 1
}

/**
 * The address of a page of the form. The last page, which shows everything again, includes the amount if there is a
 * fee.
 */
export function pathOfPage({ key: { tenantId, serviceId, type }, service }: Place, page: string): Path {
  return page === reviewPage && service.fee.kind !== 'NONE'
    ? paths.settlement(tenantId, serviceId, type)
    : paths.application(tenantId, serviceId, type, { step: page })
}

type Place = { key: ApplicationKey; service: Pick<Service, 'fee'> }

/** A step is finished if it was left by 次へ (its answers exist, even if empty) and has no error. */
export function isFinished(step: string, answers: Answers, errorsIn: (step: string) => number): boolean {
  return answers[step] !== undefined && errorsIn(step) === 0
}

/** The first page with an unfinished step; null when only the review is left. */
export function firstUnfinishedPage(
  pages: readonly FormPage[],
  answers: Answers,
  errorsIn: (step: string) => number,
): FormPage | null {
  return pages.find((page) => page.steps.some((step) => !isFinished(step, answers, errorsIn))) ?? null
}

/**
 * The field (a pointer into the answers) with a file in which a virus was found after the user had left its page, or
 * that the API no longer has: it says why the user is there again. Null if no such file is on the page.
 */
export function fieldWithLostFile(
  unfinished: UnfinishedUploads,
  pageId: string,
  pages: readonly FormPage[],
): string | null {
  const steps = pages.find(({ id }) => id === pageId)?.steps ?? []
  const isHere = (pointer: string) => steps.some((step) => step === segmentsOf(pointer)[0])
  return (
    unfinished.find(({ code, pointer }) => (code === 'infected' || code === 'fileMissing') && isHere(pointer))
      ?.pointer ?? null
  )
}

/**
 * The page for `?step=`: the requested one (by id, by number from 1, or `review`) unless an earlier one is unfinished.
 * Without `?step=`, or with an unknown value: the user's last page, else the first unfinished one.
 */
export function pageToShow(
  requested: string | null,
  lastSeen: string | null,
  pages: readonly FormPage[],
  unfinished: FormPage | null,
): string {
  const limit = unfinished === null ? pages.length : pages.indexOf(unfinished)
  const wish = positionOf(requested, pages) ?? positionOf(lastSeen, pages) ?? limit
  return pages[Math.min(wish, limit)]?.id ?? reviewPage
}

/** The page before and after; the review follows the last step and is the last page. */
export function adjacentPages(
  pageId: string,
  pages: readonly FormPage[],
): { back: string | null; next: string | null } {
  const position = positionOf(pageId, pages) ?? 0
  return {
    back: pages[position - 1]?.id ?? null,
    next: position >= pages.length ? null : (pages[position + 1]?.id ?? reviewPage),
  }
}

/**
 * The page to which 次へ leads. After a correction in a returned application, that is the next unfinished page or the
 * review: no finished page has to be read again.
 */
export function pageAfter(
  pageId: string,
  { pages, unfinished }: { pages: readonly FormPage[]; unfinished: FormPage | null },
  isReturned: boolean,
): string {
  const next = adjacentPages(pageId, pages).next ?? reviewPage
  if (!isReturned) return next
  if (unfinished === null) return reviewPage
  return pages.indexOf(unfinished) > (positionOf(pageId, pages) ?? 0) ? unfinished.id : next
}

/** The page with a step; null for a step that is not visible. */
export function pageOfStep(step: string, pages: readonly FormPage[]): FormPage | null {
  return pages.find((page) => page.steps.includes(step)) ?? null
}

function positionOf(requested: string | null, pages: readonly FormPage[]): number | null {
  if (requested === null) return null
  const page = pageOfStep(requested, pages)
  if (page !== null) return pages.indexOf(page)
  if (requested === reviewPage) return pages.length
  const number = /^[1-9]\d?$/.test(requested) ? Number(requested) : 0
  return number >= 1 && number <= pages.length + 1 ? number - 1 : null
}
