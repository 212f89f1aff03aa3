import { isRecord } from '../../form-model/record.ts'
import type { SafeStorage } from '../lib/safe-storage.ts'
import { isNumber, isString, readJson, shape } from '../lib/shape.ts'
import { storageKeys } from '../lib/storage-keys.ts'
import type { SignInStep } from './sign-in-step.ts'

const key = storageKeys.signInStep
/** As long as Amplify and Cognito keep a sign-in in progress. */
const lifeMs = 3 * 60_000

/**
 * What a reload does with a step: `true` = shows it again, `false` = restarts the sign-in with a message (a TOTP secret
 * is never stored, and a reset needs the password), `null` = nothing was pending.
 */
const kept: Record<SignInStep['kind'], boolean | null> = {
  code: true,
  'choose-factor': true,
  'new-password': true,
  'set-up-email': true,
  custom: true,
  'set-up-totp': false,
  'reset-required': false,
  done: null,
  unconfirmed: null,
  unsupported: null,
}

/** False instead of a step: a sign-in was in progress, but its step is not stored. */
function isStep(value: unknown): value is SignInStep | false {
  return value === false || (isRecord(value) && isString(value.kind) && kept[value.kind as SignInStep['kind']] === true)
}

const isStored = shape({ step: isStep, until: isNumber })

/** `lost`: a sign-in was in progress and cannot continue; reported once. */
export type Pending = SignInStep | 'lost' | null

export type PendingStep = { read(): Pending; save(step: SignInStep): void; forget(): void }

/** Amplify survives a reload during a challenge but forgets the screen; this remembers it. */
export function pendingStep(store: SafeStorage, now: () => number = Date.now): PendingStep {
  return {
    read() {
      const text = store.get(key)
      if (text === null) return null
      const stored = readJson(text, isStored)
      // Another version of the portal may have stored it before a deployment: then the sign-in starts again.
      if (stored?.step && stored.until > now()) return stored.step
      store.remove(key)
      return 'lost'
    },
    save(step) {
      const keeps = kept[step.kind]
      if (keeps === null) store.remove(key)
      else store.set(key, JSON.stringify({ step: keeps && step, until: now() + lifeMs }))
    },
    forget: () => store.remove(key),
  }
}
