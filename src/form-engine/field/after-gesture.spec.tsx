import { expect, it, vi } from 'vitest'
import { afterGesture, watchGestures } from './after-gesture.ts'

function press(type: string) {
  return document.body.dispatchEvent(new Event(type, { bubbles: true }))
}

function nextTask() {
  return new Promise((resolve) => setTimeout(resolve))
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

it('runs a reaction to blur by a tap, whose mouse events come in a task after it, only with the click', async () => {
  watchGestures()
  const run = vi.fn()
  press('pointerdown')
  press('pointerup')
  await nextTask()
  press('mousedown')
  afterGesture(run)
  press('mouseup')
  expect(run).not.toHaveBeenCalled()
  press('click')
  expect(run).toHaveBeenCalledTimes(1)
})

it('does not take the end of a touch for the end of the press that follows', async () => {
  watchGestures()
  const run = vi.fn()
  press('pointerdown')
  press('pointerup')
  press('mousedown')
  afterGesture(run)
  await nextTask()
  expect(run).not.toHaveBeenCalled()
  press('mouseup')
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(1))
})

it('runs after a gesture that ends without a click', async () => {
  watchGestures()
  const run = vi.fn()
  press('pointerdown')
  afterGesture(run)
  press('pointerup')
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(1))
})
