import { parentPort } from 'node:worker_threads'
import { answerTask } from './guarded-tasks.ts'
import type { Task, TaskModule } from './guarded-tasks.ts'

/** The thread of `guarded-tasks.ts`. Modules are loaded once. */
parentPort?.on('message', (task: Task) => {
  void answerTask(task, async () => (await import(task.module)) as TaskModule).then((answer) =>
    parentPort?.postMessage(answer),
  )
})
