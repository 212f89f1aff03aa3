import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { portalConfig } from '../../../sandbox/core/portal-config.ts'
import { parseConfig } from '../../lib/config.ts'
import { reloadPage } from '../failure/stale-build.ts'
import { openPortal } from '../testing/open-portal.ts'

vi.mock(import('../failure/stale-build.ts'), async (original) => ({ ...(await original()), reloadPage: vi.fn() }))

const config = portalConfig('https://card.test', {})
const served = vi.fn<() => Promise<unknown>>()
vi.mock(import('../../lib/fetch-config.ts'), async (original) => ({
  ...(await original()),
  fetchConfig: () => served(),
}))

/** When the page was opened. */
let opened = 0

/** The user returns to the tab after this time. */
function comeBack(minutes: number): void {
  vi.spyOn(Date, 'now').mockReturnValue(opened + minutes * 60_000)
  document.dispatchEvent(new Event('visibilitychange'))
}

async function open(path: string, as?: string) {
  const portal = await openPortal(path, { config: parseConfig(config), ...(as === undefined ? {} : { as }) })
  await screen.findByRole('contentinfo')
  opened = Date.now()
  return portal
}

async function openList() {
  const portal = await open('/minato-city/applicationlist', 'hanako@example.jp')
  await screen.findByRole('searchbox')
  return portal
}

describe('a configuration that changes while a page is open', () => {
  beforeEach(() => {
    served.mockResolvedValue({ ...config, apiBase: '/next/web' })
  })
  afterEach(() => {
    served.mockReset()
    vi.mocked(reloadPage).mockReset()
    vi.restoreAllMocks()
  })

  it('reloads the page once when the user returns to it', async () => {
    await openList()
    comeBack(11)
    await waitFor(() => expect(reloadPage).toHaveBeenCalledOnce())
    comeBack(12)
    comeBack(22)
    await waitFor(() => expect(served).toHaveBeenCalledTimes(2))
    expect(reloadPage).toHaveBeenCalledOnce()
  })

  it('leaves typed text until another page is opened', async () => {
    const { router } = await openList()
    await userEvent.type(screen.getByRole('searchbox'), 'ごみ')
    // The page writes the text into the address a moment later, which may cancel a navigation that begins then.
    await waitFor(() => expect(router.state.location.search).not.toBe(''))
    comeBack(11)
    await waitFor(() => expect(served).toHaveBeenCalledOnce())
    await router.navigate('/minato-city/userprofile')
    await screen.findByRole('heading', { level: 1, name: 'マイページ' })
    expect(reloadPage).not.toHaveBeenCalled()
    await router.navigate('/minato-city/applicationhistory')
    await waitFor(() => expect(reloadPage).toHaveBeenCalledOnce())
  })

  it('reloads the sign-in page', async () => {
    await open('/login/minato-city')
    await screen.findByLabelText(/パスワード/, { selector: 'input' })
    comeBack(11)
    await waitFor(() => expect(reloadPage).toHaveBeenCalledOnce())
  })

  it('does not reload the sign-in page while a password is typed', async () => {
    await open('/login/minato-city')
    const password = await screen.findByLabelText(/パスワード/, { selector: 'input' })
    await userEvent.type(password, 'x')
    comeBack(11)
    await waitFor(() => expect(served).toHaveBeenCalledOnce())
    expect(reloadPage).not.toHaveBeenCalled()
  })

  it.each([
    ['is the same', async () => config],
    ['is invalid', async () => ({ ...config, apiBase: 7 })],
    ['cannot be fetched', async () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('does not reload if it %s', async (_name, answer) => {
    served.mockImplementation(answer)
    await openList()
    comeBack(11)
    await waitFor(() => expect(served).toHaveBeenCalledOnce())
    await new Promise((resolve) => setTimeout(resolve))
    expect(reloadPage).not.toHaveBeenCalled()
  })

  it('the portal does not request the configuration again within ten minutes', async () => {
    await openList()
    comeBack(9)
    expect(served).not.toHaveBeenCalled()
  })
})
