import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { startPortal } from '../testing/start-portal.tsx'

let portal: Awaited<ReturnType<typeof startPortal>> | null = null
afterEach(() => portal?.stop())

it('the portal reports a failed page once, by the name of its route', async () => {
  const reports: unknown[] = []
  window.history.replaceState(null, '', '/minato-city/userprofile')
  portal = await startPortal('/minato-city/userprofile?view=edit', {
    as: 'hanako@example.jp',
    config: { reportTo: 'http://portal.test/reports' },
    instead: async (request) => {
      const { pathname } = new URL(request.url)
      if (pathname === '/reports') reports.push(await request.json())
      if (pathname === '/reports') return new Response(null, { status: 204 })
      return pathname.endsWith('/o/profile') ? Response.json({ code: 'SE_CO_0500' }, { status: 500 }) : null
    },
  })
  await expect
    .poll(() => reports)
    .toEqual([expect.objectContaining({ kind: 'api', code: 'SE_CO_0500', route: 'userProfile', stage: 'sandbox' })])
  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible()
  await waitFor(() => expect(portal?.queryClient.isFetching()).toBe(0))
  expect(reports).toHaveLength(1)
  expect(JSON.stringify(reports)).not.toContain('hanako')
})
