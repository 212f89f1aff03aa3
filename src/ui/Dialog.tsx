import { useId, useLayoutEffect, useRef } from 'react'
import styles from './Dialog.module.css'
import { beganOutside } from './double-click.ts'
import { dialogOpened } from './open-dialogs.ts'
import { requestPageFocus } from './PageTitle.tsx'
import { inPhrases } from './phrases.ts'
import type { Content } from './elements.ts'

type Props = {
  opened: boolean
  /** Called on Escape and on Back. The dialog closes when `opened` becomes false. */
  onClose: () => void
  /** The heading: a question, or a message. */
  title: string
  children: Content
  /**
   * Focuses the title, so that the next key fills in no field: for a dialog that may open while the user types
   * elsewhere, or whose first control is an optional field, for which a phone would open its keyboard over the buttons.
   */
  unasked?: boolean
  /** The buttons, the preferred one first. */
  actions?: Content
}

const fields = 'input, select, textarea'

/**
 * A native modal dialog, which traps the focus and restores it afterwards. With a field in it, its first control has
 * the focus, otherwise its title: the key or the double click that opened it must not press one of its buttons.
 */
export function Dialog({ opened, ...dialog }: Props) {
  return opened ? <OpenDialog {...dialog} /> : null
}

/** A separate component, so that the dialog closes before it is removed: only then the browser restores the focus. */
function OpenDialog({ onClose, title, unasked = false, children, actions }: Omit<Props, 'opened'>) {
  const dialog = useRef<HTMLDialogElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const titleId = useId()
  const latestOnClose = useRef(onClose)
  useLayoutEffect(() => {
    latestOnClose.current = onClose
  }, [onClose])
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    const show = () => {
      element.showModal()
      if (unasked || element.querySelector(fields) === null) heading.current?.focus()
    }
    show()
    // Browsers close a dialog without asking if the close request is repeated (Escape, Back on Android).
    // https://html.spec.whatwg.org/multipage/interaction.html#close-requests
    const onClosed = () => {
      show()
      latestOnClose.current()
    }
    element.addEventListener('close', onClosed)
    return () => {
      element.removeEventListener('close', onClosed)
      element.close()
      // The formerly focused element is gone, e.g. because the dialog opened while a page was replaced. Until the next
      // frame a browser may still name the element in the dialog that had the focus.
      const focused = document.activeElement
      if (focused === null || focused === document.body || element.contains(focused)) requestPageFocus()
    }
  }, [unasked])
  useLayoutEffect(() => dialogOpened(() => latestOnClose.current()), [])
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      onClickCapture={(event) => {
        if (!beganOutside(event.currentTarget)) return
        event.preventDefault()
        event.stopPropagation()
      }}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <h2 ref={heading} id={titleId} className={styles.title} tabIndex={-1}>
        {inPhrases(title)}
      </h2>
      <div className={styles.body}>{children}</div>
      {actions !== undefined && <div className={styles.actions}>{actions}</div>}
    </dialog>
  )
}
