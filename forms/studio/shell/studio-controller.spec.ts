import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { blocks } from '../../edit/blocks.ts'
import { addBlock, setText } from '../../edit/commands.ts'
import { readFormFiles } from '../../edit/form-folder.ts'
import { allNodes, pathToNode } from '../../edit/form-tree.ts'
import { readValue } from '../../edit/json-text.ts'
import { isRenamable } from '../../edit/rename-node.ts'
import { usesOf } from '../../edit/uses.ts'
import { TaskEnded } from '../../preview/guarded-tasks.ts'
import { createForm } from '../../templates/new-form.ts'
import { StudioDocument } from '../studio-document.ts'
import type { Say } from '../studio-texts.ts'
import { StudioController } from './studio-controller.ts'
import type { ControllerPorts } from './studio-controller.ts'

const root = mkdtempSync(path.join(tmpdir(), 'forms-controller-'))
const name = 'town/dogs/individual'
createForm({ root, tenant: 'town', service: 'dogs', type: 'individual', template: 'dog-registration', title: {} })
const dogs = readFormFiles(path.join(root, name))

const say: Say = (key, values) => [key, ...Object.values(values ?? {})].join(' ')

async function openDogs(ports: Partial<ControllerPorts> = {}, files = dogs, published: string[] = []) {
  const document = await StudioDocument.open(name, {
    read: () => Promise.resolve(files),
    usedNames: () => Promise.resolve(published),
    save: ({ after }) => Promise.resolve({ kind: 'saved', files: { ...files, ...(after as typeof files) } }),
    storage: { getItem: () => null, setItem: () => undefined, removeItem: () => undefined },
    tab: 'only',
    otherTabs: () => Promise.resolve(new Set()),
    later: () => () => undefined,
  })
  const given: ControllerPorts = {
    publish: () => Promise.reject(new Error('nothing is published here')),
    madeSamples: () => Promise.resolve(null),
    toTop: () => undefined,
    toProperties: () => undefined,
    ...ports,
  }
  const studio = new StudioController(name, document, given, say, { tab: 'problems', selected: '' })
  const announced = () => document.state().announcement
  return { studio, document, announced, view: studio.view }
}

it('moves a question, selects it at its new place and announces the move', async () => {
  const { studio, announced, view } = await openDogs()
  expect(studio.move('applicant/email', 'down')).toBe('dogs/email')
  expect(view().selected).toBe('dogs/email')
  expect(announced()).toEqual({ kind: 'done', title: 'moved メールアドレス 犬について 1' })
  expect(studio.move('dogs/email', 'out')).toBeNull()
  expect(announced()).toEqual({ kind: 'refused', title: 'obstacle.end メールアドレス' })
})

it('asks before it removes a question on which others depend, and selects the one around it', async () => {
  const { studio, view } = await openDogs()
  studio.remove('dogs/list')
  expect(view().removing).toEqual({ path: 'dogs/list' })
  expect(studio.form().files).toEqual(dogs)
  studio.removeWith({ path: 'dogs/list' }, [])
  expect(view()).toMatchObject({ removing: null, selected: 'dogs' })
  expect(studio.form().files['form.json']).not.toContain('"list"')
})

it('selects a step beside a removed one', async () => {
  const { studio, view } = await openDogs()
  const removed = (path: string) => studio.removeWith({ path }, [])
  const steps = () => (studio.form().tree ?? []).map(({ path }) => path)
  const [, second = '', third = ''] = steps()
  expect(removed(second)).toBe(third)
  expect(view().selected).toBe(third)
  const last = steps().at(-1) ?? ''
  expect(removed(last)).toBe(steps().at(-1))
  expect(view().selected).toBe(steps().at(-1))
})

it('asks before it removes a choice on which others depend, and repairs them', async () => {
  const { studio, view } = await openDogs()
  studio.removeChoice('dogs/list/[]/kind', 'moved')
  expect(view().removing).toEqual({ path: 'dogs/list/[]/kind', value: 'moved' })
  const removed = { path: 'dogs/list/[]/kind', value: 'moved' }
  const uses = usesOf(studio.form().files, removed)
  expect(uses.map(({ kind }) => kind)).toContain('fee')
  studio.removeWith(
    removed,
    uses.map((use) => [use, 'fix']),
  )
  expect(studio.form().files['form.json']).not.toContain('"moved"')
  studio.removeChoice('applicant/address', 'none')
  expect(view().removing).toBeNull()
})

it('splits a question off into a step, or says why that is impossible', async () => {
  const { studio, announced, view } = await openDogs()
  studio.split('applicant/email')
  expect(view().selected).toBe('step')
  expect(announced()).toEqual({ kind: 'done', title: 'split.done メールアドレス' })
  studio.split('dogs/list/[]/kind')
  expect(announced()).toMatchObject({ kind: 'refused' })
})

it('changes nothing while a file is not readable, and brings the last readable text back', async () => {
  const { studio, document, announced } = await openDogs()
  document.change('typed', (files) => ({ ...files, 'form.json': '{' }))
  studio.change('label', (files) => ({ ...files, 'texts.ja.json': '{}' }))
  expect(announced()?.title).toMatch(/^broken\.refused form\.json/)
  expect(studio.move('applicant/email', 'up')).toBeNull()
  expect(document.state().files['texts.ja.json']).toBe(dogs['texts.ja.json'])
  studio.restoreReadable('form.json')
  expect(document.state().files).toEqual(dogs)
})

it('renames a question whose drafts follow it only if it was published', async () => {
  const former = (files: typeof dogs) => readValue(files['form.json'] ?? '', '/renamed')
  const draft = await openDogs()
  draft.studio.rename('applicant/phone', 'tel')
  expect(draft.view().selected).toBe('applicant/tel')
  expect(former(draft.document.state().files)).toBeUndefined()
  const published = await openDogs({}, dogs, ['applicant/phone'])
  published.studio.rename('applicant/phone', 'tel')
  expect(former(published.document.state().files)).toEqual({ 'applicant/phone': 'applicant/tel' })
})

it('moves a question with a condition to another step only without the condition, in one step', async () => {
  const title = { ja: '相談', en: 'Advice' }
  const names = { tenant: 'town', service: 'advice', type: 'individual', template: 'simple' }
  const simple = readFormFiles(createForm({ root, ...names, title }))
  const { studio, document } = await openDogs({}, simple)
  const place = { parent: 'applicant', index: 0 }
  expect(studio.moveTo('request/details', place)).toBeNull()
  expect(studio.moveTo('request/details', place, true)).toBe('applicant/details')
  const moved = allNodes(studio.form().tree ?? []).find((node) => node.path === 'applicant/details')
  expect(moved?.condition).toBeNull()
  document.undo()
  expect(document.state().files).toEqual(simple)
})

it.each([
  [[], 'done', 'samples.nothing samples.covered 12'],
  [['a', 'b'], 'refused', 'samples.nothing samples.untaken 2 12'],
])('says what is missing if no sample can be made and the branches %j have none', async (untaken, kind, words) => {
  const made = { files: {}, branches: 12, untaken }
  const { studio, announced } = await openDogs({ madeSamples: () => Promise.resolve(made) })
  await studio.makeSamples()
  expect(announced()?.kind).toBe(kind)
  expect(announced()?.title.replaceAll(/ +/g, ' ')).toBe(
    words.replace('samples.nothing samples', 'samples.nothingsamples'),
  )
})

it('says that a fix changes nothing', async () => {
  const { studio, announced } = await openDogs()
  studio.fix('fix', (files) => files)
  expect(announced()).toEqual({ kind: 'refused', title: 'fix.impossible' })
})

it('keeps what it has read of the form until its files change', async () => {
  const { studio } = await openDogs()
  const before = studio.form()
  studio.show({ pane: 'main' })
  expect(studio.form()).toBe(before)
  studio.change('title', (files) => ({ ...files, 'texts.ja.json': '{ "steps": { "dogs": { "title": "犬" } } }' }))
  expect(studio.form().tree).toBe(before.tree)
  expect(studio.form().placeOfFinding).toBe(before.placeOfFinding)
  expect(studio.form().labels.get('dogs')).toBe('犬')
})

const finding = { line: 1, column: 1, rule: 'no-label', severity: 'error', message: '', words: '' } as const

it.each([
  ['form.json', '/steps/1/schema/properties/list/maxItems', { selected: 'dogs/list', tab: 'problems' }],
  ['form.json', '/fee/lines/0', { tab: 'fees' }],
  ['form.json', '/engine', { tab: 'json', pane: 'main', place: { file: 'form.json' } }],
  ['valid/new-dog.json', '/dogs', { tab: 'samples', pane: 'main' }],
  ['history.jsonl', '', { tab: 'changes', pane: 'main' }],
  ['texts.ja.json', '/about/needs', { tab: 'texts', textToWrite: { pointer: '/about/needs', language: 'ja' } }],
  ['texts.ja.json', '/fee/tag', { tab: 'fees' }],
  ['service.json', '/name', { tab: 'service' }],
])('shows the place of a finding at %s%s', async (file, pointer, shown) => {
  const toProperties = vi.fn()
  const { studio, view } = await openDogs({ toProperties })
  studio.showFinding({ ...finding, file: `/forms/${name}/${file}`, pointer })
  expect(view()).toMatchObject(shown)
  expect(toProperties).toHaveBeenCalledTimes('selected' in shown ? 1 : 0)
})

type Studio = Awaited<ReturnType<typeof openDogs>>['studio']

it.each<[string, (studio: Studio) => unknown]>([
  ['selects', (studio) => studio.select('dogs/list')],
  ['adds', (studio) => studio.add('added', (files) => files, 'dogs/list')],
  ['moves', (studio) => studio.move('applicant/email', 'down')],
  ['copies', (studio) => studio.copy('applicant/email')],
  ['removes', (studio) => studio.remove('applicant/email')],
])(
  'shows the properties of the question that an author %s, also over the settings of the tenant',
  async (_what, act) => {
    const toProperties = vi.fn()
    const { studio, view } = await openDogs({ toProperties })
    studio.showTab('tenant')
    act(studio)
    expect(toProperties).toHaveBeenCalledOnce()
    expect(view().tab).toBe('problems')
  },
)

it('keeps the place of the page for a text that is shown in the preview, and for a new name in the data', async () => {
  const toProperties = vi.fn()
  const { studio, view } = await openDogs({ toProperties })
  studio.showText('/fields/applicant~1email/label')
  studio.rename('applicant/email', 'mail')
  expect(view().selected).toBe('applicant/mail')
  expect(toProperties).not.toHaveBeenCalled()
})

it('shows nothing for a finding in a file of other forms', async () => {
  const { studio, view } = await openDogs()
  const before = view()
  studio.showFinding({ ...finding, file: '/forms/shared/name.schema.json', pointer: '/type' })
  expect(view()).toBe(before)
})

it('publishes the saved form, also while the dialog is closed, and shows the result once', async () => {
  const published = Promise.withResolvers<{ kind: 'published'; version: string }>()
  const { studio, view } = await openDogs({ publish: () => published.promise })
  const publishing = studio.publish()
  studio.closePublishing()
  expect(view().publication).toEqual({ kind: 'running' })
  published.resolve({ kind: 'published', version: '0123456789ab' })
  await publishing
  expect(view()).toMatchObject({ publication: { kind: 'done' }, published: 1 })
  studio.closePublishing()
  expect(view().publication).toEqual({ kind: 'asked' })
})

it('says whether publishing has taken too long', async () => {
  const failing = await openDogs()
  await failing.studio.publish()
  expect(failing.view().publication).toEqual({ kind: 'failed', isTooLong: false })
  const slow = await openDogs({ publish: () => Promise.reject(new TaskEnded('publish')) })
  await slow.studio.publish()
  expect(slow.view().publication).toEqual({ kind: 'failed', isTooLong: true })
})

it('adds the samples that the form lacks, and says why there are none', async () => {
  const made = { files: { 'valid/made.json': '{}' }, branches: 2, untaken: [] }
  const { studio } = await openDogs({ madeSamples: () => Promise.resolve(made) })
  await studio.makeSamples()
  expect(studio.form().files['valid/made.json']).toBe('{}')
  const refused = await openDogs()
  await refused.studio.makeSamples()
  expect(refused.announced()).toEqual({ kind: 'refused', title: 'samples.unusable' })
})

const text = blocks.find(({ id }) => id === 'text')

/** Each way in which the page changes the form; the last one is about no node. */
const edits: { readonly [kind: string]: (studio: Studio, at: string, count: number) => unknown } = {
  property: (studio, at, count) => {
    studio.select(at)
    studio.changeSelected('title', (files) => setText(files, 'ja', '/title', `題${count}`))
  },
  add: (studio, at, count) => {
    const [{ path: step } = { path: '' }] = pathToNode(studio.form().tree ?? [], at)
    studio.select(at)
    studio.add('added', (files) => (text ? addBlock(files, text, step, `new${count}`) : files), `${step}/new${count}`)
  },
  down: (studio, at) => studio.move(at, 'down'),
  out: (studio, at) => studio.move(at, 'out'),
  copy: (studio, at) => studio.copy(at),
  rename: (studio, at, count) => isRenamable(studio.form().files, at) && studio.rename(at, `name${count}`),
  remove: (studio, at) => (studio.form().tree ?? []).length > 1 && studio.removeWith({ path: at }, []),
  split: (studio, at) => studio.split(at),
  form: (studio, at, count) => {
    studio.select(at)
    studio.change('title', (files) => setText(files, 'ja', '/title', `題${count}`))
  },
}

it('undoes and redoes each kind of edit with identical files, and selects the node that it is about', async () => {
  const act = fc.record({ kind: fc.constantFrom(...Object.keys(edits)), at: fc.nat(99), other: fc.nat(99) })
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 6 }), async (acts) => {
      const { studio, document, view } = await openDogs()
      const nodeAt = (at: number) => {
        const nodes = allNodes(studio.form().tree ?? [])
        return nodes[at % nodes.length]?.path ?? ''
      }
      const { files } = document.state()
      const steps: {
        kind: string
        at: string
        other: number
        before: typeof files
        after: typeof files
        to: string
      }[] = []
      for (const { kind, at: index, other } of acts) {
        const [before, at] = [document.state().files, nodeAt(index)]
        studio.select(nodeAt(other))
        edits[kind]?.(studio, at, steps.length)
        const after = document.state().files
        if (after !== before) steps.push({ kind, at, other, before, after, to: view().selected })
      }
      const check = (move: () => void, kind: string, other: number, expected: typeof files, selected: string) => {
        studio.select(nodeAt(other))
        const elsewhere = view().selected
        move()
        expect(document.state().files).toEqual(expected)
        expect(pathToNode(studio.form().tree ?? [], view().selected)).not.toEqual([])
        expect(view().selected).toBe(kind === 'form' ? elsewhere : selected)
      }
      for (const { kind, at, other, before } of steps.toReversed()) check(studio.undo, kind, other, before, at)
      expect(document.state().files).toEqual(files)
      for (const { kind, other, after, to } of steps) check(studio.redo, kind, other, after, to)
    }),
    { numRuns: 12 },
  )
})

it('selects what is left around a node that an undone change of another pane has created', async () => {
  const { studio, document, view } = await openDogs()
  document.change('typed', (files) => (text ? addBlock(files, text, 'dogs/list', 'added') : files))
  studio.selectFromJson('dogs/list/[]/added')
  studio.undo()
  expect(view().selected).toBe('dogs/list')
})
