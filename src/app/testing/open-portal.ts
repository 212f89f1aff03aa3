import { afterEach } from 'vitest'
import { startPortal } from './start-portal.tsx'
import type { PortalUnderTest } from './start-portal.tsx'

const opened: PortalUnderTest[] = []

afterEach(() => {
  for (const portal of opened.splice(0)) portal.stop()
})

/** Starts a portal and stops it after the test. */
export async function openPortal(...options: Parameters<typeof startPortal>): Promise<PortalUnderTest> {
  const portal = await startPortal(...options)
  opened.push(portal)
  return portal
}
