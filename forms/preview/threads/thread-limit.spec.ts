import { Worker } from 'node:worker_threads'
import { afterEach, expect, it } from 'vitest'
import { limitThread } from './thread-limit.ts'

const workers: Worker[] = []

afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.terminate()))
})

function run(code: string): Worker {
  const worker = new Worker(code, { eval: true })
  workers.push(worker)
  return worker
}

it('ends a thread that computes for longer than the limit', async () => {
  const ended = new Promise((resolve) => {
    limitThread(run('/^(a+)+$/.test("a".repeat(60) + "b")'), 100, () => resolve('by the limit'))
  })
  expect(await ended).toBe('by the limit')
})

it.runIf('cpuUsage' in Worker.prototype)('does not end a thread to which the machine gives no time', async () => {
  const idle = run('Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1200)')
  const ended = new Promise((resolve) => {
    idle.once('exit', () => resolve('by itself'))
    limitThread(idle, 400, () => resolve('by the limit'))
  })
  expect(await ended).toBe('by itself')
})

it('does not call back after it was stopped', async () => {
  const busy = run('while (true);')
  const over: string[] = []
  const stop = limitThread(busy, 50, () => over.push('the stopped limit'))
  stop()
  await new Promise<void>((resolve) => {
    limitThread(busy, 150, () => {
      over.push('the other limit')
      resolve()
    })
  })
  expect(over).toEqual(['the other limit'])
})
