import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { sessionLimits, watchSession } from '../session/session-limits.ts'
import type { LimitState, SessionWatch } from '../session/session-limits.ts'
import { useSession, useSessionPort } from '../session/session-context.tsx'
import { useText } from '../../i18n/use-text.ts'
import { useConfig } from '../../lib/config-context.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { useSessionEnd } from './session-end-context.ts'
import { useLogOut } from './use-log-out.tsx'

/** How often the remaining minutes are computed. */
const tickMs = 10_000

/**
 * Warns before the idle or the absolute limit ends the session, and ends it then: the page's path and drafts are kept.
 */
export function SessionLimit() {
  const t = useText('common')
  const session = useSession()
  const port = useSessionPort()
  const { limits } = useConfig()
  const { endSession } = useSessionEnd()
  const { leaving, leave, question } = useLogOut()
  const watch = useRef<SessionWatch | null>(null)
  const [state, setState] = useState<LimitState | null>(null)
  const [now, setNow] = useState(Date.now)

  const changed = useEffectEvent((next: LimitState) => {
    setState(next)
    setNow(Date.now())
    if (next.kind === 'over') void endSession()
  })
  useEffect(() => {
    const running = watchSession({
      session,
      limits: sessionLimits(limits, port.keptIn() === 'local'),
      onChange: (next) => changed(next),
      now: () => Date.now(),
    })
    watch.current = running
    return () => running.stop()
  }, [session, port, limits])

  const warning = state?.kind === 'warning' ? state : null
  useEffect(() => {
    if (!warning) return
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [warning])

  const minutes = warning === null ? 0 : Math.max(1, Math.ceil((warning.endsAt - now) / 60_000))
  const text =
    warning?.canExtend === false ? t('session.ending', { count: minutes }) : t('session.warning', { count: minutes })
  const close = () => (warning?.canExtend === false ? setState(null) : watch.current?.extend())
  return (
    <>
      <Dialog
        opened={warning !== null}
        unasked
        onClose={close}
        title={warning?.canExtend === false ? t('session.endingTitle') : t('session.warningTitle')}
        actions={
          <>
            <Button onClick={close}>{warning?.canExtend === false ? t('button.close') : t('button.continue')}</Button>
            <Button variant="secondary" busy={leaving} onClick={leave}>
              {leaving ? t('nav.loggingOut') : t('nav.logOut')}
            </Button>
          </>
        }
      >
        <p>{text}</p>
      </Dialog>
      {question}
    </>
  )
}
