import type { SafeStorage } from '../lib/safe-storage.ts'
import type { SignInStep } from './sign-in-step.ts'

const key = 'portal.signInStep'
/** As long as Amplify and Cognito keep a sign-in in progress. */
const lifeMs = 3 * 60_000

/** Steps that can be shown again after a reload. A TOTP secret is never kept: its set-up starts over. */
type KeptStep = Extract<SignInStep, { kind: 'code' | 'choose-factor' | 'new-password' | 'set-up-email' | 'custom' }>

const keptKinds: Record<SignInStep['kind'], boolean> = {
  code: true,
  'choose-factor': true,
  'new-password': true,
  'set-up-email': true,
  custom: true,
  done: false,
  'set-up-totp': false,
  'reset-required': false,
  unconfirmed: false,
  unsupported: false,
}

const isKept = (step: SignInStep): step is KeptStep => keptKinds[step.kind]

export type PendingStep = { read(): KeptStep | null; keep(step: SignInStep): void; forget(): void }

/** Amplify survives a reload in mid-challenge but forgets which screen it was; this remembers the screen. */
export function pendingStep(store: SafeStorage, now: () => number = Date.now): PendingStep {
  return {
    read() {
      const text = store.get(key)
      if (text === null) return null
      // Written by keep() in this tab alone; session storage is not shared.
      const { step, until } = JSON.parse(text) as { step: KeptStep; until: number }
      return until > now() ? step : null
    },
    keep(step) {
      if (isKept(step)) store.set(key, JSON.stringify({ step, until: now() + lifeMs }))
      else store.remove(key)
    },
    forget: () => store.remove(key),
  }
}
