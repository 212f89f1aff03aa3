import { expect, it } from 'vitest'
import { answerTask, guardTasks, TaskEnded } from './guarded-tasks.ts'
import type { Task, TaskAnswer, Thread } from './guarded-tasks.ts'

const tasks = {
  double: (number: number) => number * 2,
  fail: () => {
    throw new Error('Not this form')
  },
  forever: () => new Promise<never>(() => undefined),
}

/** A thread that is over its limit as soon as it begins what never ends. */
function startThread(ended: string[]): Thread {
  let listener: (message: unknown) => void = () => undefined
  let onOver: () => void = () => undefined
  return {
    ready: () => Promise.resolve(),
    post(message) {
      const task = message as Task
      void answerTask(task, () => Promise.resolve(tasks as never)).then((answer: TaskAnswer) => listener(answer))
      if (task.name === 'forever') onOver()
    },
    onMessage(given) {
      listener = given
    },
    onFailure: () => undefined,
    limit(_limitMs, over) {
      onOver = over
      return () => undefined
    },
    end() {
      ended.push('ended')
      return Promise.resolve()
    },
  }
}

it('runs tasks one after another, ends one that never returns, and goes on', async () => {
  const ended: string[] = []
  const run = guardTasks<typeof tasks>(5000, () => startThread(ended))
  const answers = await Promise.allSettled([run('double', 2), run('forever'), run('fail'), run('double', 4)])
  expect(answers[0]).toEqual({ status: 'fulfilled', value: 4 })
  expect(answers[1]).toMatchObject({ status: 'rejected', reason: expect.any(TaskEnded) as unknown })
  expect(answers[2]).toMatchObject({
    status: 'rejected',
    reason: { message: expect.stringContaining('Not this form') as unknown },
  })
  expect(answers[3]).toEqual({ status: 'fulfilled', value: 8 })
  expect(ended).toEqual(['ended'])
})
