import { useText } from '../i18n/use-text.ts'
import { ErrorSummary } from '../ui/fields/ErrorSummary.tsx'
import type { FormFault } from '../ui/fields/form-errors.ts'

/** The summary above a small form; a new attempt takes the focus again. */
export function FormErrors({ faults, attempt }: { faults: readonly FormFault[]; attempt: number }) {
  const t = useText('critical')
  if (faults.length === 0) return null
  return <ErrorSummary key={attempt} title={t('summary.title', { count: faults.length })} errors={faults} />
}
