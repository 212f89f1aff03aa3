import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, describe, expect, it } from 'vitest'
import { prefectures } from '../../form-model/prefectures.ts'
import { loadTexts } from '../i18n/texts.ts'
import { UiTextsContext } from '../ui/ui-texts.ts'
import { uiTexts } from '../ui/testing/ui-texts.ts'
import { AddressFields } from './AddressFields.tsx'

beforeAll(() => loadTexts('ja', 'fields'))

async function show(prefecture: string) {
  const changes: object[] = []
  render(
    <UiTextsContext value={uiTexts}>
      <AddressFields
        tenantId="minato-city"
        texts={{ postalCode: '', prefecture, city: '', town: '', street: '', building: '' }}
        setTexts={(change) => changes.push(change)}
        isRequired={() => true}
        messageOf={() => undefined}
      />
    </UiTextsContext>,
  )
  return { changes, select: await screen.findByRole<HTMLSelectElement>('combobox', { name: '都道府県' }) }
}

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
