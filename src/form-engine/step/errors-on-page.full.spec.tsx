import { act, fireEvent, screen } from '@testing-library/react'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fieldId } from '../definition/field-description.ts'
import { exampleForm } from '../testing/example-form.ts'
import { renderStep } from '../testing/render-step.tsx'

const day = { type: 'string', format: 'date' }
const kinds = {
  day,
  moment: { type: 'string', format: 'date-time' },
  clock: { type: 'string', format: 'time' },
  month: { type: 'string', format: 'month' },
  born: day,
  name: { type: 'string', maxLength: 3 },
  count: { type: 'integer', maximum: 9 },
}
const ui = {
  day: { 'ui:widget': 'date' },
  moment: { 'ui:widget': 'date-time' },
  clock: { 'ui:widget': 'time' },
  month: { 'ui:widget': 'month' },
  born: { 'ui:widget': 'birth-date' },
}

/** Every widget with text, in a conditional question, in a branch of a union and in the entries of a list. */
function form(version = 0, dropped: readonly string[] = []) {
  const properties = Object.fromEntries(Object.entries(kinds).filter(([name]) => !dropped.includes(name)))
  const required = ['name', 'day'].filter((name) => !dropped.includes(name))
  const fields = { type: 'object', properties, required }
  const { definition, ...rest } = exampleForm(
    {
      steps: [
        {
          id: 'a',
          schema: {
            type: 'object',
            properties: {
              ask: { type: 'boolean' },
              note: { type: 'string' },
              way: {
                type: 'object',
                oneOf: [
                  { properties: { by: { const: 'post' }, ...properties }, required: ['by', ...required] },
                  { properties: { by: { const: 'desk' } }, required: ['by'] },
                ],
              },
              list: { type: 'array', maxItems: 4, items: fields },
            },
            allOf: [
              {
                if: { properties: { ask: { const: true } }, required: ['ask'] },
                then: { properties: { more: fields }, required: ['more'] },
              },
            ],
          },
          ui: { ask: { 'ui:widget': 'radio' }, more: ui, way: ui, list: { items: ui } },
        },
      ],
    },
    { fields: { 'a/list': { label: '名簿', item: '人' } } },
  )
  return { ...rest, definition: { ...definition, formVersion: String(version).padStart(12, '0') } }
}

/** The fields of an entry with an error; the number of the entry in their ids changes with its place. */
function wrongIn(entry: Element): string[] {
  return [...entry.querySelectorAll('[id$="-error"]')].map(({ id }) => id.replace(/\d+/, 'n'))
}

function isOnPage(pointer: string): boolean {
  return document.getElementById(fieldId(pointer)) !== null
}

function entries(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('ol > li')].filter((entry) => entry.querySelector('fieldset'))
}

function inputs(): HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>('input:not([type=radio])')]
}

/** Half a date, as browsers report it: without a value, and unreadable. jsdom has no such state. */
function typeHalf(input: HTMLInputElement, isHalf: boolean) {
  Object.defineProperty(input, 'validity', { configurable: true, value: { badInput: isHalf } })
  fireEvent.input(input, { target: { value: '' } })
}

function typeInto(input: HTMLInputElement, text: string) {
  if (['date', 'time', 'month'].includes(input.type)) {
    if (text === 'half') return typeHalf(input, true)
    typeHalf(input, false)
    const whole = { date: '2026-04-01', time: '09:30', month: '2026-04' }[input.type] ?? ''
    fireEvent.input(input, { target: { value: text === 'whole' ? whole : '' } })
    return
  }
  fireEvent.input(input, { target: { value: { half: 'いろはに', whole: '1', empty: '' }[text] ?? '' } })
}

function expectSameErrors(before: ReadonlyMap<HTMLElement, string[]>) {
  for (const entry of entries()) expect(wrongIn(entry), 'the errors of an entry').toEqual(before.get(entry))
}

function expectSame(before: readonly string[]) {
  expect(wrongIn(document.body), 'errors of unchanged answers').toEqual(before)
}

function expectNoLostLink() {
  const links = [...document.querySelectorAll<HTMLAnchorElement>('a[href^="#a.list"]')]
  const lost = links.filter(({ hash }) => document.getElementById(hash.slice(1)) === null)
  expect(lost, 'links of the summary to an entry that is gone').toEqual([])
}

function expectOnlyLinks() {
  const lines = [...document.querySelectorAll('[data-error-summary] li')]
  const links = lines.flatMap((line) => line.querySelector('a') ?? [])
  expect(links, 'errors of questions that the version does not have').toHaveLength(lines.length)
  expect(links.filter(({ hash }) => document.getElementById(hash.slice(1)) === null)).toEqual([])
}

const place = fc.nat(40)
const action = fc.oneof(
  { weight: 6, arbitrary: fc.tuple(fc.constant('type' as const), place, fc.constantFrom('half', 'whole', 'empty')) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('choose' as const), place, fc.constant('')) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('add' as const), place, fc.constant('')) },
  {
    weight: 4,
    arbitrary: fc.tuple(fc.constantFrom('remove' as const, 'move' as const), place, fc.constant('')),
  },
  { weight: 1, arbitrary: fc.tuple(fc.constant('refuse' as const), place, fc.constantFrom('name', 'day')) },
  { weight: 2, arbitrary: fc.tuple(fc.constant('elsewhere' as const), place, fc.constantFrom('note', 'entry')) },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constant('version' as const), place, fc.constantFrom(...Object.keys(kinds), '')),
  },
  { weight: 2, arbitrary: fc.tuple(fc.constant('next' as const), place, fc.constant('')) },
)

function pick<T>(list: readonly T[], index: number): T | undefined {
  return list[index % list.length]
}

describe('the errors of a step', () => {
  it('every error is at a control on the page and stays with its entry, whatever is hidden, removed, moved or changed elsewhere', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { minLength: 8, maxLength: 24, size: 'max' }), async (actions) => {
        const page = await renderStep(form(), 'a', { answers: { a: { ask: true, list: [{}, {}, {}] } } })
        let version = 0
        const next = () => {
          let found: readonly { pointer: string }[] = []
          act(() => {
            found = page.handle().validate()
          })
          const missing = found.filter(({ pointer }) => !isOnPage(pointer))
          expect(missing, 'errors that nobody can correct').toEqual([])
        }
        try {
          for (const [kind, at, text] of actions) {
            if (kind === 'type') {
              const input = pick(inputs(), at)
              if (!input) continue
              act(() => input.focus())
              typeInto(input, text)
              act(() => input.blur())
            } else if (kind === 'choose') {
              const radio = pick([...document.querySelectorAll<HTMLElement>('input[type=radio]')], at)
              if (radio) fireEvent.click(radio)
            } else if (kind === 'add') {
              const add = screen.queryByRole('button', { name: '人を追加' })
              if (add) fireEvent.click(add)
            } else if (kind === 'refuse') {
              const pointers = ['/a/list/0', '/a/list/1', '/a/list/2', '/a/more', '/a/way'].map((of) => `${of}/${text}`)
              const pointer = pick(pointers, at) ?? ''
              // The API refuses what was sent, so it is on the page at first.
              if (isOnPage(pointer)) act(() => page.giveServerErrors([{ pointer, code: 'invalid' }]))
            } else if (kind === 'elsewhere') {
              const answers = page.answers()
              const list = Array.isArray(answers.list) ? answers.list : []
              const others = text === 'note' ? { note: String(at) } : { list: list.toSpliced(at % 4, 1) }
              const before = wrongIn(document.body)
              act(() => page.replaceAnswers({ a: { ...answers, ...others } }))
              if (text === 'note') expectSame(before)
              expectNoLostLink()
            } else if (kind === 'version') {
              act(() => page.replaceForm(form((version += 1), [text])))
              expectOnlyLinks()
            } else if (kind === 'next') next()
            else {
              const buttons = screen.queryAllByRole('button', { name: kind === 'remove' ? /を削除$/ : /へ移動$/ })
              const button = pick(buttons, at)
              if (!button) continue
              const before = new Map(entries().map((entry) => [entry, wrongIn(entry)]))
              fireEvent.click(button)
              expectSameErrors(before)
            }
          }
          next()
        } finally {
          page.unmount()
        }
      }),
      { numRuns: 12 },
    )
  })
})
