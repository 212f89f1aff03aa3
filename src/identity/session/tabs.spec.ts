import { expect, it, vi } from 'vitest'
import { openTabs } from './tabs.ts'
import type { TabMessage } from './tabs.ts'

const tokens = { username: 'hanako', idToken: 'i', accessToken: 'a', refreshToken: 'r', clockDrift: '0' }
const messages: { [Kind in TabMessage['kind']]: TabMessage & { kind: Kind } } = {
  'signed-in': { kind: 'signed-in', username: 'hanako' },
  'signed-out': { kind: 'signed-out', username: 'hanako', reason: 'limit' },
  rotated: { kind: 'rotated', replaced: 'r0', tokens },
  'successor-asked': { kind: 'successor-asked', replaced: 'r0' },
}

it.each(Object.values(messages))(
  'another tab receives $kind, but nothing of another shape or client',
  async (message) => {
    const other = new BroadcastChannel('portal-session')
    const tabs = openTabs('client')
    const listener = vi.fn<(received: TabMessage) => void>()
    tabs.listen(listener)
    for (const value of [null, 'text', {}, { clientId: 'client' }, { clientId: 'another', message }])
      other.postMessage(value)
    for (const key of Object.keys(message))
      other.postMessage({ clientId: 'client', message: { ...message, [key]: {} } })
    other.postMessage({ clientId: 'client', message })
    await vi.waitFor(() => expect(listener).toHaveBeenCalled())
    expect(listener.mock.calls).toEqual([[message]])
    tabs.close()
    other.close()
  },
)
