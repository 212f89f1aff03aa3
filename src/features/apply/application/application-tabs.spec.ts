import { expect, it, vi } from 'vitest'
import { applicationTabs } from './application-tabs.ts'
import type { LocalRecord } from '../draft/draft.ts'
import type { TabMessage } from './application-tabs.ts'

const order = { orderId: 'OR-1', receiptNumber: '1', status: 'WAITING_PAYMENT' } as const
const content = { formVersion: 'v1', answers: {}, step: null, shippingAddress: null }
const record: LocalRecord = {
  tenantId: 'minato-city',
  userId: 'U-1',
  serviceId: 'form',
  type: 'individual',
  applicationId: 'application-1',
  changedAt: '2026-11-29T10:00:00+09:00',
  content: { ...content, unplaced: [], registered: [], reapplyOf: null },
  baseContent: null,
  etag: null,
  savedAt: null,
  unsaved: true,
  submission: { key: 'key-1', phase: 'editing', body: null },
  write: 1,
}
const messages: { [Kind in TabMessage['kind']]: TabMessage & { kind: Kind } } = {
  take: { kind: 'take', name: 'form', request: '1' },
  'hand-over': { kind: 'hand-over', request: '1', answer: { kind: 'written', record: null } },
  result: { kind: 'result', name: 'form', order },
  'logging-out': { kind: 'logging-out', tenantId: 'minato-city', userId: 'U-1' },
  unstored: { kind: 'unstored', record },
  'logged-out': { kind: 'logged-out', tenantId: 'minato-city', userId: 'U-1' },
}

it.each(Object.values(messages))('another tab receives $kind, but nothing of another shape', async (message) => {
  const other = new BroadcastChannel('portal-applications')
  const listener = vi.fn<(received: TabMessage) => void>()
  const unsubscribe = applicationTabs.subscribe(listener)
  for (const value of [null, 'text', {}]) other.postMessage(value)
  for (const key of Object.keys(message)) other.postMessage({ ...message, [key]: {} })
  other.postMessage(message)
  await vi.waitFor(() => expect(listener).toHaveBeenCalled())
  expect(listener.mock.calls).toEqual([[message]])
  unsubscribe()
  other.close()
})
