import { useRef, useState } from 'react'
import type { AskIfSure } from './log-out-outcome.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { useSessionEnd } from './session-end-context.ts'
import type { Elements } from '../../ui/elements.ts'

type Question = { loss: Parameters<AskIfSure>[0]; answer: (isSure: boolean) => void }

/**
 * The log-out of a button. It asks before something is lost. `question`: its dialog, which must not be rendered inside
 * of what closes meanwhile. `onQuestion` is called before the dialog opens.
 */
export function useLogOut(onQuestion?: () => void): { leaving: boolean; leave: () => void; question: Elements } {
  const t = useText('common')
  const { logOut } = useSessionEnd()
  const [leaving, setLeaving] = useState(false)
  const [isSure, setIsSure] = useState(false)
  const [question, setQuestion] = useState<Question | null>(null)
  const left = useRef(false)

  const ask: AskIfSure = (loss) => {
    onQuestion?.()
    return new Promise((answer) => setQuestion({ loss, answer }))
  }

  function leave() {
    if (left.current) return
    left.current = true
    setLeaving(true)
    void logOut(ask).finally(() => {
      left.current = false
      setLeaving(false)
      setIsSure(false)
      setQuestion(null)
    })
  }

  function stay() {
    if (!isSure) question?.answer(false)
  }

  function leaveAnyway() {
    setIsSure(true)
    question?.answer(true)
  }

  const texts = {
    answers: { title: t('logOut.unsavedTitle'), text: t('logOut.unsaved'), stay: t('logOut.stay') },
    undecided: { title: t('logOut.undecidedTitle'), text: t('logOut.undecided'), stay: t('logOut.decide') },
    result: { title: t('logOut.pendingTitle'), text: t('logOut.pending'), stay: t('logOut.stay') },
  }
  return {
    leaving,
    leave,
    question: question !== null && (
      <Dialog
        opened
        unasked
        onClose={stay}
        title={texts[question.loss].title}
        actions={
          <>
            <Button onClick={stay}>{texts[question.loss].stay}</Button>
            <Button variant="secondary" busy={isSure} onClick={leaveAnyway}>
              {isSure ? t('nav.loggingOut') : t('nav.logOut')}
            </Button>
          </>
        }
      >
        <p>{texts[question.loss].text}</p>
      </Dialog>
    ),
  }
}
