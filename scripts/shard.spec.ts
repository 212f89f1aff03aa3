import fc from 'fast-check'
import { expect, it } from 'vitest'
import { seedsOfShard, shardOf } from './shard.ts'

it('reads a part of a full run', () => {
  expect(shardOf('2/4')).toEqual([2, 4])
  expect(shardOf(undefined)).toEqual([1, 1])
})

it.each(['0/4', '5/4', '1', '1/0', 'a/b', ''])('refuses "%s" as a part', (text) => {
  expect(shardOf(text)).toBeNull()
})

it('divides the seeds so that each belongs to exactly one part', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 20, max: 600 }), (of, all) => {
      const seeds = Array.from({ length: of }, (_, index) => seedsOfShard(index + 1, of, all)).flatMap((part) =>
        Array.from({ length: part.seeds }, (_, index) => part.from + index),
      )
      expect(seeds).toEqual(Array.from({ length: all }, (_, index) => index + 1))
    }),
  )
})
