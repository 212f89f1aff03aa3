import { errors } from '@playwright/test'
import type fc from 'fast-check'
import { checkAfterStep } from './oracles/after-each-step.ts'
import type { Model } from './model.ts'
import type { Step } from './step.ts'
import { serviceOf } from './services.ts'
import { recover } from './world.ts'
import type { World } from './world.ts'
import { emptyScreen } from './screen.ts'
import { open } from './commands/navigation.ts'

/** A failed oracle, with every step that led to it. */
export class Finding extends Error {
  override name = 'Finding'
}

export class ExplorerCommand implements fc.AsyncCommand<Model, World> {
  readonly #step: Step
  readonly #group: string | null
  readonly #pauseMs: number

  /**
   * @param group the group of commands it belongs to; null: part of every run
   * @param pauseMs how long the resident does nothing afterwards, e.g. so that autosave starts
   */
  constructor(step: Step, group: string | null, pauseMs: number) {
    this.#step = step
    this.#group = group
    this.#pauseMs = pauseMs
  }

  check(model: Readonly<Model>): boolean {
    const isOffered = this.#group === null || model.groups.has(this.#group)
    return isOffered && model.steps < model.maxSteps && this.#step.isPossible(model)
  }

  async run(model: Model, world: World): Promise<void> {
    const before = model.screen
    const path = world.tab.screen.path
    const { tab } = world
    world.onStep?.(`→ ${this.toString()}`)
    world.detail = ''
    const startedAt = world.clock.now
    const realStart = Date.now()
    await this.#run(world, model)
    model.screen = await world.settle()
    if (this.#pauseMs > 0) {
      await world.clock.advance(this.#pauseMs)
      model.screen = await world.settle()
    }
    model.steps += 1
    model.look(world)
    noteOpenedForm(world, model, world.tab === tab ? path : '')
    const findings = await checkAfterStep(world, model, before)
    world.onStep?.(
      `  ${model.screen.title} ${model.screen.path} ${model.screen.dialog?.title ?? ''} (${world.clock.now - startedAt} ms)`,
      `${Date.now() - realStart} ms of real time`,
    )
    if (findings.length > 0) throw new Finding(`after "${this.#step.name}"${world.detail}: ${findings.join('; ')}`)
  }

  /** The page may change between two steps, e.g. to the maintenance page; then the step is not possible any more. */
  async #run(world: World, model: Model): Promise<void> {
    try {
      await this.#step.run(world, model)
    } catch (error) {
      if (!(error instanceof errors.TimeoutError)) throw error
      // A notification covers the control; it disappears when the run moves the clock.
      if (error.message.includes('intercepts pointer events')) return
      const { screen } = model
      const now = await world.settle()
      const isSame =
        now.path === screen.path && now.title === screen.title && now.dialog?.title === screen.dialog?.title
      if (isSame) world.findings.push(`"${this.#step.name}" cannot be done: ${error.message.split('\n').join(' ')}`)
    }
  }

  toString(): string {
    return this.#pauseMs === 0 ? this.#step.name : `${this.#step.name} and pause for ${this.#pauseMs} ms`
  }
}

/** A form that is opened again belongs to the current application. */
export function noteOpenedForm(world: World, model: Model, pathBefore: string): void {
  const { tab } = world
  const service = serviceOf(model.screen.path)
  if (service === null) return
  const { serviceId } = service
  const isNewDocument = tab.screen.document !== tab.openedDocument
  tab.openedDocument = tab.screen.document
  if (isNewDocument || serviceOf(pathBefore)?.serviceId !== serviceId || tab.openedWith[serviceId] === undefined)
    tab.openedWith[serviceId] = model.generationOf(serviceId)
}

/** How long after a log-out another tab may still try to save (ms): the autosave delay and a margin. */
const lateSaveMs = 2_600

/** Every service works again: check that every tab recovers, and that pending work has caused no error. */
export async function checkAtEnd(world: World, model: Model): Promise<void> {
  await recover(world.sandbox, { keepClock: true })
  const findings: string[] = []
  for (const [index, device] of world.devices.entries()) {
    world.current = index
    await device.context.setOffline(false)
    const mayWriteLate = device.signedOut.size > 0 && device.tabs.length > 1 && model.texts.length > 0
    if (mayWriteLate) await world.clock.advance(lateSaveMs)
    model.screen = await world.settle()
    model.look(world)
    findings.push(...(await checkAfterStep(world, model, emptyScreen)))
    await open(world, world.path('applicationlist'))
    model.screen = await world.settle()
    findings.push(...(await checkAfterStep(world, model, emptyScreen)), ...(await device.secrecy()))
  }
  if (findings.length > 0) throw new Finding(`at the end: ${[...new Set(findings)].join('; ')}`)
}
