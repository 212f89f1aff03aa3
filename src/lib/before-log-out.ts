type Leaving = { tenantId: string; userId: string }
type Task = (leaving: Leaving) => Promise<void>

const tasks = new Set<Task>()

/** What must be sent or removed while the session still holds, e.g. an unsaved draft. Returns the way out. */
export function registerBeforeLogOut(task: Task): () => void {
  tasks.add(task)
  return () => tasks.delete(task)
}

/** Runs everything registered; a failing task keeps nobody from logging out. */
export async function runBeforeLogOut(leaving: Leaving): Promise<void> {
  await Promise.allSettled([...tasks].map((task) => task(leaving)))
}
