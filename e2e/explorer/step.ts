import type { Model } from './model.ts'
import type { World } from './world.ts'

/** One possible event: caused by the resident, staff, the network or a service. */
export type Step = {
  name: string
  /** Decided by the current tab's content and the model, never by time. */
  isPossible: (model: Model) => boolean
  run: (world: World, model: Model) => Promise<void>
}
