import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import fc from 'fast-check'
import { useState } from 'react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { prefectures } from '../../../form-model/prefectures.ts'
import { loadNamespaces } from '../../i18n/texts.ts'
import { emptyValues, fieldsOfKind, tidyValues } from '../../profile-form/profile-values.ts'
import type { ProfileValues, TextName } from '../../profile-form/profile-values.ts'
import { ProfileFields } from '../../profile-form/ProfileFields.tsx'
import { UiTextsContext } from '../../ui/ui-texts.ts'
import { uiTexts } from '../../ui/testing/ui-texts.ts'
import { assignAndAnnounce, fillSilently } from '../testing/fill-silently.ts'
import { FilledValues } from './FilledValues.tsx'

beforeAll(() => loadNamespaces(['fields', 'profile-form']))

const address = ['postalCode', 'prefecture', 'city', 'building'] as const
const names = {
  person: [...fieldsOfKind.person, 'birthMonth', 'birthDay', 'phone', ...address],
  corporation: [...fieldsOfKind.corporation, 'phone', ...address],
} as const satisfies Record<string, readonly TextName[]>

/** What happens to a field; `render` and `box` leave it alone. */
const kindsOfStep = ['fill', 'fill', 'type', 'script', 'focus', 'leave', 'render', 'box'] as const
const step = fc.record({
  kind: fc.constantFrom(...kindsOfStep),
  field: fc.nat({ max: 10 }),
  text: fc.constantFrom('山田', ' みなと ', '１２', 'ﾊﾅｺ', '105', 'S60', ''),
  prefecture: fc.constantFrom('', ...prefectures),
})
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

function page(kind: ProfileValues['kind']) {
  const seen: { values: ProfileValues; saved: ProfileValues | null } = {
    values: { ...emptyValues('ja'), kind },
    saved: null,
  }
  function Page() {
    const [values, setValues] = useState(seen.values)
    return (
      <UiTextsContext value={uiTexts}>
        <ProfileFields
          tenantId="minato-city"
          values={values}
          onChange={setValues}
          messageOf={() => undefined}
          isNew={false}
        />
        <button type="button" onClick={() => (seen.saved = values)}>
          保存する
        </button>
        <FilledValues />
      </UiTextsContext>
    )
  }
  const { rerender } = render(<Page />)
  return { seen, rerender: () => rerender(<Page />) }
}

function control(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector)
  if (found === null) throw new Error(`The page has no ${selector}`)
  return found
}

/** Does it on the page, and returns the values that the page must have then. */
function take(step: Step, values: ProfileValues, rerender: () => void): ProfileValues {
  const name = names[values.kind][step.field % names[values.kind].length] ?? 'phone'
  const text = name === 'prefecture' ? step.prefecture : step.text
  if (step.kind === 'render') rerender()
  else if (step.kind === 'focus') act(() => control(`[name=${name}]`).focus())
  else if (step.kind === 'leave') act(() => control(`[name=${name}]`).blur())
  else if (step.kind === 'box') {
    fireEvent.click(control('[value=post]'))
    return { ...values, contact: { ...values.contact, post: !values.contact.post } }
  } else {
    if (step.kind === 'fill') fillSilently(control(`[name=${name}]`), text)
    else if (step.kind === 'script') assignAndAnnounce(control(`[name=${name}]`), text)
    else fireEvent[name === 'prefecture' ? 'change' : 'input'](control(`[name=${name}]`), { target: { value: text } })
    return { ...values, texts: { ...values.texts, [name]: text } }
  }
  return values
}

describe('values that the browser fills in without an event', () => {
  it.each(['person', 'corporation'] as const)(
    'the profile of a %s has every value at the next click, whatever happens in between',
    (kind) => {
      vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('no network'))
      fc.assert(
        fc
          .property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
            const { seen, rerender } = page(kind)
            let expected = seen.values
            for (const one of steps) expected = take(one, expected, rerender)
            fireEvent.click(screen.getByRole('button', { name: '保存する' }))
            expect(seen.saved && tidyValues(seen.saved)).toEqual(tidyValues(expected))
          })
          .afterEach(cleanup),
        { numRuns: 20 },
      )
    },
  )

  it('a value is shown in its stored form when the field is left', () => {
    page('person')
    act(() => control('[name=givenNameKana]').focus())
    fillSilently(control('[name=givenNameKana]'), 'ﾊﾅｺ')
    act(() => control('[name=givenNameKana]').blur())
    expect(control('[name=givenNameKana]')).toHaveValue('ハナコ')
  })
})
