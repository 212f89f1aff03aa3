import { waitLimitMs } from './test-limits.ts'

/** Settings that every Vitest configuration has. */
export const sharedSettings = {
  setupFiles: ['scripts/test-defaults.ts'],
  // Residents are in Japan; a test of another place says so.
  env: { TZ: 'Asia/Tokyo' },
  testTimeout: 60_000,
  // A hook may build an application.
  hookTimeout: 120_000,
  expect: { poll: { timeout: waitLimitMs } },
}
