import { useEffect, useEffectEvent, useState } from 'react'
import { studioHost } from './studio-host.ts'

type Options<Answer> = {
  /** Whether a change of forms may change the answer. */
  concerns?: (changed: readonly string[]) => boolean
  /** What becomes of a later answer. */
  merge?: (found: Answer, before: Answer | null) => Answer
  onFailure?: (cause: unknown) => void
}

/**
 * What `ask` resolves to; null before the first time. It asks again for another key, and after a change that concerns
 * the answer, which stays until the next one. An answer for an earlier key is dropped.
 */
export function useAnswer<Answer>(
  key: string,
  ask: () => Promise<Answer>,
  { concerns = () => false, merge = (found) => found, onFailure = reportError }: Options<Answer> = {},
): Answer | null {
  const [answer, setAnswer] = useState<Answer | null>(null)
  const begin = useEffectEvent(ask)
  const isConcerned = useEffectEvent(concerns)
  const take = useEffectEvent((found: Answer) => setAnswer((before) => merge(found, before)))
  const fail = useEffectEvent(onFailure)
  useEffect(() => {
    let isCurrent = true
    const load = () =>
      void begin().then(
        (found) => isCurrent && take(found),
        (cause: unknown) => isCurrent && fail(cause),
      )
    load()
    const stop = studioHost().onFormsChanged((changed) => isConcerned(changed) && load())
    return () => {
      isCurrent = false
      stop()
    }
  }, [key])
  return answer
}
