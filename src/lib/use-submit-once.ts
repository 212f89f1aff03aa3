import { startTransition, useLayoutEffect, useRef, useState } from 'react'
import { problemOf } from './problem.ts'
import type { Problem } from './problem.ts'

/** Decides what a failure shows: the problem, another one, or null if the caller shows it elsewhere. */
type OnFailure = (problem: Problem, error: unknown) => Problem | null

export type SubmitOnce = {
  /** Runs one action at a time; a call while one is running does nothing. Rejects only if `onFailure` throws. */
  submit: (action: () => Promise<void>, onFailure?: OnFailure) => Promise<void>
  busy: boolean
  /** Why the last action failed; null while one is running. */
  problem: Problem | null
  clearProblem: () => void
}

/** One click, one request: state alone would let a second click through before React has rendered `busy`. */
export function useSubmitOnce(): SubmitOnce {
  const running = useRef(false)
  const [state, setState] = useState<{ busy: boolean; problem: Problem | null }>({ busy: false, problem: null })
  // A layout effect runs in the commit that enables the button, so that no click is lost.
  useLayoutEffect(() => {
    running.current = state.busy
  }, [state])

  async function submit(action: () => Promise<void>, onFailure: OnFailure = (problem) => problem): Promise<void> {
    if (running.current) return
    running.current = true
    setState({ busy: true, problem: null })
    try {
      await action()
    } catch (error) {
      let problem: Problem | null = null
      try {
        problem = onFailure(problemOf(error) ?? { kind: 'unreadable', fields: [] }, error)
      } finally {
        setState({ busy: false, problem })
      }
      return
    }
    // The request may have ended with a navigation, which React renders in a transition; the button stays busy until
    // then.
    startTransition(() => setState({ busy: false, problem: null }))
  }

  return { ...state, submit, clearProblem: () => setState((now) => ({ ...now, problem: null })) }
}
