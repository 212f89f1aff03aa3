import type { Browser } from '@playwright/test'
import fc from 'fast-check'
import type { Portal } from '../support/journey.ts'
import { saveDraft } from '../support/ready-application.ts'
import { stored } from '../support/provider-view.ts'
import { checkAtEnd, noteOpenedForm } from './command.ts'
import { allCommands, groupNames } from './commands/all-commands.ts'
import { newTab, open, secondDevice } from './commands/navigation.ts'
import { Model } from './model.ts'
import { servicesOf, services } from './services.ts'
import { World } from './world.ts'

/** How a run begins. */
export type Start = {
  tenantId: string
  /** The first page: the list of services, or a form. */
  page: 'list' | 'form'
  service: number
  /** A complete application is already saved as a draft. */
  withDraft: boolean
  /** The resident has the sample orders, one of them returned with its fee paid. */
  withOrders: boolean
  /** The first page is open in a second tab too, or on a second device. */
  second: 'tab' | 'device' | 'none'
  /** The browser translates every page. */
  translated: boolean
  /** The browser fills in texts without an event. */
  filled: boolean
  groups: string[]
  maxSteps: number
}

/** What every fifth seed has: by its number, so that each seed's other choices are as random as without it. */
function browserOf(seed: number): Pick<Start, 'translated' | 'filled'> {
  return { translated: seed % 5 === 0, filled: seed % 5 === 2 }
}

const starts: fc.Arbitrary<Omit<Start, 'translated' | 'filled'>> = fc.record({
  tenantId: fc.constantFrom('minato-city', 'minato-city', 'minato-city', 'aozora-water'),
  page: fc.constantFrom('list', 'form', 'form'),
  service: fc.nat(2),
  withDraft: fc.boolean(),
  withOrders: fc.boolean(),
  second: fc.constantFrom('none', 'none', 'tab', 'device'),
  groups: fc.noShrink(fc.subarray(groupNames, { minLength: 4, maxLength: 9 })),
  maxSteps: fc.noShrink(fc.integer({ min: 12, max: 30 })),
})

/** Generated, not executed: most of them are not possible when their turn comes. */
const maxCommands = 500

/** Real time for a run and for shrinking it (ms). */
export const maxRunMs = 600_000

/** `trace`: the steps and their results, the same in each repetition. */
export type Outcome = { seed: number; steps: number; trace: string[]; failure: string | null }

export type Replay = {
  seed: number
  path?: string | undefined
  replayPath?: string | undefined
  onStep?: World['onStep']
  /** Report the first failing run without shrinking it. */
  withoutShrinking?: boolean | undefined
  /** Offers these groups of commands instead of a random half. */
  groups?: readonly string[] | undefined
  /** Begins each run in this way instead of a random one. */
  fixed?: Partial<Start> | undefined
}

function commandLists(replayPath?: string) {
  return fc.commands(allCommands, { maxCommands, size: 'max', ...(replayPath === undefined ? {} : { replayPath }) })
}

/** How the run of a seed begins. */
export async function startOf(seed: number): Promise<Start> {
  const begun: Start[] = []
  const browser = browserOf(seed)
  const property = fc.asyncProperty(starts, commandLists(), async (start, _list) => {
    begun.push({ ...start, ...browser })
  })
  await fc.check(property, { seed, numRuns: 1 })
  const [start] = begun
  if (start === undefined) throw new Error(`Seed ${seed} has no run`)
  return start
}

/** One seed: one random run; a failing run is shrunk to the shortest list of commands that still fails. */
export async function explore(
  browser: Browser,
  portal: Portal,
  { seed, path, replayPath, onStep, withoutShrinking = false, groups, fixed }: Replay,
): Promise<Outcome> {
  let steps = 0
  const trace: string[] = []
  const commands = commandLists(replayPath)
  const property = fc.asyncProperty(starts, commands, async (given, list) => {
    const start = { ...given, ...browserOf(seed), ...fixed, ...(groups === undefined ? {} : { groups: [...groups] }) }
    const { model, world } = await prepare(browser, portal, start, seed)
    world.onStep = (given, aside) => {
      const line = given.replaceAll(/[A-Z]{2}-\w{10}/g, 'id')
      trace.push(line)
      onStep?.(line, aside)
    }
    world.onStep(JSON.stringify(start))
    try {
      await fc.asyncModelRun(() => ({ model, real: world }), list)
      await checkAtEnd(world, model)
    } finally {
      steps += model.steps
      await world.close()
    }
  })
  const result = await fc.check(property, {
    seed,
    numRuns: 1,
    ...(path === undefined ? {} : { path }),
    endOnFailure: withoutShrinking,
    interruptAfterTimeLimit: maxRunMs,
  })
  if (!result.failed) return { seed, steps, trace, failure: null }
  if (result.counterexample === null)
    return { seed, steps, trace, failure: `seed ${seed} did not end within ${maxRunMs} ms` }
  const [start, list] = result.counterexample
  return {
    seed,
    steps,
    trace,
    failure: describe(
      {
        seed,
        path: result.counterexamplePath,
        start: { ...start, ...browserOf(seed), ...fixed },
        list: fc.stringify(list),
        groups,
        fixed,
      },
      result.errorInstance,
    ),
  }
}

type Failed = {
  seed: number
  path: string | null
  start: Start
  list: string
  groups: readonly string[] | undefined
  fixed: Partial<Start> | undefined
}

function describe({ seed, path, start, list, groups, fixed }: Failed, error: unknown): string {
  const narrowed = [
    ...(groups === undefined ? [] : [`--groups ${groups.join(',')}`]),
    ...(fixed === undefined || Object.keys(fixed).length === 0 ? [] : [`--start '${JSON.stringify(fixed)}'`]),
  ]
  const [, replayPath = ''] = /\/\*replayPath="(.*?)"\*\//.exec(list) ?? []
  const steps = list.replace(/\/\*replayPath=.*?\*\//, '').split(',')
  return [
    `seed ${seed} failed: ${error instanceof Error ? error.message : String(error)}`,
    `  start: ${JSON.stringify(start)}`,
    ...steps.map((step, index) => `  ${index + 1}. ${step.trim()}`),
    `  replay: npm run e2e -- --explore ${[`--seed ${seed}`, ...narrowed].join(' ')} --path '${path ?? ''} ${replayPath}'`,
  ].join('\n')
}

async function prepare(
  browser: Browser,
  portal: Portal,
  start: Start,
  randomSeed: number,
): Promise<{ model: Model; world: World }> {
  const { tenantId } = start
  const world = await World.start(browser, portal, {
    tenantId,
    randomSeed,
    translated: start.translated,
    ...(start.withOrders ? { seed: 'orders' } : {}),
  })
  const model = new Model(start)
  const own = servicesOf(tenantId)
  const service = own[start.service % own.length]
  if (service === undefined) throw new Error(`${tenantId} has no service`)
  if (start.withDraft) {
    const { text } = model.newText(service.serviceId, 0)
    await saveDraft(portal, world.resident, service.complete(text))
  }
  const { orders } = await stored(world.sandbox, world.resident)
  for (const { serviceId } of services) {
    const count = orders.filter((order) => order.serviceId === serviceId).length
    model.ordersAtStart[model.keyOf(serviceId)] = count
    model.orders[model.keyOf(serviceId)] = count
  }
  const returned = orders.find(
    ({ status, serviceId }) => status === 'CANCELLED_BY_TENANT' && own.some((one) => one.serviceId === serviceId),
  )
  model.returnedOrder = returned ?? null
  const form = `/application/${tenantId}/${service.serviceId}/${service.type}`
  await open(world, start.page === 'list' ? world.path('applicationlist') : form)
  model.screen = await world.settle()
  noteOpenedForm(world, model, '')
  if (start.second !== 'none') {
    await (start.second === 'tab' ? newTab : secondDevice).run(world, model)
    model.screen = await world.settle()
    noteOpenedForm(world, model, '')
  }
  return { model, world }
}
