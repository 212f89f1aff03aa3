import { useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { ErrorSummary } from '../ui/fields/ErrorSummary.tsx'

/** The summary above a small form; a new attempt takes the focus again. */
export function FormErrors({ errors, attempt }: { errors: readonly FormError[]; attempt: number }) {
  const t = useText('critical')
  if (errors.length === 0) return null
  return <ErrorSummary key={attempt} title={t('summary.title', { count: errors.length })} errors={errors} />
}

export type FormError = { targetId: string; message: string }

/**
 * The errors of a small form after its submit button was clicked. All errors appear at once; `attempt` changes with every
 * failed submit, so that the summary takes the focus again.
 */
export function useFormErrors() {
  const [state, setState] = useState<{ errors: FormError[]; attempt: number }>({ errors: [], attempt: 0 })
  return {
    ...state,
    /** Shows these errors. Returns true if there are none. */
    accept(errors: (FormError | null)[]): boolean {
      const found = errors.filter((error) => error !== null)
      setState((now) => ({ errors: found, attempt: now.attempt + 1 }))
      return found.length === 0
    },
    /** Removes the errors of fields that are no longer part of the form. */
    drop(ids: readonly string[]): void {
      setState((now) => ({ ...now, errors: now.errors.filter(({ targetId }) => !ids.includes(targetId)) }))
    },
    messageOf: (id: string) => state.errors.find(({ targetId }) => targetId === id)?.message,
  }
}

/** The text of a field as it is in the form. */
export function textOf(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name)
  return typeof value === 'string' ? value : ''
}
