import type { Model } from './model.ts'
import type { World } from './world.ts'

/** One thing that can happen: by the resident, by staff, by the network or by a provider. */
export type Step = {
  name: string
  /** Decided by what the current tab shows and by the model, never by time. */
  isPossible: (model: Model) => boolean
  run: (world: World, model: Model) => Promise<void>
}
