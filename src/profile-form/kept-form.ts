import { isRecord } from '../../form-model/record.ts'
import { languageOf } from '../lib/language.ts'
import { sessionStore } from '../lib/safe-storage.ts'
import { readJson } from '../lib/shape.ts'
import type { Guard } from '../lib/shape.ts'
import { storageKeys } from '../lib/storage-keys.ts'
import { emptyValues, textNames } from './profile-values.ts'
import type { ProfileValues } from './profile-values.ts'

/**
 * Typed values of a profile form survive a reload and visits to other pages in the same tab. Secrets are never
 * included. A log-out clears them with the rest of the session storage.
 */
export type KeptForm<Base> = { values: ProfileValues; base: Base }

export function keepForm<Base>(name: string, form: KeptForm<Base>): void {
  sessionStore.set(storageKeys.form + name, JSON.stringify(form))
}

export function forgetForm(name: string): void {
  sessionStore.remove(storageKeys.form + name)
}

/** The kept form, or null. `isBase` checks that the stored base is still readable. */
export function keptForm<Base>(name: string, isBase: Guard<Base>): KeptForm<Base> | null {
  const { values, base } = readJson(sessionStore.get(storageKeys.form + name), isRecord) ?? {}
  return isRecord(values) && isBase(base) ? { values: readValues(values), base } : null
}

function readValues(stored: Record<string, unknown>): ProfileValues {
  const values = emptyValues(languageOf(stored.locale))
  const texts = isRecord(stored.texts) ? stored.texts : {}
  const contact = isRecord(stored.contact) ? stored.contact : {}
  return {
    ...values,
    kind: stored.kind === 'corporation' ? 'corporation' : 'person',
    undivided: stored.undivided === true,
    texts: Object.fromEntries(textNames.map((name) => [name, textOf(texts[name])])) as ProfileValues['texts'],
    contact: { email: contact.email === true, phone: contact.phone === true, post: contact.post === true },
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
