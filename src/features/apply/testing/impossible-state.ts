import { isEmpty } from '../../../../form-model/answers.ts'
import { isLocked } from '../submission/submission-state.ts'
import type { Application } from '../application/application-events.ts'

/** Why a state cannot occur; null if it can. For tests of the reducer. */
export function impossible({ stage, content, submission, saving, postponed }: Application): string | null {
  const { phase, order } = submission.view
  const { question, request, queued, status, base } = saving
  const rules: [boolean, string][] = [
    [['held', 'starting-over', 'closing'].includes(stage) && phase !== 'editing', 'busy beside a submission'],
    [stage === 'stopping' && phase !== 'sending', 'stopping without a submission'],
    [(phase === 'sending' || phase === 'not-arrived') && submission.body === null, 'a submission without its text'],
    [phase === 'editing' && submission.body !== null, 'a text to send while the answers change'],
    [(phase === 'done') !== (order !== null), 'an order without success, or success without an order'],
    [phase === 'done' && stage !== 'closed', 'open after the success'],
    [submission.asking && phase !== 'waiting' && stage !== 'closed', 'asking for a known outcome'],
    [question !== null && request !== null, 'saving while a question is open'],
    [question !== null && stage === 'open' && isLocked(phase), 'a question about a submission that is under way'],
    [
      (question === null) === (status.kind === 'undecided') && stage !== 'closed',
      'the status contradicts the question',
    ],
    [request === null && queued !== null, 'a save queued behind none'],
    [request !== null && !base.sent, 'a pending save that was not sent'],
    [
      stage === 'closed' && phase !== 'done' && !isEmpty(content.typed.answers) && request !== null,
      'waiting for the save of a draft that is kept',
    ],
    [postponed && question === null, 'no question to postpone'],
  ]
  return rules.find(([broken]) => broken)?.[1] ?? null
}
