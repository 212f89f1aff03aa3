import path from 'node:path'
import { guardTasks } from '../../preview/guarded-tasks.ts'
import type { Thread } from '../../preview/guarded-tasks.ts'
import type * as formTasks from './form-tasks.ts'

type FormTasks = typeof formTasks

/** The functions of `form-tasks.ts`, in a thread that is ended if one of them takes longer than the limit. */
export type GuardedFormTasks = {
  [Name in keyof FormTasks]: (...args: Parameters<FormTasks[Name]>) => Promise<Awaited<ReturnType<FormTasks[Name]>>>
} & { close: () => Promise<void> }

export function guardFormTasks(limitMs: number, startThread: () => Thread): GuardedFormTasks {
  const tasks = guardTasks(startThread)
  const module = path.join(import.meta.dirname, 'form-tasks.ts')
  const run = <Name extends keyof FormTasks>(name: Name, ...args: Parameters<FormTasks[Name]>) =>
    tasks.run<Awaited<ReturnType<FormTasks[Name]>>>({ module, name, args }, limitMs)
  return {
    formChanges: (...args) => run('formChanges', ...args),
    approval: (...args) => run('approval', ...args),
    madeSamples: (...args) => run('madeSamples', ...args),
    publish: (...args) => run('publish', ...args),
    close: () => tasks.close(),
  }
}
