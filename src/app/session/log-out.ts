import type { QueryClient } from '@tanstack/react-query'
import type { SessionPort } from '../../auth/session-port.ts'
import { isDeviceKey } from '../../auth/stored-tokens.ts'
import type { Session } from '../../auth/token-session.ts'
import { registerDraftHolder } from '../../lib/draft-changes.ts'
import { registerBeforeLogOut, runBeforeLogOut } from '../../lib/before-log-out.ts'
import { localStore, sessionStore, storageKeys } from '../../lib/safe-storage.ts'

/** For sending what is unsaved, before the provider's own three seconds begin. */
const sendLimit = 1_500

type Parts = { queryClient: QueryClient; port: SessionPort; session: Session | null }

/**
 * Log-out in its order: send what is unsaved, revoke at the provider (which needs the stored token), then forget
 * everything but the keys of remembered devices, the marks of warnings and of the log-out, and the language.
 */
export async function logOut({ queryClient, port, session }: Parts): Promise<void> {
  if (session !== null) {
    const { tenantId, userId } = session
    await within(sendLimit, runBeforeLogOut({ tenantId, userId }))
  }
  await port.signOut()
  forgetEverything(queryClient)
}

/** The browser's side of a log-out, also when another tab has logged out. */
export function forgetEverything(queryClient: QueryClient): void {
  for (const key of localStore.keys()) if (!survives(key)) localStore.remove(key)
  for (const key of sessionStore.keys()) sessionStore.remove(key)
  queryClient.clear()
}

export function survives(key: string): boolean {
  return (
    key === storageKeys.language || key === storageKeys.left || key.startsWith(storageKeys.warned) || isDeviceKey(key)
  )
}

/** Drafts lie in the browser's database also when no form was opened since the page was loaded. */
registerBeforeLogOut(async ({ tenantId, userId }) => {
  const { closeApplications } = await import('../../features/apply/application/application-registry.ts')
  await closeApplications(tenantId, userId)
})

registerDraftHolder(async (change) => {
  const { holdDraft } = await import('../../features/apply/application/application-registry.ts')
  return holdDraft(change)
})

function within(milliseconds: number, work: Promise<unknown>): Promise<unknown> {
  return Promise.race([work, new Promise((resolve) => setTimeout(resolve, milliseconds))])
}
