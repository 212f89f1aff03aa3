import { answerTask } from '../preview/guarded-tasks.ts'
import type { Task, TaskModule } from '../preview/guarded-tasks.ts'
import type { LibraryCall, LibraryStart } from '../preview/guarded-library.ts'
import { startLibraryCalls } from '../preview/library-calls.ts'
import { memoryFiles } from './memory-files.ts'
import type { FileChanges } from './memory-files.ts'
import { readToolFiles } from './tool-files.ts'

/** What a page sends to the worker. The files arrive before the messages that need them. */
export type WorkerInput =
  | { kind: 'start'; files: FileChanges; library: LibraryStart | null }
  | { kind: 'files'; files: FileChanges }
  | { kind: 'message'; message: unknown }

/** A message of the library or of a task, and the files that it has written. */
export type WorkerOutput = { kind: 'ready' } | { kind: 'message'; message: unknown; files: FileChanges }

/** The worker that checks and builds forms, apart from its messages: they arrive at the function that this returns. */
export function startCheckCalls(post: (output: WorkerOutput) => void): (input: WorkerInput) => void {
  let library: ((call: LibraryCall) => void) | null = null
  let known = 0
  const answer = (message: unknown) => {
    const files = memoryFiles.changesSince(known)
    known = memoryFiles.revision
    post({ kind: 'message', message, files })
  }
  const receive = (files: FileChanges) => {
    memoryFiles.apply(files)
    known = memoryFiles.revision
  }
  return (input) => {
    if (input.kind === 'start') {
      readToolFiles()
      receive(input.files)
      post({ kind: 'ready' })
      library = input.library && startLibraryCalls(input.library, answer)
    } else if (input.kind === 'files') receive(input.files)
    else if (library) library(input.message as LibraryCall)
    else void answerTask(input.message as Task, loadTasks).then(answer)
  }
}

/** Most visits need only the library. */
async function loadTasks(): Promise<TaskModule> {
  return (await import('../studio/tasks/form-tasks.ts')) as unknown as TaskModule
}
