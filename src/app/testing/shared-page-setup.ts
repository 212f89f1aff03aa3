import { notifications } from '@mantine/notifications'
import { afterAll, vi } from 'vitest'

// The file before has run in the same process: its modules keep the state of its last page.
vi.resetModules()

/**
 * jsdom starts an interval for its frames when one is wanted, and stops it when none is. One that starts under fake
 * timers never ticks again after them, so no frame would come in any later file. With a frame always wanted, the
 * interval starts here, under real timers, and stays.
 */
const nextFrame = requestAnimationFrame
let frame = 0
function wantFrames(): void {
  frame = nextFrame(wantFrames)
}
wantFrames()

afterAll(() => {
  cancelAnimationFrame(frame)
  localStorage.clear()
  sessionStorage.clear()
  notifications.clean()
})
