import type { TenantLook } from '../edit/tenant-files.ts'
import type { Language } from '../../src/lib/language.ts'
import type { Lookups } from '../../src/form-engine/field/ports.ts'
import type { PreviewForm } from './preview-library.ts'

/** Where a page gets the forms from that it shows. */
export type FormHost = {
  /** The current state of a form; `null` if there is no form of that name. */
  form: (name: string, language: Language) => Promise<PreviewForm | null>
  /** The look of the tenant of a form; `null` if there is none. */
  tenant: (name: string) => Promise<TenantLook | null>
  addresses: Lookups['address']
  /** Calls back with the names of forms that have changed; returns a function that unsubscribes. */
  onFormsChanged: (listener: (names: string[]) => void) => () => void
  /** The base address of built forms. */
  built: string
}

let current: FormHost | null = null

export function formHost(): FormHost {
  if (!current) throw new Error('The page has no forms yet')
  return current
}

/** Call it before the first form is shown. */
export function connectForms(host: FormHost): void {
  current = host
}
