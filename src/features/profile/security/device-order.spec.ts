import { expect, it } from 'vitest'
import { devicesInOrder } from './device-order.ts'

it('lists this device first, then the latest used, and those of unknown use last', () => {
  const device = (id: string, day: number | null, current = false) => ({
    id,
    current,
    lastUsedAt: day === null ? null : new Date(2026, 10, day),
  })
  const devices = [device('unknown', null), device('old', 1), device('here', 2, true), device('new', 20)]
  expect(devicesInOrder(devices).map(({ id }) => id)).toEqual(['here', 'new', 'old', 'unknown'])
  expect(devices[0]?.id).toBe('unknown')
})
