import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { prefectures } from '../../form-model/prefectures.ts'
import { loadTexts } from '../i18n/texts.ts'
import { UiTextsContext } from '../ui/ui-texts.ts'
import { uiTexts } from '../ui/testing/ui-texts.ts'
import { AddressFields } from './AddressFields.tsx'

beforeAll(() => loadTexts('ja', 'fields'))

const noTexts = { postalCode: '', prefecture: '', city: '', town: '', street: '', building: '' }

async function show(prefecture: string) {
  const changes: object[] = []
  render(
    <UiTextsContext value={uiTexts}>
      <AddressFields
        tenantId="minato-city"
        texts={{ ...noTexts, prefecture }}
        setTexts={(change) => changes.push(change)}
        isRequired={() => true}
        messageOf={() => undefined}
      />
    </UiTextsContext>,
  )
  return { changes, select: await screen.findByRole<HTMLSelectElement>('combobox', { name: '都道府県' }) }
}

describe('a text that an input method composes', () => {
  function Address() {
    const [texts, setTexts] = useState(noTexts)
    return (
      <UiTextsContext value={uiTexts}>
        <AddressFields
          tenantId="minato-city"
          texts={texts}
          setTexts={(change) => setTexts((now) => ({ ...now, ...change }))}
          isRequired={() => true}
          messageOf={() => undefined}
        />
      </UiTextsContext>
    )
  }

  it('stays as it is in every field until the field is left', async () => {
    vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('no network'))
    render(<Address />)
    const fields = await screen.findAllByRole<HTMLInputElement>('textbox')
    for (const field of fields) {
      field.focus()
      fireEvent.compositionStart(field)
      for (const typed of ['1', '105', '105001', '1050011', '１０５００１１', ' 1050011']) {
        fireEvent.input(field, { target: { value: typed } })
        expect(field).toHaveValue(typed)
      }
      fireEvent.compositionEnd(field)
      expect(field).toHaveValue(' 1050011')
    }
    const [postalCode, city] = fields
    await userEvent.tab()
    expect(postalCode).toHaveValue('105-0011')
    expect(city).toHaveValue('1050011')
  })
})

describe('the prefecture of an address', () => {
  it('the user chooses the prefecture from a list that browsers can fill in', async () => {
    const { changes, select } = await show('')
    expect(select).toBeRequired()
    expect(select).toHaveAttribute('autocomplete', 'address-level1')
    expect([...select.options].map(({ value }) => value)).toEqual(['', ...prefectures])
    await userEvent.selectOptions(select, '東京都')
    expect(changes).toEqual([{ prefecture: '東京都' }])
  })

  it('keeps a text of a stored address that is not in the list', async () => {
    const { select } = await show('東京')
    expect(select).toHaveValue('東京')
  })
})
