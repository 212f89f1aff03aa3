type Request = {
  name: string
  grant: (lock: Lock | null) => unknown
  settle: () => void
  fail: (cause: unknown) => void
}

/** The locks of one browser in memory (https://w3c.github.io/web-locks/), as far as the portal uses them. */
export function fakeLocks(): Pick<LockManager, 'request' | 'query'> & { crash: () => void } {
  const held = new Map<string, Request>()
  const queue: Request[] = []

  function next(name: string): void {
    if (held.has(name)) return
    const index = queue.findIndex((request) => request.name === name)
    const [request] = index < 0 ? [] : queue.splice(index, 1)
    if (request !== undefined) grant(request)
  }

  function grant(request: Request): void {
    const { name } = request
    held.set(name, request)
    const end = () => {
      request.settle()
      if (held.get(name) !== request) return
      held.delete(name)
      next(name)
    }
    void Promise.resolve(request.grant({ name, mode: 'exclusive' })).then(end, end)
  }

  async function request(
    name: string,
    { ifAvailable = false, steal = false, signal }: LockOptions,
    callback: (lock: Lock | null) => unknown,
  ): Promise<void> {
    await Promise.resolve()
    const { promise, resolve: settle, reject: fail } = Promise.withResolvers<void>()
    const mine: Request = { name, grant: callback, settle, fail }
    if (ifAvailable && held.has(name)) {
      callback(null)
      return undefined
    }
    const isFree = !held.has(name) && !queue.some((one) => one.name === name)
    if (steal) {
      const robbed = held.get(name)
      held.delete(name)
      robbed?.fail(new DOMException('Another tab has taken the lock', 'AbortError'))
      grant(mine)
    } else if (isFree) grant(mine)
    else {
      queue.push(mine)
      signal?.addEventListener('abort', () => {
        const index = queue.indexOf(mine)
        if (index < 0) return
        queue.splice(index, 1)
        fail(signal.reason)
      })
    }
    return promise
  }

  return {
    request: request as LockManager['request'],
    query: async () => ({ held: [...held.keys()].map((name) => ({ name, mode: 'exclusive' })), pending: [] }),
    /** Ends every holder, as if its tab were killed. */
    crash() {
      const names = [...held.keys()]
      held.clear()
      for (const name of names) next(name)
    },
  }
}
