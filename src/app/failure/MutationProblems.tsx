import { useEffect, useEffectEvent } from 'react'
import { notify } from '../../feedback/notify.ts'
import { problemMessage } from '../../feedback/problem-message.ts'
import { useText } from '../../i18n/use-text.ts'
import { usePortal } from '../portal/portal-context.ts'

/** Says what no page shows itself, in the language and with the noun of the page. */
export function MutationProblems() {
  const { problems } = usePortal()
  const t = useText('errors')
  const say = useEffectEvent(() => {
    const problem = problems.get()
    if (problem) notify({ tone: 'failure', message: problemMessage(problem, t) })
  })
  useEffect(() => problems.subscribe(() => say()), [problems])
  return null
}
