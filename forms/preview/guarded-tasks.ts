/** Code that runs beside this one and can be ended: a thread of Node, or a worker of a browser. */
export type Thread = {
  /** Resolves when the thread can start to work. Loading it does not count as work. */
  ready: () => Promise<void>
  post: (message: unknown) => void
  onMessage: (listener: (message: unknown) => void) => void
  /** The thread has failed, or used all memory. */
  onFailure: (listener: (cause: Error) => void) => void
  /** Calls back once if it works for longer than the limit from now; returns a function that stops watching. */
  limit: (limitMs: number, onOver: () => void) => () => void
  /** Does not reject. */
  end: () => Promise<void>
}

/** A function that a thread imports and calls with values that can be sent to it. */
export type Task = { module: string; name: string; args: readonly unknown[] }

/** What the thread sends back. */
export type TaskAnswer = { kind: 'done'; value: unknown } | { kind: 'failed'; message: string }

/** A task was ended because it took longer than the limit, or used all memory. */
export class TaskEnded extends Error {}

export type GuardedTasks = {
  /** Runs one task after another. Rejects with `TaskEnded`, or with the error of the task. */
  run<Result>(task: Task, limitMs: number): Promise<Result>
  close(): Promise<void>
}

/** Runs tasks whose time depends on forms in a thread, so that no form blocks the server. */
export function guardTasks(startThread: () => Thread): GuardedTasks {
  let last: Promise<unknown> = Promise.resolve()
  let thread: Thread | undefined
  let settle: { resolve: (answer: TaskAnswer) => void; reject: (cause: Error) => void } | undefined

  function start(): Thread {
    const started = startThread()
    started.onMessage((message) => {
      // The messages of an ended thread may arrive late.
      if (started === thread) settle?.resolve(message as TaskAnswer)
    })
    // The thread has used all memory.
    started.onFailure((cause) => {
      if (started === thread) settle?.reject(new TaskEnded(cause.message))
    })
    return started
  }

  async function runNow(task: Task, limitMs: number): Promise<unknown> {
    const worker = (thread ??= start())
    await worker.ready()
    let stopWatching: () => void = () => undefined
    try {
      const answer = await new Promise<TaskAnswer>((resolve, reject) => {
        settle = { resolve, reject }
        stopWatching = worker.limit(limitMs, () => reject(new TaskEnded(`${task.name} took longer than ${limitMs} ms`)))
        worker.post(task)
      })
      if (answer.kind === 'failed') throw new Error(answer.message)
      return answer.value
    } catch (cause) {
      if (cause instanceof TaskEnded) {
        thread = undefined
        await worker.end()
      }
      throw cause
    } finally {
      stopWatching()
      settle = undefined
    }
  }

  return {
    run<Result>(task: Task, limitMs: number) {
      const result = last.then(() => runNow(task, limitMs)) as Promise<Result>
      last = result.catch(() => undefined)
      return result
    },
    async close() {
      await thread?.end()
      thread = undefined
    },
  }
}

export type TaskModule = { [name: string]: (...args: readonly unknown[]) => unknown }

/** Runs a task in the thread. */
export async function answerTask({ module, name, args }: Task, load: () => Promise<TaskModule>): Promise<TaskAnswer> {
  try {
    const task = (await load())[name]
    if (!task) throw new Error(`${module} has no ${name}`)
    return { kind: 'done', value: await task(...args) }
  } catch (cause) {
    return { kind: 'failed', message: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause) }
  }
}
