import { parentPort, workerData } from 'node:worker_threads'
import { createPreviewLibrary } from './preview-library.ts'
import type { LibraryCall, LibraryMessage, LibraryStart } from './guarded-library.ts'

/** The thread of `guarded-library.ts`: checks and builds the forms. */
const { folders, ended } = workerData as LibraryStart
const library = createPreviewLibrary(folders, {
  ended: new Map(ended),
  onReading: (reading) => post({ kind: 'reading', reading }),
})
parentPort?.on('message', ({ id, ask }: LibraryCall) => post({ kind: 'answer', id, value: answer(ask) }))

function post(message: LibraryMessage): void {
  parentPort?.postMessage(message)
}

function answer(ask: LibraryCall['ask']): unknown {
  if (ask.kind === 'names') return library.names()
  if (ask.kind === 'form') return library.form(ask.name, ask.language)
  if (ask.kind === 'refresh') return library.refresh(ask.file)
  return library.builtFile(ask.name, ask.formVersion, ask.file)
}
