import { describe, expect, it, vi } from 'vitest'
import type { FormFiles } from '../edit/commands.ts'
import { withChange } from '../edit/merge-files.ts'
import type { FileChange } from '../edit/merge-files.ts'
import type { Saved } from './studio-host.ts'
import { openDocuments } from './shell/open-documents.ts'
import { StudioDocument } from './studio-document.ts'
import type { DocumentPorts } from './studio-document.ts'

const text = 'a\nb\nc\nd\n'

/** A disk, a browser's storage and a clock that only moves when the test moves it. */
function workplace() {
  const stored = new Map<string, string>()
  const place = {
    disk: { 'form.json': text } as FormFiles,
    isReachable: true,
    /** The tabs that are open. A page that was loaded again is a new one. */
    openTabs: new Set<string>(),
    tasks: [] as (() => void)[],
    open: (tab?: string) => StudioDocument.open('town/dog/individual', place.ports(tab)),
    ports: (tab = 'only'): DocumentPorts => ({
      tab,
      otherTabs: () => Promise.resolve(new Set([...place.openTabs].filter((other) => other !== tab))),
      read: () => Promise.resolve(place.disk),
      usedNames: () => Promise.resolve([]),
      save: (request) => save(request),
      storage: {
        getItem: (key) => stored.get(key) ?? null,
        setItem: (key, value) => stored.set(key, value),
        removeItem: (key) => stored.delete(key),
      },
      later: (task) => {
        place.tasks.push(task)
        return () => {
          place.tasks = place.tasks.filter((one) => one !== task)
        }
      },
    }),
    stored,
  }
  function save(change: FileChange): Promise<Saved> {
    if (!place.isReachable) return Promise.reject(new TypeError('Failed to fetch'))
    const merged = withChange(place.disk, change)
    if (merged === null) return Promise.resolve({ kind: 'conflict', files: place.disk })
    place.disk = merged
    return Promise.resolve({ kind: 'saved', files: place.disk })
  }
  return place
}

function replacing(from: string, to: string) {
  return (files: FormFiles): FormFiles => ({ 'form.json': (files['form.json'] ?? '').replace(from, to) })
}

describe('an edited form', () => {
  it('saves a change to disk soon, and saves its undoing as well', async () => {
    const place = workplace()
    const edited = await place.open()
    edited.change('A', replacing('a', 'A'))
    expect(edited.state().save).toBe('saving')
    expect(place.tasks).toHaveLength(1)
    await edited.flush()
    expect(place.disk).toEqual({ 'form.json': 'A\nb\nc\nd\n' })
    expect(edited.state().save).toBe('saved')
    edited.undo()
    await edited.flush()
    expect(place.disk).toEqual({ 'form.json': text })
    expect(place.stored.size).toBe(0)
  })

  it('undoes consecutively typed characters in one step', async () => {
    const edited = await workplace().open()
    edited.typesInto({})
    edited.change('the label a', replacing('a', 'ax'))
    edited.change('the label ax', replacing('ax', 'axy'))
    edited.typesInto({})
    edited.change('another', replacing('b', 'B'))
    expect(edited.state().history.done.map(({ title }) => title)).toEqual(['the label a', 'another'])
    edited.undo()
    edited.undo()
    expect(edited.state().files).toEqual({ 'form.json': text })
  })

  it('keeps a change that could not be saved, and saves it when the form is opened again', async () => {
    const place = workplace()
    place.isReachable = false
    const closed = await place.open()
    closed.change('A', replacing('a', 'A'))
    await closed.flush()
    expect(closed.state().save).toBe('unreachable')
    place.isReachable = true
    const reloaded = await place.open()
    expect(reloaded.state().files).toEqual({ 'form.json': 'A\nb\nc\nd\n' })
    await reloaded.flush()
    expect(place.disk).toEqual({ 'form.json': 'A\nb\nc\nd\n' })
  })

  it('merges a change on disk with an unsaved change', async () => {
    const place = workplace()
    const edited = await place.open()
    edited.change('A', replacing('a', 'A'))
    place.disk = { 'form.json': 'a\nb\nc\nD\n' }
    await edited.refresh()
    expect(edited.state().files).toEqual({ 'form.json': 'A\nb\nc\nD\n' })
    await edited.flush()
    expect(place.disk).toEqual({ 'form.json': 'A\nb\nc\nD\n' })
  })

  it('keeps characters that are typed and saved while the disk is read', async () => {
    const place = workplace()
    const readers: (() => void)[] = []
    let isSlow = false
    const readSlowly = () => {
      const { disk } = place
      return new Promise<FormFiles>((resolve) => readers.push(() => resolve(disk)))
    }
    const ports = place.ports()
    const edited = await StudioDocument.open('town/dog/individual', {
      ...ports,
      read: () => (isSlow ? readSlowly() : ports.read()),
    })
    isSlow = true
    const refreshed = edited.refresh()
    await vi.waitFor(() => expect(readers).toHaveLength(1))
    edited.change('A', replacing('a', 'A'))
    await edited.flush()
    isSlow = false
    readers.at(0)?.()
    await refreshed
    expect(edited.state().files).toEqual({ 'form.json': 'A\nb\nc\nd\n' })
    expect(place.disk).toEqual({ 'form.json': 'A\nb\nc\nd\n' })
  })

  it('saves once at a time on a slow computer', async () => {
    const place = workplace()
    const ports = place.ports()
    const sent: (() => void)[] = []
    const edited = await StudioDocument.open('town/dog/individual', {
      ...ports,
      save: async (request) => {
        await new Promise<void>((resolve) => sent.push(resolve))
        return ports.save(request)
      },
    })
    edited.change('A', replacing('a', 'A'))
    const flushed = [edited.flush()]
    await vi.waitFor(() => expect(sent).toHaveLength(1))
    edited.change('B', replacing('b', 'B'))
    flushed.push(edited.flush(), edited.flush())
    sent.at(0)?.()
    await vi.waitFor(() => expect(place.disk).toEqual({ 'form.json': 'A\nb\nc\nd\n' }))
    await vi.waitFor(() => expect(sent.length).toBeGreaterThan(1))
    await Promise.resolve()
    expect(sent).toHaveLength(2)
    sent.at(1)?.()
    await Promise.all(flushed)
    expect(place.disk).toEqual({ 'form.json': 'A\nB\nc\nd\n' })
    expect(sent).toHaveLength(2)
  })

  it('tells its page nothing if the disk is as it was', async () => {
    const edited = await workplace().open()
    let changes = 0
    edited.subscribe(() => changes++)
    const { files } = edited.state()
    await edited.refresh()
    expect(changes).toBe(0)
    expect(edited.state().files).toBe(files)
  })

  it('undoes only the own change if the file changed on disk between two changes with the same title', async () => {
    const place = workplace()
    const edited = await place.open()
    edited.typesInto({})
    edited.change('line 1', replacing('a', 'A'))
    await edited.flush()
    place.disk = { 'form.json': 'A\nb\nc\nD\n' }
    await edited.refresh()
    edited.change('line 1', replacing('A', 'AA'))
    edited.undo()
    expect(edited.state().files).toEqual({ 'form.json': 'A\nb\nc\nD\n' })
    edited.undo()
    expect(edited.state().files).toEqual({ 'form.json': 'a\nb\nc\nD\n' })
  })

  it('offers nothing to undo after its changes were reverted on disk', async () => {
    const place = workplace()
    const edited = await place.open()
    edited.change('line 1', replacing('a', 'A'))
    edited.change('line 3', replacing('c', 'C'))
    await edited.flush()
    place.disk = { 'form.json': text }
    await edited.refresh()
    expect(edited.state()).toMatchObject({ toUndo: null, toRedo: null })
    edited.undo()
    expect(edited.state().announcement).toEqual({ kind: 'done', title: 'line 3' })
  })

  it('undoes the change before one that was reverted on disk', async () => {
    const place = workplace()
    const edited = await place.open()
    edited.change('line 1', replacing('a', 'A'))
    edited.change('line 3', replacing('c', 'C'))
    await edited.flush()
    place.disk = { 'form.json': 'A\nb\nc\nd\n' }
    await edited.refresh()
    edited.undo()
    expect(edited.state()).toMatchObject({
      files: { 'form.json': text },
      announcement: { kind: 'undone', title: 'line 1' },
      toUndo: null,
      toRedo: 'line 1',
    })
  })

  it('names the change that cannot be undone or redone because its place was changed on disk', async () => {
    const place = workplace()
    const edited = await place.open()
    edited.change('line 1', replacing('a', 'A'))
    await edited.flush()
    place.disk = { 'form.json': 'X\nb\nc\nd\n' }
    await edited.refresh()
    expect(edited.state().toUndo).toBe('line 1')
    edited.undo()
    expect(edited.state().announcement).toEqual({ kind: 'not-undone', title: 'line 1' })
    expect(edited.state().files).toEqual(place.disk)
    place.disk = { 'form.json': 'A\nb\nc\nd\n' }
    await edited.refresh()
    edited.undo()
    await edited.flush()
    place.disk = { 'form.json': 'X\nb\nc\nd\n' }
    await edited.refresh()
    edited.redo()
    expect(edited.state().announcement).toEqual({ kind: 'not-redone', title: 'line 1' })
  })

  it('can still be undone after another form was open, and shows what changed on disk meanwhile', async () => {
    const place = workplace()
    const open = openDocuments(() => place.ports())
    const edited = await open('town/dog/individual')
    edited.change('line 1', replacing('a', 'A'))
    await edited.flush()
    expect(await open('town/cat/individual')).not.toBe(edited)
    place.disk = { 'form.json': 'A\nb\nc\nD\n' }
    const again = await open('town/dog/individual')
    expect(again.state()).toMatchObject({ files: place.disk, toUndo: 'line 1', announcement: null })
    again.undo()
    expect(again.state().files).toEqual({ 'form.json': 'a\nb\nc\nD\n' })
  })

  it('opens a form once if it is wanted again while it is being read, and anew if it could not be read', async () => {
    const place = workplace()
    const [ports, reasons] = [place.ports(), [new Error('gone')]]
    const open = openDocuments(() => ({
      ...ports,
      read: async () => {
        const reason = reasons.pop()
        if (reason) throw reason
        return ports.read()
      },
    }))
    await expect(open('town/dog/individual')).rejects.toThrow('gone')
    const [first, second] = await Promise.all([open('town/dog/individual'), open('town/dog/individual')])
    expect(second).toBe(first)
  })

  it('keeps in the browser only the files that differ, and leaves what others did to the rest', async () => {
    const place = workplace()
    place.disk = { 'form.json': text, 'texts.ja.json': 'one\n' }
    const edited = await place.open()
    edited.change('A', (files) => ({ ...files, ...replacing('b', 'B')(files) }))
    expect(JSON.parse([...place.stored.values()].join(''))).toEqual({
      only: { disk: { 'form.json': text }, files: { 'form.json': 'a\nB\nc\nd\n' }, sent: [] },
    })
    place.disk = { 'form.json': 'a\nX\nc\nd\n', 'texts.ja.json': 'two\n' }
    const reloaded = await place.open()
    expect(reloaded.state().save).toBe('conflict')
    reloaded.decide('mine')
    expect(reloaded.state().files).toEqual({ 'form.json': 'a\nB\nc\nd\n', 'texts.ja.json': 'two\n' })
  })

  it('names the lines of a conflict after a reload', async () => {
    const place = workplace()
    place.isReachable = false
    const closed = await place.open()
    closed.change('B', replacing('b', 'B\nB2'))
    await closed.flush()
    place.disk = { 'form.json': 'a\nX\nc\nd\n' }
    const reloaded = await place.open()
    expect(reloaded.state().save).toBe('conflict')
    expect(reloaded.conflicts()).toEqual([{ file: 'form.json', kind: 'lines', line: 2, mine: 'B\nB2', theirs: 'X' }])
  })

  it.each([
    [
      'typing more and another reload',
      async (edited: StudioDocument, again: () => Promise<StudioDocument>) => {
        edited.change('D', replacing('d', 'D'))
        return again()
      },
    ],
    [
      'looking at the disk again',
      async (edited: StudioDocument) => {
        await edited.refresh()
        return edited
      },
    ],
  ])('still asks after a reload and %s', async (_case, goOn) => {
    const place = workplace()
    place.isReachable = false
    const closed = await place.open()
    closed.change('A', replacing('a', 'A'))
    await closed.flush()
    const theirs = { 'form.json': 'X\nb\nc\nd\n' }
    place.disk = theirs
    place.isReachable = true
    const later = await goOn(await place.open(), place.open)
    await later.flush()
    expect(later.state().save).toBe('conflict')
    expect(later.conflicts()).toMatchObject([{ file: 'form.json', line: 1, mine: 'A', theirs: 'X' }])
    expect(place.disk).toEqual(theirs)
  })

  it.each([
    ['mine', 'A\nb\nc\nd\n'],
    ['theirs', 'X\nb\nc\nd\n'],
  ] as const)('asks if both changed the same line, and keeps %s', async (choice, expected) => {
    const place = workplace()
    const edited = await place.open()
    edited.change('A', replacing('a', 'A'))
    place.disk = { 'form.json': 'X\nb\nc\nd\n' }
    await edited.flush()
    expect(edited.state().save).toBe('conflict')
    expect(place.disk).toEqual({ 'form.json': 'X\nb\nc\nd\n' })
    expect(edited.conflicts()).toEqual([{ file: 'form.json', kind: 'lines', line: 1, mine: 'A', theirs: 'X' }])
    edited.decide(choice)
    await edited.flush()
    expect(place.disk).toEqual({ 'form.json': expected })
    expect(edited.state().save).toBe('saved')
  })

  it('merges different properties of one question, and asks about the same one with its values', async () => {
    const place = workplace()
    const question = (most: number, least: number, title = 'q') =>
      `${JSON.stringify({ title, minimum: least, maximum: most }, null, 2)}\n`
    place.disk = { 'form.json': question(9, 1) }
    const edited = await place.open()
    edited.change('most', () => ({ 'form.json': question(20, 1) }))
    place.disk = { 'form.json': question(9, 2) }
    await edited.flush()
    expect(place.disk).toEqual({ 'form.json': question(20, 2) })
    edited.change('most', () => ({ 'form.json': question(30, 2) }))
    place.disk = { 'form.json': question(40, 2, 'theirs') }
    await edited.flush()
    expect(edited.conflicts()).toEqual([
      { file: 'form.json', kind: 'value', pointer: '/maximum', mine: 30, theirs: 40 },
    ])
    edited.decide('mine')
    await edited.flush()
    expect(place.disk).toEqual({ 'form.json': question(30, 2, 'theirs') })
  })

  it('keeps what a closed tab could not save beside the changes of an open one', async () => {
    const place = workplace()
    place.isReachable = false
    const [first, second] = [await place.open('first'), await place.open('second')]
    first.change('A', replacing('a', 'A'))
    second.change('D', replacing('d', 'D'))
    await Promise.all([first.flush(), second.flush()])
    place.openTabs.add('second')
    const third = await place.open('third')
    expect(third.state().files).toEqual({ 'form.json': 'A\nb\nc\nd\n' })
    place.openTabs.clear()
    const later = await place.open('later')
    expect(later.state().files).toEqual({ 'form.json': 'A\nb\nc\nD\n' })
    place.isReachable = true
    await later.flush()
    expect(place.disk).toEqual({ 'form.json': 'A\nb\nc\nD\n' })
    expect(place.stored.size).toBe(0)
  })

  it('still asks about a conflict of a closed tab after another tab has saved', async () => {
    const place = workplace()
    const asked = await place.open('asked')
    asked.change('A', replacing('a', 'A'))
    place.disk = { 'form.json': 'X\nb\nc\nd\n' }
    await asked.flush()
    place.openTabs.add('asked')
    const other = await place.open('other')
    other.change('D', replacing('d', 'D'))
    await other.flush()
    expect(other.state().save).toBe('saved')
    place.openTabs.clear()
    const again = await place.open('again')
    expect(again.conflicts()).toMatchObject([{ mine: 'A', theirs: 'X' }])
    again.decide('mine')
    expect(again.state().files).toEqual({ 'form.json': 'A\nb\nc\nD\n' })
  })

  it('asks about the second of two closed tabs that overlap when the form is opened again', async () => {
    const place = workplace()
    place.isReachable = false
    for (const [tab, letter] of [
      ['first', 'A'],
      ['second', 'B'],
    ] as const) {
      const edited = await place.open(tab)
      place.openTabs.add(tab)
      edited.change(letter, replacing('a', letter))
      await edited.flush()
    }
    place.openTabs.clear()
    place.isReachable = true
    const third = await place.open('third')
    expect(third.state().files).toEqual({ 'form.json': 'A\nb\nc\nd\n' })
    await third.flush()
    const fourth = await place.open('fourth')
    expect(fourth.conflicts()).toMatchObject([{ mine: 'B', theirs: 'A' }])
  })

  it('does not ask about its own text that was on its way when the page was left', async () => {
    const place = workplace()
    const ports = place.ports()
    const left = await StudioDocument.open('town/dog/individual', {
      ...ports,
      save: async (request) => {
        await ports.save(request)
        // The page is gone before the response.
        return new Promise<Saved>(() => undefined)
      },
    })
    left.change('A', replacing('a', 'A'))
    void left.flush()
    left.change('A', replacing('A', 'AB'))
    await vi.waitFor(() => expect(place.disk).toEqual({ 'form.json': 'A\nb\nc\nd\n' }))
    const again = await place.open()
    expect(again.state()).toMatchObject({ save: 'saving', files: { 'form.json': 'AB\nb\nc\nd\n' } })
  })

  it.each(['a look at the disk', 'the next save'])(
    'does not ask about its own text that reaches the disk after the next page has read it, found by %s',
    async (found) => {
      const place = workplace()
      const ports = place.ports()
      let arrive = () => {}
      const left = await StudioDocument.open('town/dog/individual', {
        ...ports,
        save: (request) => {
          arrive = () => void ports.save(request)
          return new Promise<Saved>(() => undefined)
        },
      })
      left.change('A', replacing('a', 'A'))
      void left.flush()
      left.change('A', replacing('A', 'AB'))
      const again = await place.open()
      arrive()
      await (found === 'the next save' ? again.flush() : again.refresh())
      await again.flush()
      expect(again.state()).toMatchObject({ save: 'saved', files: { 'form.json': 'AB\nb\nc\nd\n' } })
      expect(place.disk).toEqual({ 'form.json': 'AB\nb\nc\nd\n' })
    },
  )

  it.each(['the page', 'the next page'])(
    'does not ask about its own text that reached the disk without an answer, found by %s',
    async (found) => {
      const place = workplace()
      const ports = place.ports()
      const answers = [
        async (request: FileChange) => {
          await ports.save(request)
          throw new TypeError('Failed to fetch')
        },
        // Sent by a page that is being left: it reaches nothing.
        () => Promise.reject(new TypeError('Failed to fetch')),
      ]
      const left = await StudioDocument.open('town/dog/individual', {
        ...ports,
        save: (request) => (answers.shift() ?? ports.save)(request),
      })
      left.change('A', replacing('a', 'A'))
      await left.flush()
      left.change('A', replacing('A', 'AB'))
      await left.flush()
      expect(place.disk).toEqual({ 'form.json': 'A\nb\nc\nd\n' })
      const next = found === 'the page' ? left : await place.open()
      await next.flush()
      await next.flush()
      expect(next.state()).toMatchObject({ save: 'saved', files: { 'form.json': 'AB\nb\nc\nd\n' } })
      expect(place.disk).toEqual({ 'form.json': 'AB\nb\nc\nd\n' })
    },
  )

  it.each([
    ['the side that removed it', 'theirs'],
    ['the side that changed it', 'mine'],
  ] as const)(
    'keeps a removed question with its texts if the other change is kept: asked is %s',
    async (_who, choice) => {
      const form = (names: string[]) => ({
        'form.json': JSON.stringify({
          properties: Object.fromEntries(names.map((name) => [name, {}])),
          required: names,
        }),
        'texts.ja.json': JSON.stringify(Object.fromEntries(names.map((name) => [name, { label: name }]))),
        'valid/all.json': JSON.stringify(Object.fromEntries(names.map((name) => [name, 1]))),
      })
      const whole: FormFiles = form(['a', 'b'])
      const removed: FormFiles = form(['a'])
      const renamed: FormFiles = { ...whole, 'texts.ja.json': '{"a":{"label":"a"},"b":{"label":"new"}}' }
      const [mine, theirs] = choice === 'mine' ? [renamed, removed] : [removed, renamed]
      const place = workplace()
      place.disk = whole
      const edited = await StudioDocument.open('town/dog/individual', {
        ...place.ports(),
        save: () => Promise.resolve({ kind: 'conflict', files: theirs }),
      })
      edited.change('mine', () => mine)
      await edited.flush()
      edited.decide(choice)
      const read = (files: FormFiles) =>
        Object.fromEntries(Object.entries(files).map(([file, content]) => [file, JSON.parse(content) as unknown]))
      expect(read(edited.state().files)).toEqual(read(renamed))
    },
  )
})
