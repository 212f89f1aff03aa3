import type { Page } from '@playwright/test'
import { usernameOf } from '../../sandbox/core/identifiers.ts'
import { tokenKeys } from '../../src/identity/session/stored-tokens.ts'

const client = 'portal-sandbox'

type Portal = { url: string; sandboxUrl: string }
type Resident = { tenantId: string; userId: string; password: string }

/**
 * Starts a page with a session, as after a sign-in. For tests of later steps: signing in by hand costs seconds and has
 * its own tests. Only the first document of the tab gets the tokens, so that a log-out stays effective; a second tab
 * needs its own.
 */
export async function startSignedIn(page: Page, portal: Portal, resident: Resident): Promise<void> {
  const username = usernameOf(resident)
  const tokens = await tokensOf(portal, resident)
  const keys = tokenKeys(client)
  const entries = {
    [keys.lastUser]: username,
    ...Object.fromEntries(Object.entries(tokens).map(([name, value]) => [keys.of(username, name), value])),
  }
  await page.addInitScript(
    ({ origin, stored, mark }) => {
      if (location.origin !== origin || window !== window.top) return
      if (localStorage.getItem(mark) !== null) return
      localStorage.setItem(mark, '1')
      for (const [name, value] of Object.entries(stored)) sessionStorage.setItem(name, value)
    },
    // Log-out clears everything but markers with this name.
    { origin: new URL(portal.url).origin, stored: entries, mark: `portal.warned.e2e.${crypto.randomUUID()}` },
  )
}

/** Tokens of a new sign-in by plain password, without a browser. */
export async function tokensOf(
  portal: Portal,
  resident: Resident,
): Promise<{ idToken: string; accessToken: string; refreshToken: string; clockDrift: string }> {
  const response = await fetch(`${portal.sandboxUrl}/_identity/`, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': 'AWSCognitoIdentityProviderService.InitiateAuth',
    },
    body: JSON.stringify({
      AuthFlow: 'USER_PASSWORD_AUTH',
      ClientId: client,
      AuthParameters: { USERNAME: usernameOf(resident), PASSWORD: resident.password },
    }),
  })
  const answer = (await response.json()) as {
    AuthenticationResult?: { IdToken: string; AccessToken: string; RefreshToken: string }
  }
  const result = answer.AuthenticationResult
  if (result === undefined) throw new Error(`${usernameOf(resident)} could not sign in: ${JSON.stringify(answer)}`)
  return {
    idToken: result.IdToken,
    accessToken: result.AccessToken,
    refreshToken: result.RefreshToken,
    clockDrift: '0',
  }
}
