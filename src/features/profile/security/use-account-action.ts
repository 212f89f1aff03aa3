import { useState } from 'react'
import { useSubmitOnce } from '../../../lib/use-submit-once.ts'
import type { SubmitOnce } from '../../../lib/use-submit-once.ts'
import { accountFault } from './account-fault.ts'
import type { FaultText } from './account-fault.ts'

export type AccountAction = {
  busy: boolean
  fault: FaultText | null
  /** Grows with every failure, so that the same message is announced again. */
  failures: number
  run: (action: Parameters<SubmitOnce['submit']>[0]) => Promise<void>
}

/** An action at the identity provider, with the text of its failure. */
export function useAccountAction(): AccountAction {
  const { submit, busy } = useSubmitOnce()
  const [failure, setFailure] = useState<{ fault: FaultText | null; failures: number }>({ fault: null, failures: 0 })
  return {
    busy,
    ...failure,
    fault: busy ? null : failure.fault,
    run: (action) =>
      submit(
        async () => {
          await action()
          setFailure((now) => ({ ...now, fault: null }))
        },
        (_problem, error) => {
          setFailure((now) => ({ fault: accountFault(error), failures: now.failures + 1 }))
          return null
        },
      ),
  }
}
