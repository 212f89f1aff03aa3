import { useState } from 'react'
import { TaskEnded } from '../../preview/guarded-tasks.ts'
import { studioHost } from '../studio-host.ts'
import type { Published } from '../studio-host.ts'

/** Publishing goes on while the dialog is closed, and its end is shown in any case. */
export type Publication =
  | { kind: 'asked' }
  | { kind: 'running' }
  | { kind: 'done'; result: Published }
  | { kind: 'failed'; isTooLong: boolean }

/** Saves the form, builds it and publishes it to the portal. */
export function usePublication(name: string, beforePublish: () => Promise<void>) {
  const [publication, setPublication] = useState<Publication>({ kind: 'asked' })
  /** Counts the versions that this page has published. */
  const [published, setPublished] = useState(0)
  const run = async () => {
    setPublication({ kind: 'running' })
    await beforePublish()
    const result = await studioHost().publish(name)
    setPublication({ kind: 'done', result })
    if (result.kind === 'published') setPublished((count) => count + 1)
  }
  return {
    publication,
    published,
    publish: () => {
      run().catch((cause: unknown) => setPublication({ kind: 'failed', isTooLong: cause instanceof TaskEnded }))
    },
    /** The author has read the result. */
    forget: () => setPublication((now) => (now.kind === 'running' ? now : { kind: 'asked' })),
  }
}
