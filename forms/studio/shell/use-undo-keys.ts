import { useEffect, useEffectEvent } from 'react'

/** Ctrl+Z undoes, Ctrl+Y and Ctrl+Shift+Z redo; on a Mac with command. */
export function useUndoKeys(edited: { undo: () => unknown; redo: () => unknown }): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return
    const key = event.key.toLowerCase()
    if (key === 'z' && !event.shiftKey) edited.undo()
    else if (key === 'y' || (key === 'z' && event.shiftKey)) edited.redo()
    else return
    event.preventDefault()
  })
  useEffect(() => {
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
}
