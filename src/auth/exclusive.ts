/** Runs `task` while no other tab runs one of the same name; a browser without Web Locks just runs it. */
export type Exclusive = <T>(name: string, task: () => Promise<T>) => Promise<T>

/**
 * A tab that had to wait pauses before it goes on: what the holder wrote to local storage, or told by message, reaches
 * another renderer process some time after the lock does.
 */
const settleMs = 100

export const exclusive: Exclusive = async (name, task) => {
  if (typeof navigator === 'undefined' || !('locks' in navigator)) return task()
  const free = await navigator.locks.request(name, { ifAvailable: true }, async (lock) =>
    lock === null ? null : { result: await task() },
  )
  if (free) return free.result
  return navigator.locks.request(name, async () => {
    await new Promise((resolve) => setTimeout(resolve, settleMs))
    return task()
  })
}
