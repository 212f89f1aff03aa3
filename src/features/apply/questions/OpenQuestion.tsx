import { useNavigate } from 'react-router-dom'
import type { OrderDetails } from '../../../api/generated/api.schemas.ts'
import { useGetOrder } from '../../../api/generated/orders/orders.ts'
import { staleTimes } from '../../../api/queries.ts'
import { notify } from '../../../feedback/notify.ts'
import type { TextKey } from '../../../i18n/catalogue.ts'
import { useLanguage, useText } from '../../../i18n/use-text.ts'
import { formatDateTime } from '../../../lib/dates.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/Button.tsx'
import type { ButtonVariant } from '../../../ui/Button.tsx'
import { DescriptionList } from '../../../ui/DescriptionList.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { readFromTheTop } from '../../../ui/PageTitle.tsx'
import styles from '../application/application-layout.module.css'
import questionStyles from './OpenQuestion.module.css'
import { useApplicationState } from '../application/use-application.ts'
import type { OpenApplication } from '../application/use-application.ts'
import type { Question } from '../application/application-types.ts'
import { useComparedVersions } from './compared-versions.ts'
import { useSentElsewhere } from '../application/SentElsewhere.tsx'
import { useReplacement } from './use-replacement.ts'
import type { Replacement } from './use-replacement.ts'

type Key = TextKey<'apply'>
type Action = 'mine' | 'theirs' | 'history' | 'details' | 'asNew' | 'again' | 'asCorrection' | 'discard' | 'later'

const buttons: { [action in Action]: { text: Key; variant: ButtonVariant } } = {
  mine: { text: 'draft.conflictMine', variant: 'primary' },
  theirs: { text: 'draft.conflictTheirs', variant: 'secondary' },
  history: { text: 'submission.history', variant: 'primary' },
  details: { text: 'sent.details', variant: 'primary' },
  asNew: { text: 'gone.recreate', variant: 'secondary' },
  again: { text: 'gone.recreate', variant: 'secondary' },
  asCorrection: { text: 'gone.continue', variant: 'secondary' },
  discard: { text: 'gone.discard', variant: 'danger' },
  later: { text: 'draft.decideLater', variant: 'text' },
}

type Situation =
  /** Two devices have changed the same answers. */
  | 'conflict'
  /** The draft was sent or deleted elsewhere: creating it again could mean a second application. */
  | 'gone'
  /** The correction was sent elsewhere: this is one more application, which replaces nothing. */
  | 'replaced'
  /** Nothing has replaced the returned application. */
  | 'correction'
  /** The return was taken back. */
  | 'notReturned'
  /** An earlier version of these answers was received, and can be withdrawn. */
  | 'received'
  | 'final'
  | 'withdrawn'
  | 'withdrawnCorrection'

const receipt = 'settlement.acceptedOnly'
const decide = ['details', 'asNew', 'discard'] as const

/** What the user has to know in each situation, and what can be done beside あとで決める. */
const situations: { [situation in Situation]: { texts: readonly Key[]; actions: readonly Action[] } } = {
  conflict: { texts: ['draft.conflict'], actions: ['mine', 'theirs'] },
  gone: { texts: ['gone.unknown'], actions: ['history', 'again', 'discard'] },
  replaced: { texts: ['submission.replaced', 'gone.second'], actions: decide },
  correction: { texts: ['gone.correction'], actions: ['history', 'asCorrection', 'discard'] },
  notReturned: { texts: ['submission.notReturned', 'gone.second'], actions: decide },
  received: { texts: [receipt, 'gone.second', 'gone.withdraw'], actions: decide },
  final: { texts: [receipt, 'gone.second'], actions: decide },
  withdrawn: { texts: [receipt, 'gone.withdrawn'], actions: decide },
  withdrawnCorrection: { texts: [receipt, 'gone.withdrawn'], actions: ['details', 'asCorrection', 'discard'] },
}

type Props = { application: OpenApplication }

/**
 * A decision that only the user can make, as a dialog. Escape and the back gesture postpone it: then it is a notice,
 * which opens the dialog again.
 */
export function OpenQuestion({ application }: Props) {
  const { store } = application
  const t = useText('apply')
  const question = useApplicationState(store, (state) => state.question)
  const sent = useSentElsewhere(application)
  if (question === null || (question.kind === 'conflict' && question.conflicts === null) || sent !== null) return null
  if (question.isPostponed !== true) return <QuestionDialog application={application} question={question} />
  return (
    <Notice tone="warning" title={t(titleOf(question))}>
      <div className={styles.actions}>
        <Button variant="secondary" onClick={() => store.reopenQuestion()}>
          {t('draft.decideNow')}
        </Button>
      </div>
    </Notice>
  )
}

function titleOf(question: Question): Key {
  if (question.kind === 'conflict') return 'draft.conflictTitle'
  return receivedOf(question) === null ? 'gone.title' : 'gone.receivedTitle'
}

/** The order that an earlier version of these answers has become. */
function receivedOf(question: Question): OrderDetails | null {
  return question.kind === 'gone' ? (question.received?.order ?? null) : null
}

function QuestionDialog({ application, question }: Props & { question: Question }) {
  const { store, tenantId } = application
  const t = useText('apply')
  const language = useLanguage()
  const navigate = useNavigate()
  const { reapplyOf } = store.state().content
  const read = receivedOf(question)
  // It may have been withdrawn since.
  const query = { staleTime: staleTimes.orders, enabled: read !== null }
  const { data: order = read } = useGetOrder(read?.orderId ?? '', { query })
  const returned = question.kind === 'conflict' ? null : order === null ? reapplyOf : order.reapplyOf
  const replacement = useReplacement(returned ?? null)
  const differing = useComparedVersions(question, order, application)
  // Texts and buttons that change later would be missed or hit by mistake.
  if (replacement === 'reading' || differing === null) return null

  const { texts, actions } = situations[situationOf(question, order, replacement, reapplyOf !== null)]
  const sent = order?.orderId ?? (typeof replacement === 'string' ? reapplyOf : replacement.orderId)
  const run: { [action in Action]: () => void } = {
    mine: () => decide(() => store.resolveConflict('mine')),
    theirs: () => decide(() => store.resolveConflict('theirs')),
    history: () => void navigate(paths.applicationHistory(tenantId)),
    details: () => void (sent !== null && navigate(paths.historyDetails(tenantId, sent))),
    asNew: () => decide(() => store.recreate(true)),
    again: () => decide(() => store.recreate(false)),
    asCorrection: () => decide(() => store.recreate(false)),
    discard() {
      store.discard()
      notify({ tone: 'success', message: t('gone.discarded') })
      void navigate(paths.applicationList(tenantId))
    },
    later: () => store.postpone(),
  }

  function decide(how: () => void) {
    how()
    // The form is rendered again, with the control that had the focus, and takes none before the dialog has closed.
    queueMicrotask(readFromTheTop)
  }

  const values = {
    ...(question.kind === 'conflict' && { savedAt: formatDateTime(question.theirs.savedAt, language) }),
    ...(order !== null && { receiptNumber: order.receiptNumber }),
  }
  return (
    <Dialog
      opened
      unasked
      onClose={run.later}
      title={t(titleOf(question))}
      actions={[...actions, 'later' as const].map((action) => (
        <Button key={action} variant={buttons[action].variant} onClick={run[action]}>
          {t(buttons[action].text)}
        </Button>
      ))}
    >
      <div className={questionStyles.question}>
        {texts.map((text) => (
          <p key={text}>{t(text, values)}</p>
        ))}
        {order !== null && <p>{t(differing.length > 0 ? 'gone.differs' : 'gone.same')}</p>}
        {differing.length > 0 && (
          <DescriptionList
            items={differing.map(({ pointer, name, versions }) => ({
              key: pointer,
              term: name,
              description: (
                <div className={questionStyles.question}>
                  {versions.map((version) => (
                    <p key={version}>{version}</p>
                  ))}
                </div>
              ),
            }))}
          />
        )}
      </div>
    </Dialog>
  )
}

/** Without an order that has replaced the returned one. */
const withoutReplacement: { [state in Exclude<Replacement, object | 'reading'>]: Situation } = {
  none: 'correction',
  'not-returned': 'notReturned',
  unknown: 'gone',
}

function situationOf(
  question: Question,
  order: OrderDetails | null,
  replacement: Exclude<Replacement, 'reading'>,
  isCorrection: boolean,
): Situation {
  if (question.kind === 'conflict') return 'conflict'
  if (order === null) return typeof replacement === 'string' ? withoutReplacement[replacement] : 'replaced'
  if (order.status !== 'CANCELLED_BY_USER') return order.allowedActions.includes('withdraw') ? 'received' : 'final'
  return isCorrection && replacement === 'none' ? 'withdrawnCorrection' : 'withdrawn'
}
