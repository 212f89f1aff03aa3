import { findSources } from '../source/find-sources.ts'
import { formNameOf } from '../source/form-folder.ts'
import type { Language } from '../../src/lib/language.ts'
import type { PreviewForm, Reading } from './preview-library.ts'
import type { Thread } from './guarded-tasks.ts'

export type LibraryStart = { folders: readonly string[]; ended: [folder: string, content: string][] }

type Ask =
  | { kind: 'names' }
  /** `again` is the folder of a form whose check was ended, to check it once more. */
  | { kind: 'form'; name: string; language: Language; again?: string | undefined }
  | { kind: 'refresh'; file: string }
  | { kind: 'built'; name: string; formVersion: string; file: string }

export type LibraryCall = { id: number; ask: Ask }

/** `reading` is the form that is checked now, `null` after it. */
export type LibraryMessage =
  | { kind: 'reading'; reading: Reading | null }
  | { kind: 'answer'; id: number; value: unknown }

/** A `PreviewLibrary` in a thread of its own. */
export type GuardedLibrary = {
  names(): string[]
  form(name: string, language: Language): Promise<PreviewForm | null>
  refresh(file: string): Promise<string[]>
  builtFile(name: string, formVersion: string, file: string): Promise<string | null>
}

type Waiting = { ask: Ask; resolve: (value: unknown) => void; reject: (cause: Error) => void }

/**
 * The forms below some folders, checked in a thread, so that a form never blocks the server. If the check of a form
 * takes longer than the limit, or uses all memory, it is ended, and the form is not checked again until it changes.
 * Where a busy machine can cause that, the next request checks it again, up to `mostTries` times.
 */
export function guardLibrary(
  folders: readonly string[],
  limitMs: number,
  startThread: (start: LibraryStart) => Thread,
  mostTries = 1,
): GuardedLibrary {
  /** The content of each folder whose check was ended, and how often. */
  const ended = new Map<string, { content: string; tries: number }>()
  const waiting = new Map<number, Waiting>()
  let reading: Reading | null = null
  let stopWatching: () => void = () => undefined
  let lastId = 0
  /** null after it has failed, until the next request. */
  let thread: Thread | null = start()

  function start(): Thread {
    const started = startThread({ folders, ended: [...ended].map(([folder, { content }]) => [folder, content]) })
    started.onMessage((message) => {
      // The messages of an ended thread may arrive late.
      if (started === thread) receive(message as LibraryMessage, started)
    })
    started.onFailure((cause) => {
      // The message about the end of a check comes by another way, and may be here already without being read.
      setTimeout(() => {
        if (started !== thread) return
        if (reading) return endReading(reading)
        thread = null
        for (const { reject } of waiting.values()) reject(cause)
        waiting.clear()
      })
    })
    return started
  }

  function receive(message: LibraryMessage, from: Thread): void {
    if (message.kind === 'answer') {
      waiting.get(message.id)?.resolve(message.value)
      waiting.delete(message.id)
      return
    }
    stopWatching()
    const { reading: now } = message
    reading = now
    if (now) {
      stopWatching = from.limit(limitMs, () => {
        // If this process was busy, the message about the end is already here.
        setTimeout(() => {
          if (reading === now) endReading(now)
        })
      })
    }
  }

  function endReading({ folder, content }: Reading): void {
    stopWatching()
    reading = null
    const before = ended.get(folder)
    ended.set(folder, { content, tries: before?.content === content ? before.tries + 1 : 1 })
    void thread?.end()
    const next = start()
    thread = next
    for (const [id, { ask }] of waiting) next.post({ id, ask: askAfterEnd(ask) } satisfies LibraryCall)
  }

  /** The folder of a form to check again. It stays in `ended`, which counts its tries. */
  function againOf(name: string): string | undefined {
    return [...ended].find(([folder, { tries }]) => formNameOf(folder) === name && tries < mostTries)?.[0]
  }

  function call<Answer>(ask: Ask): Promise<Answer> {
    return new Promise((resolve, reject) => {
      lastId += 1
      waiting.set(lastId, { ask, resolve: (value) => resolve(value as Answer), reject })
      thread ??= start()
      thread.post({ id: lastId, ask } satisfies LibraryCall)
    })
  }

  return {
    // Reads the names without the thread, which may be busy with a form.
    names: () => findSources(folders).folders.map(formNameOf),
    form: (name, language) => call({ kind: 'form', name, language, again: againOf(name) }),
    refresh: (file) => call({ kind: 'refresh', file }),
    builtFile: (name, formVersion, file) => call({ kind: 'built', name, formVersion, file }),
  }
}

/** What a new thread must answer for a request of the one before. */
function askAfterEnd(ask: Ask): Ask {
  // The new thread has already read the changed files, so it would report no change.
  if (ask.kind === 'refresh') return { kind: 'names' }
  return ask.kind === 'form' ? { ...ask, again: undefined } : ask
}
