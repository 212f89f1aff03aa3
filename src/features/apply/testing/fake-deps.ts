import { vi } from 'vitest'
import type { ApplicationDeps, FormRules } from '../application/application-types.ts'
import { noUploads } from './no-uploads.ts'

/** A form without fields: every answer is accepted. */
export const anyRules: FormRules = {
  definition: { formVersion: 'v1', steps: [] },
  errorsOf: () => [],
  inWords: (pointer, value) => ({ label: pointer, value: String(value) }),
  optionText: () => undefined,
}

/** An empty browser and an API without drafts, both working; `over` replaces parts. */
export function fakeDeps(over: Partial<ApplicationDeps> = {}): ApplicationDeps {
  let ids = 0
  return {
    local: {
      read: async () => ({ draft: null, rival: null, submission: null, seen: [], isUnread: false }),
      write: async () => true,
      rivalOf: async () => null,
      isSavedHere: async () => false,
      writeSubmission: async () => 'written',
      waitForNoResult: () => undefined,
      remove: async () => true,
      removeAllOf: async () => true,
      listOf: async () => [],
    },
    server: {
      read: async () => ({ kind: 'none' }),
      save: async () => ({ kind: 'gone' }),
      remove: async () => undefined,
      sendOnLeave: () => false,
    },
    submit: { send: async () => ({ kind: 'never-arrived' }), ask: async () => ({ kind: 'never-arrived' }) },
    uploads: noUploads,
    profile: async () => null,
    rulesOf: async () => null,
    tabs: { submitted: vi.fn<ApplicationDeps['tabs']['submitted']>(), deleted: vi.fn<() => void>() },
    clock: { now: Date.now },
    newId: () => `id-${(ids += 1)}`,
    newKey: () => `key-${(ids += 1)}`,
    isOffline: async () => false,
    ...over,
  }
}
