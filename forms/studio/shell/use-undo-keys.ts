import { useWindowEvent } from '@mantine/hooks'
import type { StudioDocument } from '../studio-document.ts'

/**
 * Ctrl+Z undoes, Ctrl+Y and Ctrl+Shift+Z redo; on a Mac with command. In a dialog, and for a text that is no change of
 * the form yet, the keys are those of the browser: the form would change where the author does not look.
 */
export function useUndoKeys(
  edited: { undo: () => unknown; redo: () => unknown },
  document: Pick<StudioDocument, 'typesApart'>,
): void {
  useWindowEvent('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return
    const isInDialog = event.target instanceof Element && event.target.closest('[role=dialog]') !== null
    if (isInDialog || document.typesApart()) return
    const key = event.key.toLowerCase()
    if (key === 'z' && !event.shiftKey) edited.undo()
    else if (key === 'y' || (key === 'z' && event.shiftKey)) edited.redo()
    else return
    event.preventDefault()
  })
}
