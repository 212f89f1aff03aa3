import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { connectFakeStudio } from '../testing/fake-studio.ts'
import { useAnswer } from './use-answer.ts'

it('drops an answer for an earlier key and one that comes after the page is gone, and reports only current failures', async () => {
  const open = new Map<string, PromiseWithResolvers<string>>()
  const failures: unknown[] = []
  const change: { listener?: (names: string[]) => void } = {}
  connectFakeStudio({
    onFormsChanged(listener) {
      change.listener = listener
      return () => delete change.listener
    },
  })
  const ask = (key: string) => {
    const pending = Promise.withResolvers<string>()
    open.set(key, pending)
    return pending.promise
  }
  const options = {
    concerns: (changed: readonly string[]) => changed.includes('own'),
    onFailure: failures.push.bind(failures),
  }
  const { result, rerender, unmount } = renderHook(({ key }) => useAnswer(key, () => ask(key), options), {
    initialProps: { key: 'first' },
  })
  const [first] = [open.get('first')]
  rerender({ key: 'second' })
  await act(async () => first?.reject('late'))
  expect([result.current, failures]).toEqual([null, []])
  await act(async () => open.get('second')?.resolve('answer'))
  expect(result.current).toBe('answer')
  open.clear()
  change.listener?.(['other'])
  expect(open.size).toBe(0)
  change.listener?.(['own'])
  await act(async () => open.get('second')?.reject('failed'))
  expect([result.current, failures]).toEqual(['answer', ['failed']])
  unmount()
  expect(change.listener).toBeUndefined()
})
