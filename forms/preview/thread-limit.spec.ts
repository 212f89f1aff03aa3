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
  let isOver = false
  const stop = limitThread(run('while (true);'), 50, () => {
    isOver = true
  })
  stop()
  await new Promise((resolve) => {
    setTimeout(resolve, 300)
  })
  expect(isOver).toBe(false)
})
