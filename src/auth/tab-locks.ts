/** What the portal's tabs agree on at once, whereas what they store or tell each other arrives some time later. */
export type TabLocks = {
  /** Runs `task` while no other tab runs one of the same name. */
  exclusive<T>(name: string, task: () => Promise<T>): Promise<T>
  /** Takes `name` for this tab until the result is called or the page ends; null while another tab has it. */
  claim(name: string): Promise<(() => void) | null>
}

/** The browser's Web Locks; in a browser without them every tab is on its own. */
export const tabLocks: TabLocks = {
  async exclusive(name, task) {
    return hasLocks() ? navigator.locks.request(name, task) : task()
  },
  async claim(name) {
    if (!hasLocks()) return () => {}
    return new Promise((resolve, reject) => {
      navigator.locks
        .request(name, { ifAvailable: true }, (lock) => {
          if (lock === null) return resolve(null)
          return new Promise<void>((release) => resolve(release))
        })
        .catch(reject)
    })
  },
}

function hasLocks() {
  return typeof navigator !== 'undefined' && 'locks' in navigator
}
