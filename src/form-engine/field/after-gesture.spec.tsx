import { expect, it, vi } from 'vitest'
import { afterGesture, watchGestures } from './after-gesture.ts'

function press(type: string) {
  return document.body.dispatchEvent(new Event(type, { bubbles: true }))
}

it('runs a reaction to blur only after the click has reached its target', () => {
  watchGestures()
  const order: string[] = []
  afterGesture(() => order.push('left by keyboard'))
  expect(order).toEqual(['left by keyboard'])

  press('pointerdown')
  afterGesture(() => order.push('left by a press'))
  press('pointerup')
  expect(order).toEqual(['left by keyboard'])
  document.body.addEventListener('click', () => order.push('reaction to the press'), { once: true })
  document.body.click()
  expect(order).toEqual(['left by keyboard', 'left by a press', 'reaction to the press'])
})

it('runs after a gesture that ends without a click', async () => {
  watchGestures()
  const run = vi.fn()
  press('pointerdown')
  afterGesture(run)
  press('pointerup')
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(1))
})
