import fc from 'fast-check'
import { expect, it, vi } from 'vitest'
import { isString, shape } from './shape.ts'
import { openTabChannel } from './tab-channel.ts'

it('a channel delivers messages of its shape, and ignores every other value without an error', async () => {
  const other = new BroadcastChannel('test')
  const channel = openTabChannel('test', shape({ text: isString }))
  const listener = vi.fn<(message: { text: string }) => void>()
  channel.subscribe(listener)
  for (const value of fc.sample(fc.jsonValue(), 200)) other.postMessage(value)
  other.postMessage({ text: 'last' })
  await vi.waitFor(() => expect(listener).toHaveBeenLastCalledWith({ text: 'last' }))
  expect(listener.mock.calls.every(([{ text }]) => isString(text))).toBe(true)
  channel.close()
  other.close()
})
