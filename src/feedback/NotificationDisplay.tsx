import { MantineProvider, createTheme } from '@mantine/core'
import { Notifications, createNotificationsStore, hideNotification, showNotification } from '@mantine/notifications'
import type { NotificationData } from '@mantine/notifications'
import { useEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'
import { useText } from '../i18n/use-text.ts'
import { Icon } from '../ui/Icon.tsx'
import { requestPageFocus } from '../ui/PageTitle.tsx'
import styles from './NotificationDisplay.module.css'
import { connectDisplay } from './notify.ts'
import type { NotificationTone, ShownNotice } from './notify.ts'

const icons = { success: 'check', warning: 'alert', failure: 'cross' } as const satisfies Record<
  NotificationTone,
  string
>

const theme = createTheme({ respectReducedMotion: true, fontFamily: 'inherit' })

/**
 * Shows the notifications of {@link notify}. Loaded when first needed. The timer of a notice stops while the pointer or
 * the focus is on it. The library adds no style elements here, which the content policy would block; the styles are in
 * the CSS module.
 */
export function NotificationDisplay() {
  const t = useText('common')
  const [store] = useState(createNotificationsStore)
  const timers = useRef(new Map<number, Countdown>())
  const box = useRef<HTMLElement>(null)
  const side = useUncoveredFocus(box)
  const close = t('button.close')

  useEffect(() => {
    const running = timers.current
    const hide = (id: number) => {
      running.get(id)?.cancel()
      running.delete(id)
      hideNotification(String(id), store)
    }
    return connectDisplay({
      show: (notice) => {
        showNotification(
          notificationOf(notice, close, () => leaveFocus(box.current)),
          store,
        )
        const { id, timeoutMs } = notice
        if (timeoutMs > 0)
          running.set(
            id,
            countdown(timeoutMs, () => hide(id)),
          )
      },
      hide,
    })
  }, [close, store])

  useEffect(() => {
    const element = box.current
    const each = (act: (timer: Countdown) => void) => () => {
      for (const timer of timers.current.values()) act(timer)
    }
    const hold = each((timer) => timer.hold())
    const resume = each((timer) => timer.resume())
    const reading = { pointerover: hold, pointerout: resume, focusin: hold, focusout: resume }
    for (const [event, listener] of Object.entries(reading)) element?.addEventListener(event, listener)
    return () => {
      for (const [event, listener] of Object.entries(reading)) element?.removeEventListener(event, listener)
    }
  }, [])

  return (
    <MantineProvider theme={theme} withCssVariables={false} withGlobalClasses={false} withStaticClasses={false}>
      <section ref={box} aria-label={t('notification.label')} {...(side !== null && { 'data-side': side })}>
        <Notifications
          store={store}
          className={styles.stack ?? ''}
          withinPortal={false}
          autoClose={false}
          limit={Number.POSITIVE_INFINITY}
          notificationMaxHeight="none"
          transitionDuration={120}
        />
      </section>
    </MantineProvider>
  )
}

type Side = 'top' | 'bottom'

/**
 * The side of the window at which the notices do not cover the focused element (WCAG 2.4.11); null: where the style
 * sheet has them. A page cannot always scroll such an element away from them.
 */
function useUncoveredFocus(box: RefObject<HTMLElement | null>): Side | null {
  const [side, setSide] = useState<Side | null>(null)
  useEffect(() => {
    const notices = () => [...(box.current?.children ?? [])].filter(({ clientHeight }) => clientHeight > 0)
    const uncover = () => {
      const [stack] = notices()
      const focused = document.activeElement
      // Under the pointer nothing may move.
      if (stack === undefined || focused?.matches(':focus-visible') !== true || stack.contains(focused)) return
      const [covering, covered] = [stack.getBoundingClientRect(), focused.getBoundingClientRect()]
      if (overlap(covering, covered)) setSide(covering.top + covering.bottom < window.innerHeight ? 'bottom' : 'top')
    }
    const resized = new ResizeObserver(() => {
      if (notices().length === 0) setSide(null)
      else uncover()
    })
    for (const stack of box.current?.children ?? []) resized.observe(stack)
    // The browser scrolls to the focus after its event.
    const onFocus = () => requestAnimationFrame(uncover)
    document.addEventListener('focusin', onFocus)
    return () => {
      resized.disconnect()
      document.removeEventListener('focusin', onFocus)
    }
  }, [box])
  return side
}

function overlap(one: DOMRect, other: DOMRect): boolean {
  return one.top < other.bottom && other.top < one.bottom && one.left < other.right && other.left < one.right
}

/** If the closed notice had the focus, the heading of the page takes it. */
function leaveFocus(box: HTMLElement | null): void {
  if (box?.contains(document.activeElement) !== true) return
  requestPageFocus()
}

function notificationOf({ id, tone, message }: ShownNotice, close: string, onClose: () => void): NotificationData {
  return {
    id: String(id),
    message,
    onClose,
    role: tone === 'failure' ? 'alert' : 'status',
    icon: <Icon name={icons[tone]} round />,
    // Mantine would write an attribute `color`, which HTML does not have.
    closeButtonProps: { 'aria-label': close, icon: <span>{close}</span>, color: undefined },
    classNames: {
      root: `${styles.notice} ${styles[tone]}`,
      icon: styles.icon ?? '',
      body: styles.body ?? '',
      closeButton: styles.close ?? '',
    },
  }
}

/** A timer that can be paused while a user reads. */
type Countdown = { hold(): void; resume(): void; cancel(): void }

function countdown(milliseconds: number, done: () => void): Countdown {
  let left = milliseconds
  let since = Date.now()
  let timer: ReturnType<typeof setTimeout> | null = setTimeout(done, left)
  return {
    hold() {
      if (timer === null) return
      clearTimeout(timer)
      timer = null
      left -= Date.now() - since
    },
    resume() {
      if (timer !== null) return
      since = Date.now()
      timer = setTimeout(done, Math.max(left, 1_000))
    },
    cancel() {
      if (timer !== null) clearTimeout(timer)
      timer = null
    },
  }
}
