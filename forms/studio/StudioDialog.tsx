import { Modal } from '@mantine/core'
import type { ModalProps } from '@mantine/core'
import type { Say } from './studio-texts.ts'

type Props = Pick<ModalProps, 'title' | 'size' | 'children' | 'onClose'> & { say: Say }

/** A dialog with a named button for closing. Its heading is not a second banner of the page. */
export function StudioDialog({ say, ...props }: Props) {
  return (
    <Modal
      opened
      closeButtonProps={{ 'aria-label': say('close') }}
      attributes={{ header: { role: 'none' } }}
      {...props}
    />
  )
}
