import { useEffect, useRef } from 'react'
import { minPasswordLength } from '../../../credentials/password-rules.ts'
import { useText } from '../../../i18n/use-text.ts'
import { Notice } from '../../../ui/Notice.tsx'
import type { AccountAction } from './use-account-action.ts'

/** Why the action failed; takes the focus each time. */
export function ActionFault({ action: { fault, failures } }: { action: AccountAction }) {
  const t = useText('profile')
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failures > 0) box.current?.focus()
  }, [failures])
  if (fault === null) return null
  return <Notice key={failures} ref={box} tone="danger" role="alert" title={t(fault, { min: minPasswordLength })} />
}
