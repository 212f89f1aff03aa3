import { parentPort } from 'node:worker_threads'

export type TaskCall = { module: string; name: string; args: readonly unknown[] }

export type TaskAnswer = { kind: 'done'; value: unknown } | { kind: 'failed'; message: string }

/** The thread of `guarded-tasks.ts`. Modules are loaded once. */
parentPort?.on('message', (call: TaskCall) => {
  run(call).then(
    (value) => parentPort?.postMessage({ kind: 'done', value } satisfies TaskAnswer),
    (cause: unknown) =>
      parentPort?.postMessage({
        kind: 'failed',
        message: cause instanceof Error ? (cause.stack ?? cause.message) : String(cause),
      } satisfies TaskAnswer),
  )
})

async function run({ module, name, args }: TaskCall): Promise<unknown> {
  const loaded = (await import(module)) as { [name: string]: (...args: readonly unknown[]) => unknown }
  const task = loaded[name]
  if (!task) throw new Error(`${module} has no ${name}`)
  return task(...args)
}
