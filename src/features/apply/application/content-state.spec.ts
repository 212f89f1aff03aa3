import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Profile } from '../../../api/generated/api.schemas.ts'
import { prefilled } from '../../../form-engine/answers/prefill.ts'
import { nothingSaved } from '../draft/draft.ts'
import { anyRules } from '../testing/fake-deps.ts'
import type { Application } from './application-types.ts'
import { emptyContent, following, inVersion } from './content-state.ts'
import { reduce, startApplication } from './state.ts'
import type { Event } from './state.ts'

const now = '2026-11-21T10:00:00.000Z'
const text = { type: 'string' }
const schema = { type: 'object', properties: { phone: text, email: text, note: text } }
const rules = { ...anyRules, definition: { formVersion: 'v1', steps: [{ id: 'applicant', schema }] } }
const fields = ['phone', 'email', 'note'] as const
const empty = startApplication(
  rules,
  {
    applicationId: 'application-1',
    content: emptyContent('v1'),
    base: nothingSaved,
    submission: { key: 'key-1', phase: 'editing', body: null },
  },
  Date.parse(now),
)

function after(state: Application, event: Event): Application {
  return reduce(state, event, { newId: () => 'new-id', now }).state
}

function profileOf(version: number): Profile {
  const contact = { email: true, phone: false, post: false }
  const name = { familyName: '港', givenName: '花子', familyNameKana: 'ミナト', givenNameKana: 'ハナコ' }
  const birthDate = '1990-04-01'
  return {
    kind: 'person',
    ...name,
    birthDate,
    email: `${version}@example.jp`,
    phone: `0${version}`,
    contact,
    locale: 'ja',
  }
}

const anyAction = fc.oneof(
  fc.record({
    kind: fc.constantFrom('input', 'commit'),
    field: fc.constantFrom(...fields),
    text: fc.nat(3).map(String),
  }),
  fc.record({ kind: fc.constantFrom('fill in', 'change the profile') }),
)

it('tells that the fee of a newer version follows otherwise from the answers, and not that it is the same', () => {
  const fee = (amount: number) => ({ lines: [{ text: 'copy', amount }] })
  const version = (formVersion: string, amount: number) => ({
    ...rules,
    definition: { ...rules.definition, formVersion, fee: fee(amount) },
  })
  const draft = emptyContent('v1')
  const kinds = (amount: number) =>
    inVersion(draft, version('v1', 8000), version('v2', amount)).differences.map(({ kind }) => kind)
  expect(kinds(9000)).toEqual(['fee'])
  expect(kinds(8000)).toEqual([])
})

describe('answers from the profile', () => {
  it('follow each change of the profile until the user changes them, and no other answer does', () => {
    fc.assert(
      fc.property(fc.array(anyAction, { maxLength: 20 }), (actions) => {
        let version = 10
        let content = empty
        let expected: { [field: string]: string } = {}
        const registered = new Set<string>()
        for (const action of actions) {
          const answers = content.typed.answers.applicant ?? {}
          if (action.kind === 'fill in') {
            const filled = prefilled(profileOf(version), schema, answers)
            if (filled === null) continue
            for (const name of ['phone', 'email']) if (!(name in expected)) registered.add(name)
            content = after(content, ['fill', 'applicant', filled])
          } else if (action.kind === 'change the profile') {
            version += 1
            content = after(content, ['profileRead', profileOf(version)])
          } else if ('field' in action) {
            const { field, text: value } = action
            if (expected[field] !== value) registered.delete(field)
            expected[field] = value
            const event: Event =
              action.kind === 'input'
                ? ['input', `/applicant/${field}`, value]
                : ['commit', 'applicant', { ...answers, [field]: value }]
            content = after(content, event)
          }
          const { phone, email } = profileOf(version)
          if (registered.has('phone')) expected = { ...expected, phone: phone ?? '' }
          if (registered.has('email')) expected = { ...expected, email }
          expect(content.typed.answers.applicant ?? {}).toEqual(expected)
          const pointers = [...registered].map((name) => `/applicant/${name}`)
          expect(content.typed.registered.toSorted()).toEqual(pointers.toSorted())
        }
      }),
    )
  })

  it('name those that have followed, and only once', () => {
    const answers = prefilled(profileOf(10), schema, {}) ?? {}
    const content = after(empty, ['fill', 'applicant', answers])
    expect(following(content, profileOf(10), rules, now)).toBe(content)
    const next = following(content, { ...profileOf(10), phone: '0312345678' }, rules, now)
    expect(next.followed).toEqual(['/applicant/phone'])
    expect(following(next, { ...profileOf(10), phone: '0312345678' }, rules, now)).toBe(next)
  })
})
