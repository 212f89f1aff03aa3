import type { Say } from '../studio-texts.ts'

type Made = { count: number; branches: number; untaken: readonly string[] }

/** What making samples has done, and whether all branches have one now. */
export function madeWords({ count, branches, untaken }: Made, say: Say): string {
  const done = count === 0 ? say('samples.nothing') : say('samples.made', { count })
  const coverage =
    untaken.length === 0
      ? say('samples.covered', { branches })
      : say('samples.untaken', { count: untaken.length, branches })
  return branches === 0 ? done : done + coverage
}
