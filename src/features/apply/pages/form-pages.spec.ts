import { describe, expect, it } from 'vitest'
import { exampleForm } from '../../../form-engine/testing/example-form.ts'
import { formProgress } from './use-form-progress.ts'
import {
  adjacentPages,
  pageAfter,
  firstUnfinishedPage,
  pageCount,
  pageOfStep,
  pagesOf,
  pageToShow,
  pathOfPage,
  reviewPage,
} from './form-pages.ts'

const pages = pagesOf('steps', ['applicant', 'copy', 'delivery'])
function noErrors() {
  return 0
}
const all = { applicant: {}, copy: {}, delivery: {} }

describe('the pages of a form', () => {
  it('each visible step of a form is a page', () => {
    expect(pages.map((page) => page.id)).toEqual(['applicant', 'copy', 'delivery'])
  })

  it('a form is one page with every step if the author chose that layout', () => {
    expect(pagesOf('page', ['a', 'b'])).toEqual([{ id: 'a', steps: ['a', 'b'] }])
    expect(pagesOf('page', [])).toEqual([])
  })

  it('the pages follow each other up to the review', () => {
    expect(adjacentPages('applicant', pages)).toEqual({ back: null, next: 'copy' })
    expect(adjacentPages('delivery', pages)).toEqual({ back: 'copy', next: reviewPage })
    expect(adjacentPages(reviewPage, pages)).toEqual({ back: 'delivery', next: null })
  })

  it('a page is found by one of its steps', () => {
    expect(pageOfStep('b', pagesOf('page', ['a', 'b']))?.id).toBe('a')
    expect(pageOfStep('hidden', pages)).toBeNull()
  })
})

describe('the first unfinished page', () => {
  it('the first page of an empty form is unfinished, even if nothing on it is required', () => {
    expect(firstUnfinishedPage(pages, {}, noErrors)?.id).toBe('applicant')
  })

  it('a page with an error is unfinished before a page that was never opened', () => {
    const errorsIn = (step: string) => (step === 'applicant' ? 2 : 0)
    expect(firstUnfinishedPage(pages, { applicant: {}, copy: {} }, errorsIn)?.id).toBe('applicant')
    expect(firstUnfinishedPage(pages, { applicant: {}, copy: {} }, noErrors)?.id).toBe('delivery')
  })

  it('no page is unfinished if only the review is left', () => {
    expect(firstUnfinishedPage(pages, all, noErrors)).toBeNull()
  })
})

describe('the page to show', () => {
  const copy = pages[1] ?? null

  it.each([
    ['the one asked for', 'copy', null, null, 'copy'],
    ['one requested by number', '3', null, null, 'delivery'],
    ['the review by name', 'review', null, null, reviewPage],
    ['the review by number', '4', null, null, reviewPage],
    ['the first unfinished instead of a later one', 'delivery', null, copy, 'copy'],
    ['the first unfinished instead of the review', 'review', null, copy, 'copy'],
    ['an earlier one although a later one is unfinished', 'applicant', null, copy, 'applicant'],
    ['where the user was, without a wish', null, 'applicant', copy, 'applicant'],
    ['the first unfinished, without a wish or a memory', null, null, copy, 'copy'],
    ['the first unfinished for a step that does not exist', '__proto__', null, copy, 'copy'],
    ['the first unfinished for a number beyond the form', '99', null, copy, 'copy'],
    ["the user's last page if the requested step is hidden now", 'hidden', 'applicant', copy, 'applicant'],
  ])('the page to show is %s', (_case, requested, lastSeen, unfinished, expected) => {
    expect(pageToShow(requested, lastSeen, pages, unfinished)).toBe(expected)
  })
})

describe('the number of pages', () => {
  const pages = [
    { id: 'applicant', steps: ['applicant'] },
    { id: 'consent', steps: ['consent'] },
  ]

  it('includes the last page, which shows everything again', () => {
    expect(pageCount(pages)).toBe(3)
  })
})

describe('the address of a page', () => {
  const key = { tenantId: 'minato-city', userId: 'user', serviceId: 'certificate', type: 'individual' }

  it.each([
    ['NONE', 'consent', '/application/minato-city/certificate/individual?step=consent'],
    ['NONE', reviewPage, '/application/minato-city/certificate/individual?step=review'],
    ['FIXED', 'consent', '/application/minato-city/certificate/individual?step=consent'],
    ['FIXED', reviewPage, '/order/payment/minato-city/certificate?type=individual'],
  ] as const)('the address of a page with a fee of the kind %s is for %s: %s', (kind, page, address) => {
    expect(pathOfPage({ key, service: { fee: { kind } } }, page)).toBe(address)
  })
})

describe('次へ', () => {
  const [, second, third] = pages
  it('leads to the next page, and from the last one to the review', () => {
    expect(pageAfter('applicant', { pages, unfinished: null }, false)).toBe('copy')
    expect(pageAfter('delivery', { pages, unfinished: null }, false)).toBe(reviewPage)
  })
  it('leads past the finished pages of a returned application', () => {
    expect(pageAfter('applicant', { pages, unfinished: null }, true)).toBe(reviewPage)
    expect(pageAfter('applicant', { pages, unfinished: second ?? null }, true)).toBe('copy')
    expect(pageAfter('applicant', { pages, unfinished: third ?? null }, true)).toBe('delivery')
    expect(pageAfter('copy', { pages, unfinished: second ?? null }, true)).toBe('delivery')
  })
})

it('asks no step for which only an answer that is hidden now decides', () => {
  const isYes = (name: string) => ({ properties: { [name]: { const: true } }, required: [name] })
  const yesNo = { type: 'boolean' }
  const form = exampleForm({
    steps: [
      {
        id: 'move',
        schema: {
          type: 'object',
          properties: { abroad: yesNo },
          if: isYes('abroad'),
          then: { properties: { returns: yesNo } },
        },
      },
      {
        id: 'back',
        schema: { type: 'object', properties: { day: { type: 'string' } }, required: ['day'] },
        visibleWhen: { properties: { move: isYes('returns') }, required: ['move'] },
      },
    ],
  })
  const stepsOf = (abroad: boolean) => formProgress(form, { move: { abroad, returns: true } }).steps
  expect(stepsOf(true)).toEqual(['move', 'back'])
  expect(stepsOf(false)).toEqual(['move'])
})
