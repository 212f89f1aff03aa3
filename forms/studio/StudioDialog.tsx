import { Modal } from '@mantine/core'
import type { ModalProps } from '@mantine/core'
import { useLayoutEffect, useState } from 'react'
import { useClosing } from './shell/dialog-history.ts'
import { focusDialogBelow, placeOfFocus } from './shell/use-kept-focus.ts'
import type { Say } from './studio-texts.ts'

type Props = Pick<ModalProps, 'title' | 'size' | 'children' | 'onClose'> & { say: Say }

/**
 * A dialog whose close button has a name. Escape and Back close it. Its heading is not a `banner` landmark, because the
 * page has one already.
 */
export function StudioDialog({ say, ...props }: Props) {
  useClosing(props.onClose)
  // Mantine returns the focus of a dialog that is closed, not of one that is removed.
  const [opener] = useState(() => document.activeElement)
  // What is confirmed in the dialog may remove what opened it.
  const [atPlace] = useState(() => opener && placeOfFocus(opener))
  useLayoutEffect(() => {
    return () => {
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
      requestAnimationFrame(() => {
        atPlace?.()
        focusDialogBelow()
      })
    }
  }, [opener, atPlace])
  return (
    <Modal
      opened
      closeOnEscape={false}
      closeButtonProps={{ 'aria-label': say('close') }}
      attributes={{ header: { role: 'none' } }}
      {...props}
    />
  )
}
