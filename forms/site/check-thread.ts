import type { LibraryStart } from '../preview/guarded-library.ts'
import type { Thread } from '../preview/guarded-tasks.ts'
import type { WorkerInput, WorkerOutput } from './check-calls.ts'
import { memoryFiles } from './memory-files.ts'

/** Starts a worker that checks and builds forms, with the files of this page. */
export function startCheckThread(library: LibraryStart | null): Thread {
  const worker = new Worker(new URL('./check-worker.ts', import.meta.url), { type: 'module' })
  let known = 0
  const newFiles = () => {
    const files = memoryFiles.changesSince(known)
    known = memoryFiles.revision
    return files
  }
  const send = (input: WorkerInput) => worker.postMessage(input)
  send({ kind: 'start', files: newFiles(), library })
  const ready = new Promise<void>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<WorkerOutput>) => {
      if (data.kind === 'ready') resolve()
    })
    // The file cannot be fetched.
    worker.addEventListener('error', ({ message }) => reject(new Error(message)))
  })
  ready.catch(() => undefined)
  return {
    ready: () => ready,
    // A browser does not measure the time of a worker.
    limit(limitMs, onOver) {
      const timer = setTimeout(onOver, limitMs)
      return () => clearTimeout(timer)
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
