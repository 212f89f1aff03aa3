import { parentPort, workerData } from 'node:worker_threads'
import type { LibraryCall, LibraryStart } from './guarded-library.ts'
import { startLibraryCalls } from './library-calls.ts'

/** The thread of `guarded-library.ts`: checks and builds the forms. */
const answer = startLibraryCalls(workerData as LibraryStart, (message) => parentPort?.postMessage(message))
parentPort?.on('message', (call: LibraryCall) => answer(call))
