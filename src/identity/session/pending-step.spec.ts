import { describe, expect, it } from 'vitest'
import { storageKeys } from '../../lib/storage-keys.ts'
import { pendingStep } from './session.ts'
import { memoryStore } from './testing/memory-tab.ts'

describe('the step with which a reloaded page continues', () => {
  it.each([
    { minutes: 3, step: { kind: 'code', channel: 'email', destination: 'h***@e***' } },
    { minutes: 60, step: { kind: 'reset-required' } },
  ] as const)('a reloaded page continues with the step $step.kind for $minutes minutes', ({ minutes, step }) => {
    let now = 0
    const store = memoryStore()
    pendingStep(store, () => now).save(step, 'local')
    now = minutes * 60_000 - 1
    expect(pendingStep(store, () => now).read()).toEqual(step)
    expect(pendingStep(store, () => now).storage(), 'where the user wants the tokens').toBe('local')
    now = minutes * 60_000
    expect(pendingStep(store, () => now).read()).toBe('lost')
  })

  it.each([
    '{',
    '"code"',
    '{"step":{"kind":"riddle"},"until":9e15,"storage":"local"}',
    '{"step":{"kind":"done"},"until":9e15,"storage":"local"}',
    '{"step":{"kind":"set-up-email"},"until":9e15}',
  ])('the step is lost if the stored value is not a step of this version: %s', (text) => {
    const store = memoryStore()
    store.set(storageKeys.signInStep, text)
    expect(pendingStep(store).read()).toBe('lost')
    expect(store.keys()).toEqual([])
  })

  it('no step remains after the end of a sign-in', () => {
    const store = memoryStore()
    const pending = pendingStep(store)
    for (const last of [{ kind: 'done' }, { kind: 'unconfirmed' }, { kind: 'unsupported', step: 'X' }] as const) {
      pending.save({ kind: 'set-up-email' }, 'session')
      pending.save(last, 'session')
      expect(pending.read()).toBeNull()
      expect(store.keys()).toEqual([])
    }
  })

  it('a step with a secret is lost, which is reported once', () => {
    const store = memoryStore()
    pendingStep(store).save({ kind: 'set-up-totp', secret: 'ABC' }, 'session')
    expect(
      store
        .keys()
        .map((key) => store.get(key))
        .join(' '),
      'a secret is never kept',
    ).not.toContain('ABC')
    expect(pendingStep(store).read()).toBe('lost')
    expect(pendingStep(store).read()).toBeNull()
  })
})
