import { cleanup, render } from '@testing-library/react'
import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { leavesOf } from '../../../../form-model/answers.ts'
import { answerLine } from '../../../form-engine/answers/field-names.ts'
import { AnswersView } from '../../../form-engine/review/AnswersView.tsx'
import { exampleForm } from '../../../form-engine/testing/example-form.ts'
import { loadNamespaces } from '../../../i18n/texts.ts'
import { rulesOf } from '../application/application-deps.ts'
import { emptyContent, inVersion } from '../application/content-state.ts'

const formats = ['date', 'time', 'date-time'] as const
const properties = Object.fromEntries(formats.map((format) => [format, { type: 'string', format }]))
const group = { type: 'object', properties }
const schema = {
  type: 'object',
  properties: {
    ...properties,
    group,
    line: group,
    table: { type: 'object', properties: { row: group } },
    entries: { type: 'array', items: group },
    days: { type: 'array', items: properties.date },
    moments: { type: 'array', items: properties['date-time'] },
  },
}
const ui = {
  line: { 'ui:options': { compose: '{date} {time} {date-time}' } },
  table: { 'ui:options': { layout: 'table' } },
}
const form = exampleForm({ steps: [{ id: 'a', schema, ui }] })

beforeAll(() => loadNamespaces(['form-engine', 'fields']))

/** What the fields of dates and times report as their answer while a part of it is typed. */
const half = { date: ['//'], time: ['//'], 'date-time': ['T', 'T09:30', '2026-04-01T'] }
const halfDate = fc.constantFrom(...half.date)
const halfMoment = fc.constantFrom(...half['date-time'])
const halves = fc.record({ date: halfDate, time: halfDate, 'date-time': halfMoment }, { requiredKeys: [] })
const anyAnswers = fc
  .record({
    own: halves,
    rest: fc.record(
      {
        group: halves,
        line: halves,
        table: fc.record({ row: halves }),
        entries: fc.array(halves, { maxLength: 3 }),
        days: fc.array(halfDate, { maxLength: 3 }),
        moments: fc.array(halfMoment, { maxLength: 3 }),
      },
      { requiredKeys: [] },
    ),
  })
  .map(({ own, rest }) => ({ a: { ...own, ...rest } }))

const unreadable = /\/\/|T/

it('shows no half of a date or time in a form that no field could show either', () => {
  fc.assert(
    fc.property(anyAnswers, (answers) => {
      render(<AnswersView form={form} answers={answers} />)
      const lines = leavesOf(answers).map(({ pointer, value }) => answerLine(form, pointer, value))
      const draft = { ...emptyContent('v1'), answers }
      const later = rulesOf(exampleForm({ steps: [] }))
      const { unplaced } = inVersion(draft, rulesOf(form), later).draft
      const shown = [document.body.textContent, ...lines, ...unplaced.map(({ value }) => value)]
      cleanup()
      expect(shown.filter((text) => unreadable.test(text))).toEqual([])
      expect(unplaced.map(({ value }) => value)).not.toContain('')
    }),
    { numRuns: 50 },
  )
})

it('shows the day or the time of half a moment', () => {
  render(<AnswersView form={form} answers={{ a: { moments: ['T09:30', '2026-04-01T', 'T'] } }} />)
  expect(document.body).toHaveTextContent('09:302026年（令和8年）4月1日（水）')
})
