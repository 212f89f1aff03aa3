import type { LibraryCall, LibraryMessage, LibraryStart } from './guarded-library.ts'
import { createPreviewLibrary } from './preview-library.ts'

/** Reads the forms, and returns a function that answers the calls of `guarded-library.ts`. */
export function startLibraryCalls(
  { folders, ended }: LibraryStart,
  post: (message: LibraryMessage) => void,
): (call: LibraryCall) => void {
  const notToCheck = new Map(ended)
  const library = createPreviewLibrary(folders, {
    ended: notToCheck,
    onReading: (reading) => post({ kind: 'reading', reading }),
  })
  const answer = (ask: LibraryCall['ask']): unknown => {
    if (ask.kind === 'names') return library.names()
    if (ask.kind === 'form') {
      if (ask.again !== undefined) notToCheck.delete(ask.again)
      return library.form(ask.name, ask.language)
    }
    if (ask.kind === 'refresh') return library.refresh(ask.file)
    return library.builtFile(ask.name, ask.formVersion, ask.file)
  }
  return ({ id, ask }) => post({ kind: 'answer', id, value: answer(ask) })
}
