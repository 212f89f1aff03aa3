import { cpSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { guardLibrary } from './guarded-library.ts'
import type { LibraryCall, LibraryMessage, LibraryStart } from './guarded-library.ts'
import type { Thread } from './guarded-tasks.ts'
import { startLibraryCalls } from './library-calls.ts'
import { createPreviewLibrary } from './preview-library.ts'

const work = mkdtempSync(path.join(tmpdir(), 'forms-guarded-'))

const shipped = path.resolve(import.meta.dirname, '../../schemas')
const root = path.join(work, 'schemas')
const name = 'minato-city/childcare-consultation/individual'
const file = path.join(root, name, 'form.json')

beforeEach(() => {
  for (const part of ['shared', name]) cpSync(path.join(shipped, part), path.join(root, part), { recursive: true })
})

function edit(from: string, to: string) {
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to))
}

/** Starts threads of which the first ones never finish a check. */
function threads(slow: number): (start: LibraryStart) => Thread {
  let left = slow
  return (start) => {
    let listener: (message: LibraryMessage) => void = () => undefined
    let fail: (cause: Error) => void = () => undefined
    let isHanging = false
    const call = startLibraryCalls(start, (message) => {
      if (isHanging) return
      isHanging = message.kind === 'reading' && left > 0
      if (isHanging) left -= 1
      listener(message)
    })
    return {
      ready: () => Promise.resolve(),
      post(message) {
        try {
          call(message as LibraryCall)
        } catch (cause) {
          if (!(cause instanceof Error)) throw cause
          fail(cause)
        }
      },
      onMessage: (given) => {
        listener = given
      },
      onFailure: (given) => {
        fail = given
      },
      limit(_limitMs, onOver) {
        if (isHanging) queueMicrotask(onOver)
        return () => undefined
      },
      end: () => Promise.resolve(),
    }
  }
}

describe('forms that are checked in a thread', () => {
  it('checks a form once more at the next request where a busy machine may have ended the check', async () => {
    const library = guardLibrary([root], 1, threads(1), 2)
    expect(await library.form(name, 'ja')).toMatchObject({ shown: 'ended' })
    expect(await library.form(name, 'ja')).toMatchObject({ shown: 'whole', name })
  })

  it('checks a form no third time until it changes', async () => {
    const library = guardLibrary([root], 1, threads(2), 2)
    for (let request = 0; request < 4; request += 1)
      expect(await library.form(name, 'ja')).toMatchObject({ shown: 'ended' })
    edit('"maxLength": 500', '"maxLength": 600')
    expect(await library.refresh(file)).toEqual([name])
    expect(await library.form(name, 'ja')).toMatchObject({ shown: 'whole' })
  })

  it('returns the same forms as without the thread, with the same version', async () => {
    const library = guardLibrary([root], 5000, threads(0))
    expect(library.names()).toEqual([name])
    const form = await library.form(name, 'ja')
    expect(form).toEqual(createPreviewLibrary([root]).form(name, 'ja'))
    const version = form?.formVersion ?? ''
    expect(await library.builtFile(name, version, 'definition.json')).toContain(version)
    edit('"maxLength": 500', '"maxLength": 600')
    expect(await library.refresh(file)).toEqual([name])
    expect((await library.form(name, 'ja'))?.formVersion).not.toBe(version)
  })

  it('names a form whose check takes longer than the limit, and answers other requests', async () => {
    const library = guardLibrary([root], 5000, threads(2))
    expect(library.names()).toEqual([name])
    expect(await library.form(name, 'ja')).toMatchObject({ shown: 'ended', formVersion: null, findings: [] })
    edit('"maxLength": 500', '"maxLength": 600')
    // The check of the changed form is ended as well; the page learns that it must ask for the form again.
    expect(await library.refresh(file)).toEqual([name])
    expect(await library.form(name, 'ja')).toMatchObject({ shown: 'ended' })
  })

  it('answers again after the thread has failed', async () => {
    const library = guardLibrary([root], 5000, threads(0))
    edit('"maxLength": 500', '"maxLength": "500"')
    // No request of the pages can do this: the findings have no words in this language.
    await expect(library.form(name, null as never)).rejects.toThrow()
    expect(await library.form(name, 'ja')).toMatchObject({ name, findings: [{ severity: 'error' }] })
  })

  it('serves no file by a name that every object has', async () => {
    const library = guardLibrary([root], 5000, threads(0))
    const version = (await library.form(name, 'ja'))?.formVersion ?? ''
    expect(await library.builtFile(name, version, 'constructor')).toBeNull()
  })
})
