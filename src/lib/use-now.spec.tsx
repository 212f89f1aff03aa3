import { act, render, screen } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { tokyoDate } from '../../form-model/tokyo-date.ts'
import { noteServerDate, serverNow } from './clock.ts'
import { useNow } from './use-now.ts'

function Today() {
  return <p>{tokyoDate(useNow())}</p>
}

const midnight = Date.parse('2026-04-02T00:00:00+09:00')
const hour = 60 * 60_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  noteServerDate(new Date(Date.now()).toUTCString())
  vi.useRealTimers()
})

it('shows the day in Japan by the clock of the API, however long before midnight the page was opened', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 3 * hour }),
      fc.constantFrom(-20 * 60, 0, 20 * 60),
      (beforeMs, offsetSeconds) => {
        vi.setSystemTime(midnight - beforeMs - offsetSeconds * 1_000)
        noteServerDate(new Date(Date.now() + offsetSeconds * 1_000).toUTCString())
        const { unmount } = render(<Today />)
        act(() => void vi.advanceTimersByTime(midnight - serverNow() - 1))
        expect(screen.getByText('2026-04-01')).toBeVisible()
        act(() => void vi.advanceTimersByTime(1))
        expect(screen.getByText('2026-04-02')).toBeVisible()
        unmount()
        expect(vi.getTimerCount()).toBe(0)
      },
    ),
    { numRuns: 30 },
  )
})

it('shows the present day when the page becomes visible after the device has slept', () => {
  vi.setSystemTime(midnight - hour)
  render(<Today />)
  vi.setSystemTime(midnight + 9 * hour)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(screen.getByText('2026-04-02')).toBeVisible()
})
