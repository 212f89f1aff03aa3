import { useState } from 'react'
import { useText } from '../i18n/use-text.ts'
import { ErrorSummary } from '../ui/fields/ErrorSummary.tsx'

/** The summary above a small form; a new attempt takes the focus again. */
export function FormErrors({ faults, attempt }: { faults: readonly FormFault[]; attempt: number }) {
  const t = useText('critical')
  if (faults.length === 0) return null
  return <ErrorSummary key={attempt} title={t('summary.title', { count: faults.length })} errors={faults} />
}

export type FormFault = { targetId: string; message: string }

/**
 * The errors of a small form after a press of its button: what is missing is named all at once, and `attempt` changes
 * with every failed press, so that the summary takes the focus again.
 */
export function useFormFaults() {
  const [state, setState] = useState<{ faults: FormFault[]; attempt: number }>({ faults: [], attempt: 0 })
  return {
    ...state,
    /** Shows these faults; true if there are none. */
    accept(faults: (FormFault | null)[]): boolean {
      const found = faults.filter((fault) => fault !== null)
      setState((now) => ({ faults: found, attempt: now.attempt + 1 }))
      return found.length === 0
    },
    messageOf: (id: string) => state.faults.find(({ targetId }) => targetId === id)?.message,
  }
}

/** The text of a field as it is in the form. */
export function textOf(form: HTMLFormElement, name: string): string {
  const value = new FormData(form).get(name)
  return typeof value === 'string' ? value : ''
}
