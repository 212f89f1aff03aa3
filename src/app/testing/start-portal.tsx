import { loadShell } from '../shell/load-shell.ts'
import { act, render } from '@testing-library/react'
import { http } from 'msw'
import { setupServer } from 'msw/node'
import { createMemoryRouter } from 'react-router-dom'
import type { RouteObject } from 'react-router-dom'
import { tokenKeys } from '../../identity/session/stored-tokens.ts'
import { createSandbox } from '../../../sandbox/create-sandbox.ts'
import type { Sandbox, SandboxOptions } from '../../../sandbox/create-sandbox.ts'
import { FormLoadError } from '../../form-engine/definition/load-form.ts'
import { changeLanguage } from '../../i18n/texts.ts'
import { parseConfig } from '../../lib/config.ts'
import type { PortalConfig } from '../../lib/config.ts'
import { ProblemError } from '../../lib/problem.ts'
import { createPortal } from '../create-portal.tsx'
import type { RunningPortal } from '../create-portal.tsx'
import { uploadedForm } from './uploaded-form.ts'

export type PortalUnderTest = RunningPortal & {
  sandbox: Sandbox
  /** Requests in order, as `METHOD /path`. */
  requests: string[]
  /** Whether requests arrive, and what the browser says about it, which may be wrong; `isNoticed`: by an event. */
  setNetwork: (network: Network) => void
  /** The address that is shown. */
  path: () => string
  stop: () => void
}

type Network = { works: boolean; hint: boolean; isNoticed?: boolean }

type Options = {
  /** E-mail of the user whose tokens are already stored. */
  as?: string
  tenantId?: string
  sandbox?: Partial<SandboxOptions>
  /** Responses instead of the sandbox's, e.g. with a broken connection; null passes the request to the sandbox. */
  instead?: (request: Request) => Response | null | Promise<Response | null>
  config?: Partial<PortalConfig>
  /** Pages other than the portal's. */
  change?: (routes: RouteObject[]) => RouteObject[]
}

const origin = 'http://portal.test'

/** The whole portal on one address: real router, clients and session in jsdom, against a sandbox in memory. */
export async function startPortal(initialPath: string, options: Options = {}): Promise<PortalUnderTest> {
  const sandbox = await createSandbox({
    db: ':memory:',
    formsDir: '.local/forms',
    origin,
    cardOrigin: 'http://card.test',
    ...options.sandbox,
  })
  const requests: string[] = []
  let works = true
  const server = setupServer(
    http.all('*', async ({ request }) => {
      requests.push(`${request.method} ${new URL(request.url).pathname}`)
      request.formData = () => uploadedForm(request)
      if (!works) return Response.error()
      return (await options.instead?.(request)) ?? sandbox.fetch(request)
    }),
  )
  server.listen({ onUnhandledFrame: 'error' })
  await changeLanguage('ja')
  const config = {
    ...parseConfig(await (await sandbox.fetch(new Request(`${origin}/config.json`))).json()),
    ...options.config,
  }
  const tenantId = options.tenantId ?? 'minato-city'
  if (options.as !== undefined) {
    const user = sandbox.backend.residents.findByEmail(tenantId, options.as)
    await storeTokens(sandbox, config.auth.clientId, options.as, tenantId, user?.userId ?? '')
  }
  const portal = createPortal({
    config,
    makeRouter: (routes, context) =>
      createMemoryRouter(options.change?.(routes) ?? routes, { ...context, initialEntries: [initialPath] }),
  })
  // Awaited, because the first render may suspend, and again while the shell arrives.
  const view = await act(async () => {
    await loadShell()
    return render(portal.element, { onCaughtError: (error) => onCaughtError(error, portal) })
  })
  return {
    ...portal,
    sandbox,
    requests,
    setNetwork({ hint, isNoticed = true, ...network }) {
      works = network.works
      Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => hint })
      if (isNoticed) act(() => void window.dispatchEvent(new Event(hint ? 'online' : 'offline')))
    },
    path: () => portal.router.state.location.pathname + portal.router.state.location.search,
    stop() {
      view.unmount()
      portal.router.dispose()
      portal.queryClient.clear()
      server.close()
      sandbox.close()
      Reflect.deleteProperty(navigator, 'onLine')
      localStorage.clear()
      sessionStorage.clear()
    },
  }
}

/** A failure of the API or of a form is shown by the boundary of its page or section. Any other error is a bug. */
function onCaughtError(error: unknown, { report }: RunningPortal): void {
  report(error)
  // oxlint-disable-next-line no-console -- React's default, which fails the test (scripts/quiet-console.ts)
  if (!(error instanceof ProblemError || error instanceof FormLoadError)) console.error(error)
}

async function storeTokens(sandbox: Sandbox, clientId: string, email: string, tenantId: string, userId: string) {
  const tokens = await sandbox.signIn(email, tenantId)
  const username = `${tenantId}__${userId}`
  const keys = tokenKeys(clientId)
  sessionStorage.setItem(keys.lastUser, username)
  for (const [name, value] of Object.entries({ ...tokens, clockDrift: '0' })) {
    sessionStorage.setItem(keys.of(username, name), value)
  }
}
