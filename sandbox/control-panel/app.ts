import { Hono } from 'hono'
import type { Context } from 'hono'
import type { ConfigChanges } from '../core/portal-config.ts'
import type { Backend } from '../rules/backend.ts'
import { tokyoIso } from '../../form-model/tokyo-date.ts'
import type { LoggedCall } from '../web-api/request-state.ts'
import { brand, tenantPage } from './tenant-site.ts'
import { faultOf } from './fault-input.ts'
import { PanelError, inputOf, momentOf, neededText, numberOf, objectOf } from '../core/panel-input.ts'
import { callsOf, effects, stateOfUser } from './inspection.ts'
import { homePage, outboxPage, stylesheet } from './pages.ts'
import { setState } from '../pact-states/states.ts'
import { changeCharge, issueFileTo, moveOrder, publishForms } from './staff.ts'
import { changeTenant } from './tenants.ts'
import { createUser, credentialsOf } from './users.ts'

export type ControlPanelParts = {
  calls: readonly LoggedCall[]
  changeConfig: (changes: ConfigChanges) => object
  /** Restores the sample data, the machine's time and a state without faults. */
  reset: () => void
}

/**
 * `/_sandbox`: inspects and changes the backend, for tests (JSON) and for developers (pages with the same switches).
 */
export function createControlPanel(backend: Backend, { calls, changeConfig, reset }: ControlPanelParts): Hono {
  const app = new Hono()

  app.use('*', async (c, next) => {
    // Only the sandbox's own pages may use it, and programs, which send no Origin; other sites may not even read it.
    const origin = c.req.header('Origin')
    if (origin !== undefined && origin !== new URL(c.req.url).origin && origin !== backend.origin)
      return c.json({ error: `A page of ${origin} may not use the control panel` }, 403)
    await next()
    c.header('Cache-Control', 'no-store')
    c.header(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    )
  })
  app.onError((error, c) => {
    if (error instanceof PanelError) return c.json({ error: error.message }, 400)
    console.error('The control panel failed:', error)
    return c.json({ error: error.message }, 500)
  })

  /** JSON for programs; a submitted form redirects to its page. */
  function done(c: Context, body: object, page = '/_sandbox/') {
    return wantsPage(c) ? c.redirect(page, 303) : c.json(body)
  }

  app.get('/', (c) => c.html(homePage(backend)))
  app.get('/sandbox.css', (c) => c.body(stylesheet, 200, { 'Content-Type': 'text/css; charset=utf-8' }))
  app.get('/brand/:tenantId/:logo', (c) =>
    brand(backend, c.req.raw, `${c.req.param('tenantId')}/${c.req.param('logo')}`),
  )
  app.get('/pages/:tenantId/:name', (c) => tenantPage(backend, c.req.param('tenantId'), c.req.param('name')))

  app.get('/users', (c) => c.json(backend.residents.list().map((resident) => credentialsOf(resident))))
  app.post('/users', async (c) => done(c, createUser(backend, await inputOf(c))))

  app.get('/clock', (c) => c.json(clockView(backend)))
  app.post('/clock', async (c) => {
    const input = await inputOf(c)
    const moment = momentOf(input, 'now')
    if (moment !== undefined) backend.clock.set(moment)
    else if (input.reset !== undefined) backend.clock.reset()
    else backend.clock.shift(numberOf(input, 'shiftMs') ?? 0)
    if (input.stop !== undefined) backend.clock.stop()
    return done(c, clockView(backend))
  })

  app.get('/outbox', (c) => {
    const mails = backend.outbox.list(c.req.query('to'))
    return wantsPage(c) ? c.html(outboxPage(mails, c.req.query('to'))) : c.json(mails)
  })

  app.get('/faults', (c) => c.json(backend.faults.list()))
  app.post('/faults', async (c) => {
    const input = await inputOf(c)
    if (input.clear === undefined) backend.faults.add(faultOf(input))
    else backend.faults.clear()
    return done(c, backend.faults.list())
  })
  app.delete('/faults', (c) => {
    backend.faults.clear()
    return c.json([])
  })
  app.post('/identity-faults', async (c) => {
    const { delayMs, failing, rateLimited, actions } = await inputOf(c)
    Object.assign(backend.identity.faults, {
      delayMs: typeof delayMs === 'number' ? delayMs : undefined,
      failing: failing === true,
      rateLimited: rateLimited === true,
      actions: Array.isArray(actions) ? actions.map(String) : undefined,
    })
    return c.json(backend.identity.faults)
  })

  app.get('/tenants', (c) => c.json(backend.tenants.list()))
  app.post('/tenants/:tenantId', async (c) => done(c, changeTenant(backend, c.req.param('tenantId'), await inputOf(c))))
  app.post('/orders', async (c) => {
    const input = await inputOf(c)
    return done(c, await moveOrder(backend, neededText(input, 'orderId'), input))
  })
  app.post('/orders/:orderId', async (c) => done(c, await moveOrder(backend, c.req.param('orderId'), await inputOf(c))))
  app.post('/charges/:chargeId', async (c) => done(c, changeCharge(backend, c.req.param('chargeId'), await inputOf(c))))
  app.post('/files', async (c) => done(c, issueFileTo(backend, await inputOf(c))))
  app.post('/forms', async (c) => done(c, publishForms(backend, await inputOf(c))))
  app.post('/config', async (c) => {
    const input = await inputOf(c)
    return c.json(changeConfig({ auth: objectOf(input, 'auth') ?? {}, limits: objectOf(input, 'limits') ?? {} }))
  })
  app.post('/states', async (c) => c.json(await setState(backend, await inputOf(c))))
  app.post('/reset', (c) => {
    reset()
    return done(c, { ok: true })
  })

  app.get('/state/users/:tenantId/:userId', (c) =>
    c.json(stateOfUser(backend, c.req.param('tenantId'), c.req.param('userId'))),
  )
  app.get('/state/effects', (c) => c.json(effects(backend, { userId: c.req.query('userId'), key: c.req.query('key') })))
  app.get('/state/calls', (c) =>
    c.json(
      callsOf(calls, { operation: c.req.query('operation'), userId: c.req.query('userId'), key: c.req.query('key') }),
    ),
  )
  app.notFound((c) => c.json({ error: `The control panel has no ${c.req.method} ${c.req.path}` }, 404))
  return app
}

function clockView({ clock }: Pick<Backend, 'clock'>) {
  return {
    now: tokyoIso(clock.now()),
    nowMs: clock.now(),
    offsetMs: clock.offset(),
    waitingRequests: clock.waiting(),
  }
}

function wantsPage(c: Context): boolean {
  return (c.req.header('Accept') ?? '').includes('text/html')
}
