import { notifications } from '@mantine/notifications'
import { afterAll, vi } from 'vitest'

// The file before has run in the same process: its modules keep the state of its last page.
vi.resetModules()

afterAll(() => {
  localStorage.clear()
  sessionStorage.clear()
  notifications.clean()
})
