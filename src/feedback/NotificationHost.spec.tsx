import { act, render, screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { NotificationHost, prepareNotifications } from './NotificationHost.tsx'
import { notify } from './notify.ts'

const network = vi.hoisted(() => ({ isThere: false }))

vi.mock(import('../lib/style-sheets.ts'), () => ({
  restoreStyleSheets: () => Promise.resolve(),
  withStyleSheets: (load) =>
    network.isThere ? load() : Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
}))

describe('a notice that cannot be shown offline', () => {
  it('keeps the page usable and is shown when the network is back', async () => {
    render(
      <>
        <p>入力中の申請</p>
        <NotificationHost />
      </>,
    )
    act(() => void notify({ tone: 'warning', message: '保存できませんでした。', timeoutMs: 0 }))
    await expect(prepareNotifications()).rejects.toThrow()
    expect(screen.getByText('入力中の申請')).toBeVisible()
    expect(screen.queryByRole('status')).toBeNull()
    network.isThere = true
    await act(async () => {
      window.dispatchEvent(new Event('online'))
      await prepareNotifications()
    })
    expect(await screen.findByRole('status')).toHaveTextContent('保存できませんでした。')
  })
})
