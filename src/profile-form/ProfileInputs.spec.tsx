import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeAll, describe, expect, it } from 'vitest'
import { AddressFields } from '../fields/AddressFields.tsx'
import { loadTexts } from '../i18n/texts.ts'
import { UiTextsContext } from '../ui/ui-texts.ts'
import { uiTexts } from '../ui/testing/ui-texts.ts'
import { BirthDateField, CorporateNumberField, ProfileTextField } from './ProfileInputs.tsx'
import { emptyValues } from './profile-values.ts'

beforeAll(() => Promise.all([loadTexts('ja', 'fields'), loadTexts('ja', 'profile-form')]))

/** The focus moves away in the event of the change itself, before React has rendered the new text. */
function Fields() {
  const [texts, setTexts] = useState({
    ...emptyValues('ja').texts,
    birthYear: '1990',
    birthMonth: '4',
    birthDay: '1',
    phone: '０９０',
    corporateNumber: '１２３',
    postalCode: '1050011',
  })
  const fields = {
    undivided: false,
    texts,
    setTexts(changes: Partial<typeof texts>) {
      setTexts((now) => ({ ...now, ...changes }))
      if (document.activeElement instanceof HTMLInputElement) document.activeElement.blur()
    },
    isRequired: () => false,
    messageOf: () => undefined,
  }
  return (
    <UiTextsContext value={uiTexts}>
      <BirthDateField {...fields} />
      <ProfileTextField {...fields} name="phone" />
      <CorporateNumberField {...fields} tenantId="minato-city" />
      <AddressFields {...fields} tenantId="minato-city" />
    </UiTextsContext>
  )
}

describe('a field that is left before its last text is rendered', () => {
  it.each([
    ['年', ''],
    ['月', '0'],
    ['電話番号', ''],
    ['法人番号', ''],
    ['郵便番号', '105'],
  ])('keeps what was typed: %s', async (name, text) => {
    render(<Fields />)
    const input = await screen.findByRole('textbox', { name })
    input.focus()
    fireEvent.change(input, { target: { value: text } })
    expect(input).not.toHaveFocus()
    expect(input).toHaveValue(text)
  })
})
