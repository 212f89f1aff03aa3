import { renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { showInAddress, studioTabs, useViewInAddress, viewInAddress } from './studio-address.ts'
import type { AddressedView } from './studio-address.ts'

const dogs = 'minato-city/dog-licence/individual'
const first: AddressedView = { tab: 'problems', selected: '' }

afterEach(() => window.history.replaceState(null, '', '?'))

it.each([first, ...studioTabs.map((tab): AddressedView => ({ tab, selected: 'dogs/list/[]/name' }))])(
  'finds the view in the address after a reload: %o',
  async (view) => {
    showInAddress(dogs, false)
    const { length } = window.history
    const { rerender } = renderHook((shown: AddressedView) => useViewInAddress(dogs, shown), { initialProps: first })
    rerender(view)
    await waitFor(() => expect(viewInAddress(dogs)).toEqual(view))
    expect(window.history).toHaveLength(length)
  },
)

it('leaves the address of another form alone, and begins with the first view', async () => {
  showInAddress(dogs, false)
  window.history.replaceState(null, '', `${window.location.search}&tab=json&at=dogs`)
  const address = window.location.search
  renderHook(() => useViewInAddress('minato-city/cat/individual', { tab: 'fees', selected: 'cats' }))
  await Promise.resolve()
  expect(window.location.search).toBe(address)
  expect(viewInAddress('minato-city/cat/individual')).toEqual(first)
})

it('begins with the first view if the address names an unknown tab', () => {
  window.history.replaceState(null, '', `?form=${encodeURIComponent(dogs)}&tab=nothing`)
  expect(viewInAddress(dogs)).toEqual(first)
})
