import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { guardTasks, TaskEnded } from './guarded-tasks.ts'
import { startTaskThread } from './threads/node-thread.ts'

const work = mkdtempSync(path.join(tmpdir(), 'forms-tasks-'))

const module = path.join(work, 'tasks.mjs')
writeFileSync(
  module,
  `export const double = (number) => number * 2
export const fail = () => { throw new Error('Not this form') }
export const forever = () => { for (;;); }
`,
)

it('runs tasks one after another, ends one that never returns, and goes on', async () => {
  const tasks = guardTasks(startTaskThread)
  try {
    const answers = await Promise.allSettled([
      tasks.run({ module, name: 'double', args: [2] }, 60_000),
      tasks.run({ module, name: 'forever', args: [] }, 100),
      tasks.run({ module, name: 'fail', args: [] }, 60_000),
      tasks.run({ module, name: 'double', args: [4] }, 60_000),
    ])
    expect(answers[0]).toEqual({ status: 'fulfilled', value: 4 })
    expect(answers[1]).toMatchObject({ status: 'rejected', reason: expect.any(TaskEnded) as unknown })
    expect(answers[2]).toMatchObject({
      status: 'rejected',
      reason: { message: expect.stringContaining('Not this form') as unknown },
    })
    expect(answers[3]).toEqual({ status: 'fulfilled', value: 8 })
  } finally {
    await tasks.close()
  }
})
