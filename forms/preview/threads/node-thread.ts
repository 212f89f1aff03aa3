import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { LibraryStart } from '../guarded-library.ts'
import type { Thread } from '../guarded-tasks.ts'
import { limitThread } from './thread-limit.ts'

/** Starts a file of the preview in a thread that does not keep this process running. */
function startNodeThread(file: string, workerData?: unknown): Thread {
  // recheck would judge patterns in a process of its own, whose time does not count as that of the thread, and which
  // would go on after the thread was ended.
  const env = { ...process.env, RECHECK_SYNC_BACKEND: 'pure' }
  const worker = new Worker(path.join(import.meta.dirname, '..', file), { workerData, env })
  worker.unref()
  return {
    ready: () => Promise.resolve(),
    limit: (limitMs, onOver) => limitThread(worker, limitMs, onOver),
    post: (message) => worker.postMessage(message),
    onMessage: (listener) => worker.on('message', listener),
    onFailure: (listener) =>
      worker.on('error', (cause) => listener(cause instanceof Error ? cause : new Error(String(cause)))),
    async end() {
      try {
        await worker.terminate()
      } catch (cause) {
        process.emitWarning(cause instanceof Error ? cause : String(cause))
      }
    },
  }
}

/** The thread of `guarded-library.ts`. */
export function startLibraryThread(start: LibraryStart): Thread {
  return startNodeThread('library-thread.ts', start)
}

/** The thread of `guarded-tasks.ts`. */
export function startTaskThread(): Thread {
  return startNodeThread('task-thread.ts')
}
