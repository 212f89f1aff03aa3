import type fc from 'fast-check'
import { checkAfterStep } from './oracles/after-each-step.ts'
import type { Model } from './model.ts'
import { serviceOf } from './services.ts'
import type { World } from './world.ts'

/** One thing that can happen: by the resident, by staff, by the network or by a provider. */
export type Step = {
  name: string
  /** Decided by what the current tab shows and by the model, never by time. */
  isPossible: (model: Model) => boolean
  run: (world: World, model: Model) => Promise<void>
}

/** A failed oracle, with every step that led to it. */
export class Finding extends Error {
  override name = 'Finding'
}

export class ExplorerCommand implements fc.AsyncCommand<Model, World> {
  readonly #step: Step

  constructor(step: Step) {
    this.#step = step
  }

  check(model: Readonly<Model>): boolean {
    return this.#step.isPossible(model)
  }

  async run(model: Model, world: World): Promise<void> {
    const before = model.screen
    const path = world.tab.screen.path
    const { tab } = world
    const started = Date.now()
    await this.#step.run(world, model)
    const acted = Date.now()
    model.screen = await world.settle()
    const settled = Date.now()
    model.steps += 1
    noteOpenedForm(world, model, world.tab === tab ? path : '')
    const findings = await checkAfterStep(world, model, before)
    world.onStep?.(
      `${this.#step.name}: ${model.screen.title} ${model.screen.path} ${model.screen.dialog?.title ?? ''} (${acted - started} + ${settled - acted} + ${Date.now() - settled} ms)`,
    )
    if (findings.length > 0) throw new Finding(`after "${this.#step.name}": ${findings.join('; ')}`)
  }

  toString(): string {
    return this.#step.name
  }
}

/** A form that is opened again belongs to the application as it is now. */
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
