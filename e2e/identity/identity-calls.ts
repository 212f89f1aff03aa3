import type { BrowserContext, Request } from '@playwright/test'

export type IdentityCall = { action: string; body: Record<string, unknown>; request: Request }

/** Every request of a browser to the identity provider, oldest first. */
export function identityCalls(context: BrowserContext): IdentityCall[] {
  const calls: IdentityCall[] = []
  context.on('request', (request) => {
    const target = request.headers()['x-amz-target']
    if (target === undefined || request.method() !== 'POST') return
    const body = request.postDataJSON() as Record<string, unknown>
    calls.push({ action: target.replace(/^.*\./, ''), body, request })
  })
  return calls
}

export function refreshesOf(calls: readonly IdentityCall[]): string[] {
  return calls
    .filter(({ action }) => action === 'GetTokensFromRefreshToken')
    .map(({ body }) => String(body.RefreshToken))
}
