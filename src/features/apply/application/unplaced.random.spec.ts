import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { leavesOf } from '../../../../form-model/answers.ts'
import type { Definition } from '../../../../form-model/definition.ts'
import { valueAt } from '../../../../form-model/pointer.ts'
import { answerOf } from '../../../form-engine/answers/unplaced.ts'
import { anyRules, opened } from '../testing/fake-deps.ts'
import { unreliableApi } from '../testing/unreliable-api.ts'
import type { ApplicationStore } from './application-store.ts'
import type { FormRules } from './form-rules.ts'
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
  deps.rulesOf = async (formVersion) => (hasFormer ? rulesOf(versions, Number(formVersion.slice(1))) : null)
  let typed: (string | number)[] = []
  let texts = 0

  async function open(): Promise<ApplicationStore> {
    const opening = openApplication(key, rulesOf(versions, current), deps, { silent: true })
    await vi.advanceTimersByTimeAsync(10_000)
    return opened(opening)
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
      await store.adoptForm(rulesOf(versions, current))
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
