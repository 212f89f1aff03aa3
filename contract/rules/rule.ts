import type { Play } from './play.ts'

/** A rule of several requests, which no single interaction shows. */
export type Rule = {
  name: string
  /** What a resident would suffer from a provider that breaks it. */
  harm: string
  /** Those whose requests it sends, first the one that it is about. */
  operations: readonly [string, ...string[]]
  steps: (play: Play) => Promise<void>
}
