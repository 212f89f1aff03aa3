import { startTransition, useEffect, useRef, useState } from 'react'
import { problemOf } from './problem.ts'
import type { Problem } from './problem.ts'

/** Decides what a failure shows: the problem, another one, or null if the caller shows it elsewhere. */
type OnFailure = (problem: Problem, error: unknown) => Problem | null

export type SubmitOnce = {
  /** Runs one action at a time; a call while one is running does nothing. It never rejects. */
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
  useEffect(() => {
    running.current = state.busy
  }, [state])

  async function submit(action: () => Promise<void>, onFailure: OnFailure = (problem) => problem): Promise<void> {
    if (running.current) return
    running.current = true
    setState({ busy: true, problem: null })
    try {
      await action()
      // It may have ended with a navigation, which React renders in a transition: until then the button is still there.
      startTransition(() => setState({ busy: false, problem: null }))
    } catch (error) {
      setState({ busy: false, problem: onFailure(problemOf(error) ?? { kind: 'unreadable', fields: [] }, error) })
    }
  }

  return { ...state, submit, clearProblem: () => setState((now) => ({ ...now, problem: null })) }
}
