import { useRef, useState } from 'react'
import { accountFault } from './account-fault.ts'
import type { FaultText } from './account-fault.ts'

export type AccountAction = {
  busy: boolean
  fault: FaultText | null
  /** Grows with every failure, so that the same message is announced again. */
  failures: number
  /** Runs one action at a time; a second press while it runs does nothing. */
  run: (action: () => Promise<void>) => Promise<void>
}

/** Something the user does with the own account: busy while it runs, and in words why it failed. */
export function useAccountAction(): AccountAction {
  const [state, setState] = useState<Omit<AccountAction, 'run'>>({ busy: false, fault: null, failures: 0 })
  const running = useRef(false)
  async function run(action: () => Promise<void>): Promise<void> {
    if (running.current) return
    running.current = true
    setState((now) => ({ ...now, busy: true, fault: null }))
    try {
      await action()
      setState((now) => ({ ...now, busy: false }))
    } catch (error) {
      setState((now) => ({ busy: false, fault: accountFault(error), failures: now.failures + 1 }))
    } finally {
      running.current = false
    }
  }
  return { ...state, run }
}
