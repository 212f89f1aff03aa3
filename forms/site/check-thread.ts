import type { LibraryStart } from '../preview/guarded-library.ts'
import type { Thread } from '../preview/guarded-tasks.ts'
import type { WorkerInput, WorkerOutput } from './check-calls.ts'
import { memoryFiles } from './memory-files.ts'

const tickMs = 100
/** How long the warm-up takes on two idle cores. */
const usualWarmUpMs = 1000
/** A computer that is slower than this many times the usual one is not waited for. */
const mostPatience = 12

/** Starts a worker that checks and builds forms, with the files of this page. */
export function startCheckThread(library: LibraryStart | null): Thread {
  const worker = new Worker(new URL('./check-worker.ts', import.meta.url), { type: 'module' })
  let known = 0
  let patience = 1
  const newFiles = () => {
    const files = memoryFiles.changesSince(known)
    known = memoryFiles.revision
    return files
  }
  const send = (input: WorkerInput) => worker.postMessage(input)
  send({ kind: 'start', files: newFiles(), library })
  const ready = new Promise<void>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerOutput>) => {
      if (data.kind !== 'ready') return
      patience = Math.min(Math.max(data.warmUpMs / usualWarmUpMs, 1), mostPatience)
      resolve()
    })
    // The file cannot be fetched.
    worker.addEventListener('error', ({ message }) => reject(new Error(message)))
  })
  ready.catch(() => undefined)
  return {
    ready: () => ready,
    // A browser does not measure the work of a worker, so a slow or busy computer has as much more time as it needed
    // for the warm-up. Counted ticks leave out the time for which the computer sleeps.
    limit(limitMs, onOver) {
      let left = limitMs * patience
      const timer = setInterval(() => {
        left -= tickMs
        if (left > 0) return
        clearInterval(timer)
        onOver()
      }, tickMs)
      return () => clearInterval(timer)
    },
    post(message) {
      const files = newFiles()
      if (files.size > 0) send({ kind: 'files', files })
      send({ kind: 'message', message })
    },
    onMessage: (listener) =>
      worker.addEventListener('message', ({ data }: MessageEvent<WorkerOutput>) => {
        if (data.kind === 'ready') return
        memoryFiles.apply(data.files)
        listener(data.message)
      }),
    onFailure: (listener) => worker.addEventListener('error', ({ message }) => listener(new Error(message))),
    end() {
      worker.terminate()
      return Promise.resolve()
    },
  }
}
