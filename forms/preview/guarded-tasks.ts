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

/** A function that a thread calls with values that can be sent to it. */
export type Task = { name: string; args: readonly unknown[] }

/** What the thread sends back. */
export type TaskAnswer = { kind: 'done'; value: unknown } | { kind: 'failed'; message: string }

/** A task was ended because it took longer than the limit, or used all memory. */
export class TaskEnded extends Error {}

type Functions = { [name: string]: (...args: never[]) => unknown }

/** Runs one task after another. Rejects with `TaskEnded`, or with the error of the task. */
export type GuardedTasks<Tasks extends Functions> = <Name extends keyof Tasks & string>(
  name: Name,
  ...args: Parameters<Tasks[Name]>
) => Promise<Awaited<ReturnType<Tasks[Name]>>>

/** The functions of a module whose time depends on forms, in a thread, so that no form blocks the page. */
export function guardTasks<Tasks extends Functions>(limitMs: number, startThread: () => Thread): GuardedTasks<Tasks> {
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

  async function runNow(task: Task): Promise<unknown> {
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

  return <Name extends keyof Tasks & string>(name: Name, ...args: Parameters<Tasks[Name]>) => {
    const result = last.then(() => runNow({ name, args })) as Promise<Awaited<ReturnType<Tasks[Name]>>>
    last = result.catch(() => undefined)
    return result
  }
}

export type TaskModule = { [name: string]: (...args: readonly unknown[]) => unknown }

/** Runs a task in the thread. */
export async function answerTask({ name, args }: Task, load: () => Promise<TaskModule>): Promise<TaskAnswer> {
  try {
    const task = (await load())[name]
    if (!task) throw new Error(`There is no task ${name}`)
    return { kind: 'done', value: await task(...args) }
  } catch (cause) {
    return { kind: 'failed', message: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause) }
  }
}
