import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { SessionProvider, useOptionalSession, useSession, useSessionPort } from './session-context.tsx'
import { createSession } from './session.ts'
import { tabGroup } from './testing/memory-tab.ts'

const port = createSession({
  auth: { region: 'x', poolId: 'x_y', clientId: 'c', flow: 'USER_SRP_AUTH', tokenStorage: 'session' },
  limits: { signOutTimeoutMs: 1, requestTimeoutMs: 5_000 },
  tabs: tabGroup().open(),
})
const session = { username: 'a__b', tenantId: 'a', userId: 'b', email: null, signedInAt: 0, expiresAt: 1 }

function Name() {
  return <p>{useSession().userId}</p>
}
function OptionalName() {
  const optional = useOptionalSession()
  const signedIn = useSessionPort().hasSession()
  return <p>{optional ? optional.userId : `nobody, ${signedIn ? 'signed in' : 'signed out'}`}</p>
}

describe('the session in the page', () => {
  it('the page has the session that the guard has checked', () => {
    render(
      <SessionProvider port={port} session={session}>
        <Name />
      </SessionProvider>,
    )
    expect(screen.getByText('b')).toBeInTheDocument()
  })

  it('the session may be missing on a page that needs none', () => {
    render(
      <SessionProvider port={port} session={null}>
        <OptionalName />
      </SessionProvider>,
    )
    expect(screen.getByText('nobody, signed out')).toBeInTheDocument()
  })

  it('throws an error if it is missing on a page that needs one', () => {
    const withoutSession = (
      <SessionProvider port={port} session={null}>
        <Name />
      </SessionProvider>
    )
    expect(() => render(withoutSession)).toThrow(/must run the guard/)
    expect(() => render(<Name />)).toThrow(/SessionProvider is missing/)
  })
})
