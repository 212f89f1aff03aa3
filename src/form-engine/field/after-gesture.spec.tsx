import { expect, it, vi } from 'vitest'
import { afterGesture, watchGestures } from './after-gesture.ts'

function press(type: string) {
  return document.body.dispatchEvent(new Event(type, { bubbles: true }))
}

function nextTask() {
  return new Promise((resolve) => setTimeout(resolve))
}

it('a reaction to blur runs only after the click has reached its target', () => {
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

it('a reaction to blur by a tap runs only with the click, because the mouse events come in a later task', async () => {
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

it('the end of a touch is not mistaken for the end of the following press', async () => {
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

it('a reaction to blur runs after a gesture that ends without a click', async () => {
  watchGestures()
  const run = vi.fn()
  press('pointerdown')
  afterGesture(run)
  press('pointerup')
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(1))
})
