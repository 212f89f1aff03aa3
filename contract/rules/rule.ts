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

const rounds = 5

/** For requests at the same time: a provider with a slow store answers some of them rightly by luck. */
export function inRounds(steps: Rule['steps']): Rule['steps'] {
  return async (play) => {
    for (let round = 0; round < rounds; round += 1) {
      await steps(play)
      await play.revert()
    }
  }
}
