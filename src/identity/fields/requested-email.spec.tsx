import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openPortal } from '../../app/testing/open-portal.ts'
import { parseTenantId } from '../../paths.ts'
import { forgetRequestedEmail, rememberRequestedEmail, requestedEmail } from './requested-email.ts'

const tenantId = parseTenantId('minato-city')
if (tenantId === null) throw new Error('minato-city is no id')
const key = 'portal.requested-email.minato-city'
const masked = 'h****o@example.jp'
const hour = 60 * 60_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T10:00:00+09:00') })
  rememberRequestedEmail(tenantId, 'hanako@example.jp')
})
afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

/** Opens any page after the time. */
async function visitAfter(passedMs: number): Promise<void> {
  vi.setSystemTime(Date.now() + passedMs)
  await openPortal('/login/minato-city')
  await screen.findByRole('contentinfo')
}

describe('the address to which a link was mailed', () => {
  it('the address is known for its masked form only', () => {
    expect(requestedEmail(tenantId, masked)).toBe('hanako@example.jp')
    expect(requestedEmail(tenantId, 't****o@example.jp')).toBeNull()
    forgetRequestedEmail(tenantId)
    expect(requestedEmail(tenantId, masked)).toBeNull()
  })

  it('the address is unknown after the 24 hours in which the link is valid', () => {
    vi.setSystemTime(Date.now() + 24 * hour - 1)
    expect(requestedEmail(tenantId, masked)).toBe('hanako@example.jp')
    vi.setSystemTime(Date.now() + 1)
    expect(requestedEmail(tenantId, masked)).toBeNull()
  })

  it('the address is still stored at a visit within 24 hours', async () => {
    await visitAfter(23 * hour)
    expect(requestedEmail(tenantId, masked)).toBe('hanako@example.jp')
  })

  it('the next visit after 24 hours removes the address', async () => {
    await visitAfter(25 * hour)
    await waitFor(() => expect(localStorage.getItem(key)).toBeNull())
  })
})
