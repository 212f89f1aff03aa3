import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { UploadRefused } from './attachment-storage.ts'
import type { AttachmentRef, Uploads } from './attachment-storage.ts'
import { bytesOf } from './file-bytes.ts'
import { FormUploads } from './form-uploads.ts'
import type { UploadRecord, WaitingFiles } from './form-uploads.ts'
import type { UploadField, UploadRules } from './upload-queue.ts'

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0])
function file(name: string, bytes = png.length): File {
  const content = new Uint8Array(bytes)
  content.set(png)
  return new File([content], name, { type: 'image/png' })
}

/** A form's queues over uploads that the test ends, and the answers that they update. */
function setUp(answer?: unknown, record?: UploadRecord) {
  const started: { name: string; signal: AbortSignal; done: () => void; fail: (error?: Error) => void }[] = []
  const answers = { '/a/x': answer } as { [pointer: string]: unknown }
  const storage: Uploads = {
    upload: (sent, _purpose, _progress, signal) =>
      new Promise((resolve, reject) => {
        const ref: AttachmentRef = {
          attachmentId: `AT-${sent.name}`,
          name: sent.name,
          contentType: sent.type,
          size: sent.size,
          scan: 'CLEAN',
        }
        started.push({
          name: sent.name,
          signal,
          done: () => resolve(ref),
          fail: (error = new Error('connection lost')) => reject(error),
        })
      }),
    remove: vi.fn<Uploads['remove']>(async () => undefined),
    preview: async () => '',
  }
  const uploads = new FormUploads(
    storage,
    {
      read: (pointer) => answers[pointer],
      write: (pointer, value) => {
        answers[pointer] = value
      },
    },
    record,
  )
  return { answers, uploads, started, storage }
}

function shownField(over: Partial<UploadRules> = {}) {
  const onAnswer = vi.fn<UploadField['onAnswer']>()
  const onEvent = vi.fn<UploadField['onEvent']>()
  const rules: UploadRules = {
    accept: ['image/png'],
    maxBytes: 1_000,
    maxTotalBytes: undefined,
    maxFiles: 3,
    purpose: 'application',
    single: false,
    ...over,
  }
  return { rules: () => rules, onAnswer, onEvent }
}

/** What becomes of a chosen file, and its line. */
const lineOf = {
  uploaded: 'uploaded',
  'connection lost': 'failed',
  infected: 'infected',
  'wrong type': 'misnamed',
  empty: 'empty',
  'unreadable size': 'unreadable',
  'unreadable start': 'unreadable',
  'unreadable end': 'unreadable',
} as const
type Outcome = keyof typeof lineOf
const outcomes = Object.keys(lineOf) as Outcome[]

/** Blobs that the reader of the browser cannot read. */
function unreadableParts(): WeakSet<Blob> {
  const failing = new WeakSet<Blob>()
  const read = Blob.prototype.arrayBuffer
  const reading = vi.spyOn(Blob.prototype, 'arrayBuffer').mockImplementation(function (this: Blob) {
    return failing.has(this) ? Promise.reject(new DOMException('Gone', 'NotReadableError')) : read.call(this)
  })
  onTestFinished(() => reading.mockRestore())
  return failing
}

function chosenFile(outcome: Outcome, name: string, failing: WeakSet<Blob>): File {
  if (outcome === 'empty' || outcome === 'unreadable size') {
    const empty = new File([], name)
    if (outcome !== 'empty') failing.add(empty)
    return empty
  }
  const chosen = outcome === 'wrong type' ? new File(['%PDF-1.7'], name) : file(name)
  const { slice } = chosen
  chosen.slice = (...range) => {
    const part = slice.apply(chosen, range)
    if (outcome === 'unreadable start') failing.add(part)
    return part
  }
  if (outcome === 'unreadable end') failing.add(chosen)
  return chosen
}

describe('the uploads that the end of a page interrupts', () => {
  /** What the browser keeps over the end of a page. */
  function browser() {
    const kept = { files: {} as WaitingFiles }
    const record: UploadRecord = { read: () => kept.files, write: (files) => (kept.files = files) }
    return { kept, record }
  }

  it('the names of files are kept while they are uploaded or have failed, and no longer', async () => {
    const { kept, record } = browser()
    const { uploads, started } = setUp(undefined, record)
    uploads.queueAt('/a/x').attach('/a/x', shownField())
    await uploads.queueAt('/a/x').add([file('map.png'), file('plan.png')])
    expect(kept.files).toEqual({ '/a/x': ['map.png', 'plan.png'] })
    started[0]?.done()
    await vi.waitFor(() => expect(kept.files).toEqual({ '/a/x': ['plan.png'] }))
    started[1]?.fail()
    await vi.waitFor(() => expect(uploads.unfinished()).toEqual([{ pointer: '/a/x', code: 'uploadFailed' }]))
    expect(kept.files).toEqual({ '/a/x': ['plan.png'] })
    uploads.drop()
    expect(kept.files).toEqual({})
  })

  it('keeps the name of a chosen file, which counts as uploading, before it is read and prepared', async () => {
    const { kept, record } = browser()
    const { uploads, started, storage } = setUp(undefined, record)
    const prepared = Promise.withResolvers<void>()
    storage.prepare = (chosen) => prepared.promise.then(() => chosen)
    const queue = uploads.queueAt('/a/x')
    queue.attach('/a/x', shownField())
    const added = queue.add([file('map.png'), file('plan.png')])
    expect(kept.files).toEqual({ '/a/x': ['map.png', 'plan.png'] })
    expect([queue.unfinished(), uploads.isBusy()]).toEqual(['uploading', true])
    queue.cancel(queue.entries[0]?.key ?? '')
    expect(kept.files).toEqual({ '/a/x': ['plan.png'] })
    prepared.resolve()
    await added
    expect(started.map(({ name }) => name)).toEqual(['plan.png'])
  })

  it('the next page says which files are to be chosen again, until they are replaced or removed', async () => {
    const { kept, record } = browser()
    const before = setUp(undefined, record)
    before.uploads.queueAt('/a/x').attach('/a/x', shownField())
    await before.uploads.queueAt('/a/x').add([file('map.png'), file('plan.png')])
    before.uploads.close()
    expect(before.started.map(({ signal }) => signal.aborted)).toEqual([true, true])

    const { uploads, started } = setUp(undefined, record)
    const queue = uploads.queueAt('/a/x')
    queue.attach('/a/x', shownField())
    queue.setAnswer(undefined, [])
    expect(queue.entries).toMatchObject([
      { name: 'map.png', state: 'interrupted' },
      { name: 'plan.png', state: 'interrupted' },
    ])
    expect(uploads.unfinished()).toEqual([{ pointer: '/a/x', code: 'uploadInterrupted' }])
    const [first, second] = queue.entries.map(({ key }) => key)
    void queue.replace(first ?? '', [file('map.png')])
    await vi.waitFor(() => expect(started).toHaveLength(1))
    started[0]?.done()
    await queue.remove(second ?? '')
    await vi.waitFor(() => expect(uploads.unfinished()).toEqual([]))
    expect(kept.files).toEqual({})
  })
})

describe('files that the API no longer has, or that another device has removed', () => {
  const ref = (attachmentId: string): AttachmentRef => ({
    attachmentId,
    name: `${attachmentId}.png`,
    contentType: 'image/png',
    size: 12,
    scan: 'CLEAN',
  })
  const ids = ['AT-1', 'AT-2', 'AT-3']
  const said = (answer: readonly string[], missing: readonly string[]) =>
    answer.map((id) => ({ pointer: '/a/x', id, ref: missing.includes(id) ? null : ref(id) }))

  it('every file of the answer that the API does not have is marked, on its page or on another, and no other file is', () => {
    fc.assert(
      fc.property(
        fc.subarray(ids),
        fc.subarray(ids),
        fc.subarray(ids),
        fc.boolean(),
        fc.boolean(),
        (before, after, lost, isShown, isShownFirst) => {
          const { uploads } = setUp(before)
          const queue = uploads.queueAt('/a/x')
          if (isShown) {
            queue.setAnswer(before, [])
            queue.attach('/a/x', shownField())
          }
          for (const answer of [before, after]) {
            const missing = lost.filter((id) => answer.includes(id))
            if (isShown && isShownFirst) queue.setAnswer(answer, [])
            uploads.describe(said(answer, missing))
            if (isShown) queue.setAnswer(answer, [])
            const named = queue.entries.filter(({ state }) => state !== 'missing')
            expect(named.map(({ name }) => name)).toEqual(named.map(({ key }) => `${key}.png`))
            const marked = queue.entries
              .filter(({ state }) => state === 'missing')
              .map(({ attachmentId }) => attachmentId)
            expect(new Set(marked)).toEqual(new Set(missing))
            expect(uploads.unfinished().map(({ code }) => code)).toEqual(missing.length > 0 ? ['fileMissing'] : [])
            const listed = new Set(queue.entries.map(({ attachmentId }) => attachmentId))
            expect(listed).toEqual(new Set(isShown ? answer : missing))
          }
          const removed = before.filter((id) => isShown && !after.includes(id) && !lost.includes(id))
          expect(queue.refused).toEqual(removed.map((id) => ({ name: `${id}.png`, reason: 'removedElsewhere' })))
        },
      ),
    )
  })

  it('a missing file is replaced in the answer, or removed from it without a request', async () => {
    const { uploads, started, storage } = setUp()
    const queue = uploads.queueAt('/a/x')
    queue.setAnswer(['AT-1', 'AT-2'], [])
    const field = shownField()
    queue.attach('/a/x', field)
    uploads.describe(said(['AT-1', 'AT-2'], ['AT-1', 'AT-2']))
    void queue.replace('AT-1', [file('map.png')])
    expect(field.onAnswer).toHaveBeenLastCalledWith(['AT-2'])
    await vi.waitFor(() => expect(started).toHaveLength(1))
    started[0]?.done()
    await vi.waitFor(() => expect(field.onAnswer).toHaveBeenLastCalledWith(['AT-2', 'AT-map.png']))
    await queue.remove('AT-2')
    expect(field.onAnswer).toHaveBeenLastCalledWith(['AT-map.png'])
    expect(storage.remove).not.toHaveBeenCalled()
    expect(uploads.unfinished()).toEqual([])
  })
})

describe('an upload queue', () => {
  it('continues uploading while its field is not shown, and writes the id into the answers', async () => {
    const { answers, uploads, started } = setUp(['AT-before'])
    const field = shownField()
    const leave = uploads.queueAt('/a/x').attach('/a/x', field)
    await uploads.queueAt('/a/x').add([file('map.png')])
    leave()
    expect(uploads.unfinished()).toEqual([{ pointer: '/a/x', code: 'uploading' }])
    expect(started[0]?.signal.aborted).toBe(false)
    started[0]?.done()
    await vi.waitFor(() => expect(answers['/a/x']).toEqual(['AT-before', 'AT-map.png']))
    expect(field.onAnswer).not.toHaveBeenCalled()
    expect(uploads.unfinished()).toEqual([])
  })

  it('an upload queue passes the id to the shown field, even to a field rendered after a change of language', async () => {
    const { answers, uploads, started } = setUp()
    uploads.queueAt('/a/x').attach('/a/x', shownField())()
    const again = shownField()
    const queue = uploads.queueAt('/a/x')
    queue.attach('/a/x', again)
    await queue.add([file('map.png')])
    started[0]?.done()
    await vi.waitFor(() => expect(again.onAnswer).toHaveBeenCalledExactlyOnceWith(['AT-map.png']))
    expect(answers['/a/x']).toBeUndefined()
  })

  it('an unfinished upload is reported at the new place of its field after the list was changed', async () => {
    const { uploads } = setUp()
    const queue = uploads.queueAt('/a/x/0')
    queue.attach('/a/x/0', shownField())
    await queue.add([file('map.png')])
    queue.attach('/a/x/1', shownField())
    expect(uploads.unfinished()).toEqual([{ pointer: '/a/x/1', code: 'uploading' }])
  })

  it('keeps a failed file, which stays unfinished until it is retried or removed', async () => {
    const { uploads, started } = setUp()
    const queue = uploads.queueAt('/a/x')
    const leave = queue.attach('/a/x', shownField())
    await queue.add([file('a.png'), file('b.png')])
    started[0]?.fail()
    started[1]?.fail()
    await vi.waitFor(() => expect(queue.unfinished()).toBe('uploadFailed'))
    leave()
    expect(uploads.queueAt('/a/x').entries.map(({ state }) => state)).toEqual(['failed', 'failed'])
    const [first, second] = queue.entries
    queue.retry(first?.key ?? '')
    queue.retry(first?.key ?? '')
    expect(started.map(({ name }) => name)).toEqual(['a.png', 'b.png', 'a.png'])
    started[2]?.done()
    await queue.remove(second?.key ?? '')
    await vi.waitFor(() => expect(queue.unfinished()).toBeNull())
  })

  it('aborts a cancelled upload and ignores a response that arrives afterwards', async () => {
    const { answers, uploads, started } = setUp()
    const queue = uploads.queueAt('/a/x')
    const field = shownField()
    queue.attach('/a/x', field)
    await queue.add([file('map.png')])
    queue.cancel(queue.entries[0]?.key ?? '')
    started[0]?.done()
    await new Promise((resolve) => setTimeout(resolve))
    expect(started[0]?.signal.aborted).toBe(true)
    expect(field.onAnswer).not.toHaveBeenCalled()
    expect([queue.entries, answers['/a/x']]).toEqual([[], undefined])
  })

  it('keeps the number of files within the limit when two sets are added at once', async () => {
    const { uploads } = setUp()
    const queue = uploads.queueAt('/a/x')
    queue.attach('/a/x', shownField({ maxFiles: 2 }))
    await Promise.all([queue.add([file('a.png'), file('b.png')]), queue.add([file('c.png')])])
    expect(queue.entries.map(({ name }) => name)).toEqual(['a.png', 'b.png'])
    expect(queue.refused).toEqual([{ name: 'c.png', reason: 'tooMany' }])
  })

  it('an upload queue has one line for every chosen file, in order, wherever its reading or its upload fails', async () => {
    const failing = unreadableParts()
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...outcomes), { minLength: 1, maxLength: 6 }), async (plans) => {
        const chosen = plans.map((outcome, index) => chosenFile(outcome, `${index}.png`, failing))
        const { uploads, storage } = setUp()
        storage.prepare = async (picture) => bytesOf(picture).then(() => picture)
        storage.upload = async (sent) => {
          const outcome = plans[Number.parseInt(sent.name, 10)]
          if (outcome === 'infected') throw new UploadRefused('infected')
          if (outcome !== 'uploaded') throw new Error('connection lost')
          return { attachmentId: sent.name, name: sent.name, contentType: sent.type, size: sent.size, scan: 'CLEAN' }
        }
        const queue = uploads.queueAt('/a/x')
        queue.attach('/a/x', shownField({ maxFiles: 6 }))
        await queue.add(chosen)
        await vi.waitUntil(() => queue.unfinished() !== 'uploading')
        const lines = [
          ...queue.entries.map(({ name, state }) => `${name} ${state}`),
          ...queue.refused.map(({ name, reason }) => `${name} ${reason}`),
        ]
        expect(lines.toSorted()).toEqual(plans.map((outcome, index) => `${index}.png ${lineOf[outcome]}`))
        const names = queue.entries.map(({ name }) => name)
        expect(names).toEqual(names.toSorted())
        const refused = queue.refused.flatMap(({ name, reason }) => (reason === 'infected' ? [] : [name]))
        expect(refused).toEqual(refused.toSorted())
      }),
    )
  })

  it('keeps a line for a file that cannot be prepared for another reason, and reports the reason', async () => {
    const report = vi.spyOn(globalThis, 'reportError').mockImplementation(() => undefined)
    const { uploads, storage } = setUp()
    const cause = new RangeError('Array buffer allocation failed')
    storage.prepare = vi.fn<NonNullable<Uploads['prepare']>>(async (chosen) => chosen).mockRejectedValueOnce(cause)
    const queue = uploads.queueAt('/a/x')
    queue.attach('/a/x', shownField())
    await queue.add([file('large.png'), file('map.png')])
    expect(queue.refused).toEqual([{ name: 'large.png', reason: 'unreadable' }])
    expect(queue.entries.map(({ name }) => name)).toEqual(['map.png'])
    expect(report).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ cause }))
    report.mockRestore()
  })

  it('keeps the line of an upload that is refused while the files after it are prepared', async () => {
    const { uploads, started, storage } = setUp()
    const prepared = Promise.withResolvers<void>()
    storage.prepare = async (chosen) => (chosen.name === 'b.png' ? prepared.promise.then(() => chosen) : chosen)
    const queue = uploads.queueAt('/a/x')
    queue.attach('/a/x', shownField())
    const added = queue.add([file('a.png'), file('b.png')])
    await vi.waitFor(() => expect(started).toHaveLength(1))
    started[0]?.fail(new UploadRefused('infected'))
    await vi.waitFor(() => expect(queue.refused).toHaveLength(1))
    prepared.resolve()
    await added
    expect(queue.refused).toEqual([{ name: 'a.png', reason: 'infected' }])
  })

  it('refuses files that are too large together, counting those already attached', async () => {
    const { uploads } = setUp()
    const queue = uploads.queueAt('/a/x')
    queue.setAnswer(
      ['AT-1'],
      [{ attachmentId: 'AT-1', name: 'old.png', contentType: 'image/png', size: 600, scan: 'CLEAN' }],
    )
    queue.attach('/a/x', shownField({ maxTotalBytes: 1_000 }))
    await queue.add([file('a.png', 400), file('b.png', 12)])
    expect(queue.refused).toEqual([{ name: 'b.png', reason: 'totalTooLarge' }])
    expect(queue.entries.map(({ name }) => name)).toEqual(['old.png', 'a.png'])
  })

  it('keeps files without an id when the answer is replaced, and drops those that the answer no longer contains', async () => {
    const { uploads } = setUp()
    const queue = uploads.queueAt('/a/x')
    queue.setAnswer(['AT-1', 'AT-2'], [])
    queue.attach('/a/x', shownField())
    await queue.add([file('new.png')])
    queue.setAnswer(['AT-2'], [])
    expect(queue.entries.map(({ attachmentId, name }) => attachmentId ?? name)).toEqual(['AT-2', 'new.png'])
  })

  it('follows its field when list entries are reordered', async () => {
    const { answers, uploads, started } = setUp()
    const [first, second] = ['/a/items/0', '/a/items/1'].map((pointer) => uploads.queueAt(pointer))
    const leaveFirst = first?.attach('/a/items/0', shownField({ single: true }))
    second?.attach('/a/items/1', shownField({ single: true }))()
    await first?.add([file('first.png')])
    leaveFirst?.()
    first?.attach('/a/items/1', shownField({ single: true }))()
    second?.attach('/a/items/0', shownField({ single: true }))()
    started[0]?.done()
    await vi.waitFor(() => expect(answers['/a/items/1']).toBe('AT-first.png'))
    expect(uploads.queueAt('/a/items/1')).toBe(first)
    expect(uploads.queueAt('/a/items/0')).toBe(second)
  })

  it('stops when its list entry or the form is removed, and writes nothing afterwards', async () => {
    const { answers, uploads, started } = setUp()
    for (const pointer of ['/a/items/0/photo', '/a/items/1/photo']) {
      const queue = uploads.queueAt(pointer)
      queue.attach(pointer, shownField())()
      await queue.add([file(`${pointer.split('/').length}-${pointer}.png`)])
    }
    uploads.drop('/a/items/0')
    expect(started.map(({ signal }) => signal.aborted)).toEqual([true, false])
    uploads.drop()
    started[1]?.done()
    await new Promise((resolve) => setTimeout(resolve))
    expect(uploads.unfinished()).toEqual([])
    expect(Object.values(answers).filter((value) => value !== undefined)).toEqual([])
  })
})
