import { useNavigate } from 'react-router-dom'
import { withTimeLimit } from '../../lib/clock.ts'
import { useConfig } from '../../lib/config-context.ts'
import type { TenantId } from '../../paths.ts'
import { useSessionPort } from '../session/session-context.tsx'
import { usernameOf } from '../session/token-session.ts'
import { pageAfterSignIn } from './redirect-path.ts'

/** Leads a user who has just signed in to the requested page, else to the list of procedures. */
export function useAfterSignIn(tenantId: TenantId): () => Promise<void> {
  const navigate = useNavigate()
  return async () => {
    await navigate(pageAfterSignIn(tenantId), { replace: true })
  }
}

/**
 * Signs in a user who has just chosen a password. False if the sign-in page has to do it: the identity provider asks for
 * more, fails or does not respond in time, the user does not want to wait, or this browser has the session of another user.
 */
export function useFirstSignIn(tenantId: TenantId) {
  const port = useSessionPort()
  const { limits } = useConfig()
  return async (userId: string, password: string, signal: AbortSignal): Promise<boolean> => {
    if (port.hasSession()) return false
    const step = port.signIn(usernameOf({ tenantId, userId }), password)
    const stopped = new Promise<never>((_resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
    })
    const isDone = await withTimeLimit(Promise.race([step, stopped]), limits.requestTimeoutMs).then(
      ({ kind }) => kind === 'done',
      () => false,
    )
    if (!isDone) port.abandonSignIn()
    return isDone
  }
}
