import { answerTask } from '../preview/guarded-tasks.ts'
import type { Task, TaskModule } from '../preview/guarded-tasks.ts'
import type { LibraryCall, LibraryStart } from '../preview/guarded-library.ts'
import { startLibraryCalls } from '../preview/library-calls.ts'
import { createPreviewLibrary } from '../preview/preview-library.ts'
import { memoryFiles } from './memory-files.ts'
import type { FileChanges } from './memory-files.ts'
import { putFiles, readToolFiles } from './tool-files.ts'

/** What a page sends to the worker. The files arrive before the messages that need them. */
export type WorkerInput =
  | { kind: 'start'; files: FileChanges; library: LibraryStart | null }
  | { kind: 'files'; files: FileChanges }
  | { kind: 'message'; message: unknown }

/** A message of the library or of a task, and the files that it has written. */
export type WorkerOutput =
  | { kind: 'ready'; warmUpMs: number }
  | { kind: 'message'; message: unknown; files: FileChanges }

const warmUpForm = {
  'warm-up/town/dogs/individual/form.json': JSON.stringify({
    engine: 1,
    steps: [
      { id: 'dog', schema: { type: 'object', properties: { name: { type: 'string', pattern: '^[ァ-ヶー]+$' } } } },
    ],
  }),
  'warm-up/town/dogs/individual/texts.ja.json': JSON.stringify({
    title: '犬',
    steps: { dog: { title: '犬' } },
    fields: { name: { label: '名前' } },
  }),
}

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
      const warmUpMs = warmUp()
      receive(input.files)
      library = input.library && startLibraryCalls(input.library, answer)
      // Loading must not count as work. A failure to load is the answer of the first task.
      const loaded = input.library ? Promise.resolve() : loadTasks()
      void loaded.catch(() => undefined).then(() => post({ kind: 'ready', warmUpMs }))
    } else if (input.kind === 'files') receive(input.files)
    else if (library) library(input.message as LibraryCall)
    else void answerTask(input.message as Task, loadTasks).then(answer)
  }
}

/** Most visits need only the library. */
async function loadTasks(): Promise<TaskModule> {
  return (await import('../studio/tasks/form-tasks.ts')) as unknown as TaskModule
}

/**
 * Checks a small form, so that the time to compile the schemas of the forms counts for none of the author's. Returns
 * the milliseconds, which show how fast this computer is now.
 */
function warmUp(): number {
  const started = performance.now()
  putFiles(warmUpForm)
  createPreviewLibrary(['/tool/forms/site/warm-up']).form('town/dogs/individual', 'ja')
  for (const file of memoryFiles.below('/tool/forms/site/warm-up')) memoryFiles.remove(file)
  return performance.now() - started
}
