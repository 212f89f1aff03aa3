import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { leavesOf } from '../../../../form-model/answers.ts'
import type { Answers, Definition } from '../../../../form-model/definition.ts'
import { segmentsOf, valueAt } from '../../../../form-model/pointer.ts'
import { schemasAt } from '../../../../form-model/schema-walk.ts'
import { answerOf } from '../../../form-engine/answers/unplaced.ts'
import type { DraftContent, LocalDraft } from '../draft/draft.ts'
import { anyRules } from '../testing/fake-deps.ts'
import { unreliableApi } from '../testing/unreliable-api.ts'
import type { ApplicationStore } from './application-store.ts'
import type { ApplicationDeps, FormRules } from './application-deps.ts'
import { openApplication } from './open-application.ts'

const key = { tenantId: 'minato-city', userId: 'U-1', serviceId: 'water-start', type: 'individual' }

const fields = ['one/a', 'one/b', 'one/group/c', 'two/a', 'two/list/[]/d', 'two/b', 'constructor/a', 'one/constructor']

type Version = Pick<Definition, 'steps' | 'renamed'>

/** A version with some of the fields, each a text or a number, that declares some of the others as renamed. */
const anyVersion: fc.Arbitrary<Version> = fc
  .record({
    types: fc.array(fc.constantFrom('string', 'number', null), { minLength: fields.length, maxLength: fields.length }),
    renamed: fc.array(fc.tuple(fc.constantFrom(...fields), fc.constantFrom(...fields)), { maxLength: 3 }),
  })
  .map(({ types, renamed }) => ({
    steps: ['one', 'two', 'constructor'].map((id) => ({ id, schema: schemaOf(id, types) })),
    renamed: Object.fromEntries(renamed.filter(([from, to]) => from !== to)),
  }))

function schemaOf(step: string, types: readonly (string | null)[]) {
  const properties = (prefix: string) =>
    Object.fromEntries(
      fields.flatMap((field, index) => {
        const name = field.startsWith(prefix) ? field.slice(prefix.length) : '/'
        return name.includes('/') || types[index] === null ? [] : [[name, { type: types[index] }] as const]
      }),
    )
  const group = { type: 'object', properties: properties(`${step}/group/`) }
  const list = { type: 'array', items: { type: 'object', properties: properties(`${step}/list/[]/`) } }
  return { type: 'object', properties: { ...properties(`${step}/`), group, list } }
}

type Action =
  | { kind: 'type'; field: number; row: number }
  | { kind: 'publish'; version: number }
  | { kind: 'reload' | 'open on another device' | 'the former version is no longer available' }

const anyAction: fc.Arbitrary<Action> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('type' as const), field: fc.nat(7), row: fc.nat(2) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('publish' as const), version: fc.nat(3) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'reload' as const,
        'open on another device' as const,
        'the former version is no longer available' as const,
      ),
    }),
  },
)

function rulesOf(versions: readonly Version[], index: number): FormRules {
  const version = versions[index] ?? { steps: [] }
  return { ...anyRules, definition: { ...version, formVersion: `v${index}` } }
}

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** The typed values that are in no field and not among the answers without a place. */
async function play(versions: readonly Version[], actions: readonly Action[]): Promise<unknown[]> {
  const { api, browser, deps } = unreliableApi(() => ({ kind: 'answered', afterMs: 0 }))
  let current = 0
  let hasFormer = true
  deps.published = async () => rulesOf(versions, current)
  deps.rulesOf = async (formVersion) => (hasFormer ? rulesOf(versions, Number(formVersion.slice(1))) : null)
  let typed: (string | number)[] = []
  let texts = 0

  async function open(): Promise<ApplicationStore> {
    const opening = openApplication(key, rulesOf(versions, current), deps, { silent: true })
    await vi.advanceTimersByTimeAsync(10_000)
    return opening
  }

  async function leave(): Promise<void> {
    store.commitStep()
    store.onPageHide()
    await vi.advanceTimersByTimeAsync(10_000)
    store.stop()
  }

  function lost(): unknown[] {
    const { answers, unplaced } = store.state().content
    const kept = new Set<unknown>([...leavesOf(answers).map(({ value }) => value), ...unplaced.map(answerOf)])
    return typed.filter((value) => !kept.has(value))
  }

  let store = await open()
  for (const action of actions) {
    if (action.kind === 'type') {
      const field = fields[action.field] ?? ''
      const pointer = `/${field.replace('[]', String(action.row))}`
      const isNumber = texts % 3 === 0
      const value = isNumber ? (texts += 1) : `text-${(texts += 1)}.`
      const before = valueAt(store.answersNow(), pointer)
      store.input(pointer, value)
      if (valueAt(store.answersNow(), pointer) !== value) continue
      typed = [...typed.filter((each) => each !== before), value]
      store.commitStep()
    }
    if (action.kind === 'publish') {
      current = action.version % versions.length
      await store.takePublishedForm()
    }
    if (action.kind === 'the former version is no longer available') hasFormer = false
    if (action.kind === 'reload' || action.kind === 'open on another device') {
      await leave()
      if (action.kind === 'open on another device') browser.record = null
      store = await open()
    }
    if (lost().length > 0) return lost()
  }
  await leave()
  // Only the API's copy is left.
  browser.record = null
  store = await open()
  store.stop()
  return api.draft === null && typed.length > 0 ? ['nothing is saved'] : lost()
}

type Device = { store: ApplicationStore; record: () => LocalDraft | null }
type TwoDevices = { device: number } & (
  | { kind: 'type'; field: number; row: number }
  | { kind: 'publish' | 'save' | 'show again' | 'reload' | 'choose an address' }
)

/** @param typing the devices on which answers are typed */
function anyPlan(typing: readonly number[]): fc.Arbitrary<TwoDevices[]> {
  const type = { kind: fc.constant('type' as const), field: fc.nat(7), row: fc.nat(1) }
  const other = fc.constantFrom('publish', 'save', 'show again', 'reload', 'choose an address')
  const action: fc.Arbitrary<TwoDevices> = fc.oneof(
    fc.record({ ...type, device: fc.constantFrom(...typing) }),
    fc.record({ kind: other, device: fc.nat(1) }),
  )
  return fc.array(action, { minLength: 4, maxLength: 20 })
}

/** Whether the form of that version has the field. */
function hasField(versions: readonly Version[], formVersion: string, pointer: string): boolean {
  const [id, ...path] = segmentsOf(pointer)
  const step = versions[Number(formVersion.slice(1))]?.steps.find((one) => one.id === id)
  return step !== undefined && schemasAt(step.schema, path).length > 0
}

/** The answers that a page shows, in their fields or among those without a place. */
function shownIn(versions: readonly Version[], { formVersion, answers, unplaced }: DraftContent): unknown[] {
  const inFields = leavesOf(answers).filter(({ pointer }) => hasField(versions, formVersion, pointer))
  return [...inFields.map(({ value }) => value), ...unplaced.map(answerOf)]
}

/** Two devices edit one application, and a version is published meanwhile, which each takes at another time. */
async function playOnTwo(
  versions: readonly Version[],
  plan: readonly TwoDevices[],
  choice: 'mine' | 'theirs',
): Promise<{ lost: unknown[]; questions: number }> {
  const { api, deps } = unreliableApi(() => ({ kind: 'answered', afterMs: 0 }))
  let current = 0
  let questions = 0
  let texts = 0
  let typed: unknown[] = []
  deps.rulesOf = async (formVersion) => rulesOf(versions, Number(formVersion.slice(1)))
  deps.published = async () => rulesOf(versions, current)

  async function open(record: LocalDraft | null): Promise<Device> {
    let last = record
    const local: ApplicationDeps['local'] = {
      ...deps.local,
      claim: async () => last,
      write(next) {
        last = next
        return true
      },
      remove() {
        last = null
      },
    }
    const opening = openApplication(key, rulesOf(versions, current), { ...deps, local }, { silent: true })
    await vi.advanceTimersByTimeAsync(10_000)
    return { store: await opening, record: () => last }
  }

  const valuesIn = (answers: unknown) => leavesOf({ answers: { answers } }).map(({ value }) => value)

  /** What the user has decided against is no longer kept. */
  async function settle({ store }: Device): Promise<void> {
    store.settle()
    await vi.advanceTimersByTimeAsync(0)
    const { question } = store.state()
    if (question?.kind !== 'conflict') return
    questions += 1
    const [mine, theirs] = [store.answersNow(), question.theirs.content.answers]
    const at = (answers: Answers) => (question.conflicts ?? []).flatMap((where) => valuesIn(valueAt(answers, where)))
    const kept = at(choice === 'mine' ? mine : theirs)
    const dropped = at(choice === 'mine' ? theirs : mine).filter((value) => !kept.includes(value))
    typed = typed.filter((value) => !dropped.includes(value))
    store.resolveConflict(choice)
    await vi.advanceTimersByTimeAsync(10_000)
  }

  async function save(device: Device): Promise<void> {
    void device.store.saveNow()
    await vi.advanceTimersByTimeAsync(10_000)
    await settle(device)
  }

  async function showAgain(device: Device): Promise<void> {
    void device.store.compareWithServer()
    await vi.advanceTimersByTimeAsync(10_000)
    await settle(device)
  }

  const devices = [await open(null), await open(null)]
  for (const action of plan) {
    const device = devices[action.device] ?? (await open(null))
    const { store } = device
    if (action.kind === 'publish') current = 1
    if (action.kind === 'choose an address') store.setShippingAddress({ recipient: `${action.device}` })
    if (action.kind === 'save') await save(device)
    if (action.kind === 'show again') await showAgain(device)
    if (action.kind === 'reload') {
      store.commitStep()
      await vi.advanceTimersByTimeAsync(300)
      store.stop()
      devices[action.device] = await open(device.record())
    }
    if (action.kind !== 'type') continue
    const pointer = `/${(fields[action.field] ?? '').replace('[]', String(action.row))}`
    if (!hasField(versions, store.state().content.formVersion, pointer)) continue
    const before = valueAt(store.answersNow(), pointer)
    const value = `text-${(texts += 1)}.`
    store.input(pointer, value)
    if (valueAt(store.answersNow(), pointer) !== value) continue
    typed = [...typed.filter((each) => each !== before), value]
    store.commitStep()
  }
  for (const device of [...devices, ...devices]) await save(device)
  for (const device of devices) await showAgain(device)
  const copies = [api.draft?.content, ...devices.map(({ store }) => store.state().content)].map(
    (content) => new Set(content && shownIn(versions, content)),
  )
  for (const { store } of devices) store.stop()
  return { lost: typed.filter((value) => copies.some((copy) => !copy.has(value))), questions }
}

describe('an application on two devices while a version of its form is published', () => {
  const versions = fc.array(anyVersion, { minLength: 2, maxLength: 2 })

  it('keeps every saved answer, unless the user chooses another one', async () => {
    await fc.assert(
      fc.asyncProperty(versions, anyPlan([0, 1]), fc.constantFrom('mine', 'theirs'), async (two, plan, choice) => {
        expect((await playOnTwo(two, plan, choice)).lost).toEqual([])
      }),
      { numRuns: 100 },
    )
  })

  it('asks nothing as long as answers are typed on one of them only', async () => {
    await fc.assert(
      fc.asyncProperty(versions, anyPlan([0]), async (two, plan) => {
        const typingOnly = plan.filter(({ kind, device }) => kind !== 'choose an address' || device === 1)
        expect(await playOnTwo(two, typingOnly, 'mine')).toEqual({ lost: [], questions: 0 })
      }),
      { numRuns: 100 },
    )
  })
})

describe('an application while versions of its form are published', () => {
  it('keeps every typed answer in its field or among those without a place, also after reloads and elsewhere', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyVersion, { minLength: 2, maxLength: 4 }),
        fc.array(anyAction, { minLength: 1, maxLength: 20 }),
        async (versions, actions) => {
          expect(await play(versions, actions)).toEqual([])
        },
      ),
      { numRuns: 300 },
    )
  })
})
