import { expect, it, vi } from 'vitest'
import { remember } from './remember.ts'

it('computes a result again only for other arguments, or after newer results have replaced it', () => {
  const compute = vi.fn<(value: { count: number }) => string>(({ count }) => `no. ${count}`)
  const remembered = remember(2, compute)
  expect([1, 1, 2, 1].map((count) => remembered({ count }))).toEqual(['no. 1', 'no. 1', 'no. 2', 'no. 1'])
  expect(compute).toHaveBeenCalledTimes(2)
  remembered({ count: 3 })
  expect(remembered({ count: 1 })).toBe('no. 1')
  expect(compute).toHaveBeenCalledTimes(4)
})

it('does not keep a failure', () => {
  const compute = vi
    .fn<() => string>(() => 'fine')
    .mockImplementationOnce(() => {
      throw new Error('not now')
    })
  const remembered = remember(2, compute)
  expect(remembered).toThrow('not now')
  expect(remembered()).toBe('fine')
})
