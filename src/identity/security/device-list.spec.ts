import { describe, expect, it } from 'vitest'
import { readableDeviceName, devicesInOrder } from './device-list.ts'

describe('readableDeviceName', () => {
  it.each([
    ['Linux x86 Linux Not:A-Brand/8.0.0.0;Chromium/156.0.8078.79', 'Chromium (Linux)'],
    ['Windows x86 Windows 15.0.0 Chromium/150.0;Google Chrome/150.0', 'Chrome (Windows)'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
      'Safari (iPhone)',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari Line/15.2.0',
      'LINE (iPhone)',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/150.0 Safari/537.36 Edg/150.0',
      'Edge (Windows)',
    ],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 15.5; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox (Mac)'],
    ['Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/150.0 Mobile Safari/537.36', 'Chrome (Android)'],
  ])('shortens %s', (name, shown) => {
    expect(readableDeviceName(name)).toBe(shown)
  })
  it('readableDeviceName keeps a custom name and returns null for an empty name', () => {
    expect(readableDeviceName('Counter 3')).toBe('Counter 3')
    expect(readableDeviceName(' ')).toBeNull()
  })
})

it('the list of devices begins with this device, then the most recently used, then devices without a time', () => {
  const device = (id: string, day: number | null, current = false) => ({
    id,
    current,
    lastUsedAt: day === null ? null : new Date(2026, 10, day),
  })
  const devices = [device('unknown', null), device('old', 1), device('here', 2, true), device('new', 20)]
  expect(devicesInOrder(devices).map(({ id }) => id)).toEqual(['here', 'new', 'old', 'unknown'])
  expect(devices[0]?.id).toBe('unknown')
})
