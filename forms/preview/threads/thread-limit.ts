import type { Worker } from 'node:worker_threads'

/** A thread that gets so little of the machine's time is ended as well. */
const mostPatience = 12

/**
 * Calls back once if a thread works for longer than the limit; returns a function that stops watching. The processor
 * time of the thread counts, so that a busy machine refuses no form. Node before 24.6 does not measure it; there the
 * clock counts.
 */
export function limitThread(worker: Worker, limitMs: number, onOver: () => void): () => void {
  const started = performance.now()
  const before = workedMs(worker)
  let isWatching = true
  let timer: ReturnType<typeof setTimeout> | undefined
  const stop = () => {
    isWatching = false
    clearTimeout(timer)
  }
  const end = () => {
    if (!isWatching) return
    stop()
    onOver()
  }
  const wait = (ms: number) => {
    timer = setTimeout(() => void check(), ms)
  }
  async function check(): Promise<void> {
    // A thread inside a long call of the engine answers after it.
    const measured = Promise.all([before, workedMs(worker)])
    const restMs = started + limitMs * mostPatience - performance.now()
    const patience = setTimeout(end, Math.max(restMs, 0))
    const [first, now] = await measured
    clearTimeout(patience)
    if (!isWatching) return
    const leftMs = first === null || now === null ? 0 : limitMs - (now - first)
    if (leftMs <= 0) end()
    else wait(Math.max(leftMs, 50))
  }
  wait(limitMs)
  return stop
}

/** The processor time of a thread, which has none before it runs; null if Node does not measure it. */
async function workedMs(worker: Worker): Promise<number | null> {
  if (!('cpuUsage' in worker)) return null
  try {
    const { user, system } = await worker.cpuUsage()
    return (user + system) / 1000
  } catch (cause) {
    if (cause instanceof Error) return 0
    throw cause
  }
}
