/** Runs of the explorer in `npm run test:full`. They offer every command; more are for a change of the drafts. */
export const explorerSeeds = 100

/** The part and the number of parts of `2/4`; without a shard the only part, null if it is none. */
export function shardOf(text: string | undefined): [part: number, of: number] | null {
  if (text === undefined) return [1, 1]
  const [, part = '', of = ''] = /^(\d+)\/(\d+)$/.exec(text) ?? []
  return Number(part) >= 1 && Number(part) <= Number(of) ? [Number(part), Number(of)] : null
}

/** The seeds of a part of the explorer's runs: each seed from 1 to `all` belongs to exactly one part. */
export function seedsOfShard(part: number, of: number, all: number): { from: number; seeds: number } {
  const [before, until] = [part - 1, part].map((parts) => Math.floor((all * parts) / of))
  return { from: (before ?? 0) + 1, seeds: (until ?? all) - (before ?? 0) }
}
