import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { minPasswordLength } from '../fields/password-rules.ts'
import { useText } from '../../i18n/use-text.ts'
import { useSubmitOnce } from '../../lib/use-submit-once.ts'
import type { SubmitOnce } from '../../lib/use-submit-once.ts'
import { Notice } from '../../ui/Notice.tsx'
import { accountErrorText } from './account-error.ts'
import type { AccountErrorText } from './account-error.ts'

/** Why the action failed. Takes the focus after each failure. */
export function ActionError({ action: { errorText, failures } }: { action: AccountAction }) {
  const t = useText('profile')
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (failures > 0) box.current?.focus()
  }, [failures])
  if (errorText === null) return null
  return <Notice key={failures} ref={box} tone="danger" role="alert" title={t(errorText, { min: minPasswordLength })} />
}

type AccountAction = {
  busy: boolean
  errorText: AccountErrorText | null
  /** Incremented by every failure, so that a repeated message is announced again. */
  failures: number
  run: (action: Parameters<SubmitOnce['submit']>[0], textOf?: (error: unknown) => AccountErrorText) => Promise<void>
}

/** An action at the identity provider, with the text of its failure. */
export function useAccountAction(): AccountAction {
  const { submit, busy } = useSubmitOnce()
  const [failure, setFailure] = useState<{ errorText: AccountErrorText | null; failures: number }>({
    errorText: null,
    failures: 0,
  })
  return {
    busy,
    ...failure,
    errorText: busy ? null : failure.errorText,
    run: (action, textOf = accountErrorText) =>
      submit(
        async () => {
          await action()
          setFailure((now) => ({ ...now, errorText: null }))
        },
        (_problem, error) => {
          setFailure((now) => ({ errorText: textOf(error), failures: now.failures + 1 }))
          return null
        },
      ),
  }
}

/**
 * If a change removes the clicked button, the focus moves to the part of the page that changed instead of being lost.
 * `shown` is the data of that part.
 */
export function useKeptFocus<Part extends HTMLElement>(shown: unknown): RefObject<Part | null> {
  const part = useRef<Part>(null)
  const before = useRef(shown)
  useEffect(() => {
    if (before.current === shown) return
    before.current = shown
    const { activeElement } = document
    if (activeElement === null || activeElement === document.body) part.current?.focus()
  }, [shown])
  return part
}
