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

type State<Subject> = { refused: { subject: Subject } | null; dropped: readonly string[]; attempt: number }

/**
 * The errors of a small form after its submit button was clicked. All errors appear at once; `attempt` changes with every
 * failed submit, so that the summary takes the focus again.
 * @param errorsOf is called on every render, so that the messages are in the language of the page
 */
export function useFormErrors<Subject>(errorsOf: (subject: Subject) => readonly (FormError | null)[]) {
  const [{ refused, dropped, attempt }, setState] = useState<State<Subject>>({
    refused: null,
    dropped: [],
    attempt: 0,
  })
  const found = (subject: Subject) => errorsOf(subject).filter((error) => error !== null)
  const errors = refused === null ? [] : found(refused.subject).filter(({ targetId }) => !dropped.includes(targetId))
  return {
    errors,
    attempt,
    /** Shows the errors of the subject. Returns true if there are none. */
    accept(subject: Subject): boolean {
      const isValid = found(subject).length === 0
      setState((now) => ({ refused: isValid ? null : { subject }, dropped: [], attempt: now.attempt + 1 }))
      return isValid
    },
    /** Removes the errors of fields that are no longer part of the form. */
    drop(ids: readonly string[]): void {
      setState((now) => ({ ...now, dropped: [...now.dropped, ...ids] }))
    },
    messageOf: (id: string) => errors.find(({ targetId }) => targetId === id)?.message,
  }
}

/** The text of a field as it is in the form. */
export function textOf(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name)
  return typeof value === 'string' ? value : ''
}
