import path from 'node:path'
import { Worker } from 'node:worker_threads'
import type { TaskAnswer, TaskCall } from './task-thread.ts'
import { limitThread } from './thread-limit.ts'

/** A function that a thread imports and calls with values that can be sent to it. */
export type Task = { module: string; name: string; args: readonly unknown[] }

/** A task was ended because it took longer than the limit, or used all memory. */
export class TaskEnded extends Error {}

export type GuardedTasks = {
  /** Runs one task after another. Rejects with `TaskEnded`, or with the error of the task. */
  run<Result>(task: Task, limitMs: number): Promise<Result>
  close(): Promise<void>
}

/** Runs tasks whose time depends on forms in a thread, so that no form blocks the server. */
export function guardTasks(): GuardedTasks {
  let last: Promise<unknown> = Promise.resolve()
  let thread: Worker | undefined

  function start(): Worker {
    const started = new Worker(path.join(import.meta.dirname, 'task-thread.ts'))
    started.unref()
    return started
  }

  async function runNow(task: Task, limitMs: number): Promise<unknown> {
    const worker = (thread ??= start())
    const { module, name, args } = task
    let stopWatching: () => void = () => undefined
    try {
      const answer = await new Promise<TaskAnswer>((resolve, reject) => {
        worker.once('message', resolve)
        // The thread has used all memory.
        worker.once('error', (cause) => reject(new TaskEnded(cause instanceof Error ? cause.message : String(cause))))
        stopWatching = limitThread(worker, limitMs, () =>
          reject(new TaskEnded(`${name} took longer than ${limitMs} ms`)),
        )
        worker.postMessage({ module, name, args } satisfies TaskCall)
      })
      if (answer.kind === 'failed') throw new Error(answer.message)
      return answer.value
    } catch (cause) {
      if (cause instanceof TaskEnded) {
        thread = undefined
        await worker.terminate()
      }
      throw cause
    } finally {
      stopWatching()
      worker.removeAllListeners('message').removeAllListeners('error')
    }
  }

  return {
    run<Result>(task: Task, limitMs: number) {
      const result = last.then(() => runNow(task, limitMs)) as Promise<Result>
      last = result.catch(() => undefined)
      return result
    },
    async close() {
      await thread?.terminate()
      thread = undefined
    },
  }
}
