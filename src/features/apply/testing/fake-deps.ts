import { vi } from 'vitest'
import type { OrderDetails, Profile } from '../../../api/generated/api.schemas.ts'
import type { ApplicationDeps, FormRules } from '../application/application-deps.ts'
import { noUploads } from './no-uploads.ts'

/** The registered data of a company. */
export const company: Profile = {
  kind: 'corporation',
  email: 'office@example.jp',
  corporateNumber: '8000020130001',
  corporationName: '株式会社みなと設備',
  contactName: '港 花子',
  contactNameKana: 'ミナト ハナコ',
  contact: { email: true, phone: false, post: false },
  locale: 'ja',
}

/** A form without fields: every answer is accepted. */
export const anyRules: FormRules = {
  definition: { formVersion: 'v1', steps: [] },
  errorsOf: () => [],
  toSend: (answers) => answers,
  inWords: (pointer, value) => ({ label: pointer, value: String(value) }),
  optionText: () => undefined,
}

/** An application at the API with these answers. */
export function receivedOrder(answers: OrderDetails['answers'], orderId = 'OR-1'): OrderDetails {
  const at = '2026-11-21T10:00:00.000Z'
  const form = { serviceId: 'water-start', serviceName: '', type: 'individual', formVersion: 'v1' }
  const lists = { attachments: [], timeline: [], charges: [], files: [], allowedActions: [] }
  const state = { status: 'NOT_STARTED' as const, submittedAt: at, updatedAt: at }
  return { orderId, receiptNumber: orderId, ...form, ...state, ...lists, answers }
}

/** An empty browser and an API without drafts, both working; `over` replaces parts. */
export function fakeDeps(over: Partial<ApplicationDeps> = {}): ApplicationDeps {
  let ids = 0
  return {
    local: {
      claim: async () => null,
      write: () => true,
      remove: () => undefined,
    },
    server: {
      read: async () => ({ kind: 'none' }),
      save: async () => ({ kind: 'conflict' }),
      remove: async () => ({ kind: 'removed' }),
      sendOnLeave: () => false,
    },
    submit: {
      send: async () => ({ kind: 'never-arrived' }),
      ask: async () => ({ kind: 'never-arrived' }),
      read: async (orderId) => ({ kind: 'received', order: receivedOrder({}, orderId) }),
    },
    uploads: noUploads,
    profile: async () => null,
    rulesOf: async () => null,
    published: async () => null,
    submitted: vi.fn<ApplicationDeps['submitted']>(),
    now: Date.now,
    newId: () => `id-${(ids += 1)}`,
    isOffline: async () => false,
    ...over,
  }
}
