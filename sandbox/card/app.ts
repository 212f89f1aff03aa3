import { inLanguage } from '../../form-model/language-tag.ts'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Hono } from 'hono'
import type { Context } from 'hono'
import { portalOrigins } from '../core/portal-config.ts'
import type { Backend } from '../rules/backend.ts'
import type { AttemptRecord, ChargeRecord } from '../core/records.ts'
import { attemptState } from '../rules/order-views.ts'
import { applyReport } from '../rules/payments.ts'
import { paymentPage, statePage } from './pages.ts'
import { behaviourOf } from './test-cards.ts'

type Open = { attempt: AttemptRecord; charge: ChargeRecord }

/**
 * The card payment provider, as another company's site: the browser arrives with a session, pays or cancels, and is
 * sent back to the host of the portal from which it came. Its report to the backend (the webhook) is an in-process call.
 */
export function createCardApp(backend: Backend): Hono {
  const app = new Hono()
  const portals = portalOrigins(backend.origin)
  const styles = readFileSync(path.join(import.meta.dirname, 'card.css'))
  const script = readFileSync(path.join(import.meta.dirname, 'card.js'))

  app.use('*', async (c, next) => {
    await next()
    // The redirect to the portal follows a form submission, so form-action applies to it as well.
    c.header(
      'Content-Security-Policy',
      `default-src 'none'; style-src 'self'; script-src 'self'; img-src data:; form-action 'self' ${portals.join(' ')}; base-uri 'none'; frame-ancestors 'none'`,
    )
    c.header('X-Content-Type-Options', 'nosniff')
    c.header('Referrer-Policy', 'no-referrer')
    c.header('Cache-Control', 'no-store')
  })
  app.get('/card.css', (c) => c.body(new Uint8Array(styles), 200, { 'Content-Type': 'text/css; charset=utf-8' }))
  app.get('/card.js', (c) => c.body(new Uint8Array(script), 200, { 'Content-Type': 'text/javascript; charset=utf-8' }))
  app.get('/', (c) => c.html(statePage('unknown', 'ja', backend.origin), 404))
  app.get('/pay', (c) => show(c, c.req.query('session') ?? ''))
  app.post('/pay', async (c) => show(c, await field(c, 'session')))
  app.post('/pay/cancel', async (c) => {
    const found = find(await field(c, 'session'))
    if (found === null || !isOpen(found)) return stateOf(c, found)
    applyReport(backend, found.attempt.cardSession, { outcome: 'CANCELLED' })
    return c.redirect(callback(found, 'cancel'), 303)
  })
  app.post('/pay/authorise', async (c) => {
    const found = find(await field(c, 'session'))
    if (found === null || !isOpen(found)) return stateOf(c, found)
    const { cardSession } = found.attempt
    const typed = await field(c, 'number')
    const behaviour = behaviourOf(typed)
    switch (behaviour?.kind) {
      case undefined:
        return c.html(page(found, { error: 'number', typed }), 422)
      case 'refused-here':
        return c.html(page(found, { error: 'expired', typed }), 422)
      case 'declined':
        applyReport(backend, cardSession, { outcome: 'FAILED' })
        return c.redirect(callback(found, 'error'), 303)
      case 'slow': {
        const settleAt = backend.clock.now() + behaviour.seconds * 1000
        applyReport(backend, cardSession, { outcome: 'PROCESSING', settlesTo: behaviour.settlesTo, settleAt })
        return c.redirect(callback(found, 'success'), 303)
      }
      case 'pays':
        applyReport(backend, cardSession, { outcome: 'SUCCEEDED' })
        if (behaviour.returns === null) return c.html(statePage('lost', found.attempt.locale, history(found)))
        return c.redirect(callback(found, behaviour.returns), 303)
      default:
        return behaviour satisfies never
    }
  })
  app.notFound((c) => c.html(statePage('unknown', 'ja', backend.origin), 404))

  function find(session: string): Open | null {
    const attempt = backend.attempts.findBySession(session)
    const charge = attempt === null ? null : backend.charges.find(attempt.chargeId)
    return attempt === null || charge === null ? null : { attempt, charge }
  }

  function isOpen({ attempt, charge }: Open): boolean {
    return charge.status === 'WAITING' && attemptState(attempt, backend.clock.now()) === 'STARTED'
  }

  function show(c: Context, session: string) {
    const found = find(session)
    return found !== null && isOpen(found) ? c.html(page(found)) : stateOf(c, found)
  }

  function page({ attempt, charge }: Open, again: { error?: 'number' | 'expired'; typed?: string } = {}) {
    const { locale } = attempt
    return paymentPage({
      session: attempt.cardSession,
      locale,
      payee: inLanguage(backend.tenants.find(charge.tenantId)?.displayName ?? { ja: charge.tenantId }, locale),
      title: inLanguage(charge.title, locale),
      total: charge.total,
      ...again,
    })
  }

  function stateOf(c: Context, found: Open | null) {
    if (found === null) return c.html(statePage('unknown', 'ja', backend.origin), 404)
    const { locale } = found.attempt
    switch (attemptState(found.attempt, backend.clock.now())) {
      case 'SUCCEEDED':
        return c.html(statePage('paid', locale, callback(found, 'success')))
      case 'PROCESSING':
        return c.html(statePage('processing', locale, callback(found, 'success')))
      case 'CANCELLED':
        return c.html(statePage('cancelled', locale, callback(found, 'cancel')), 410)
      case 'FAILED':
        return c.html(statePage('declined', locale, callback(found, 'error')), 410)
      case 'STARTED':
      case 'EXPIRED':
        return c.html(statePage('closed', locale, callback(found, 'error')), 410)
    }
  }

  function callback({ attempt, charge }: Open, result: 'success' | 'cancel' | 'error'): string {
    const query = new URLSearchParams({
      tenantId: charge.tenantId,
      ...(attempt.repayment ? { repayment: 'true' } : {}),
    })
    return `${attempt.returnTo ?? backend.origin}/callbacks/payment_${result}?${query.toString()}`
  }

  function history({ attempt, charge }: Open): string {
    return `${attempt.returnTo ?? backend.origin}/${charge.tenantId}/applicationhistory`
  }

  return app
}

async function field(c: Context, name: string): Promise<string> {
  const value = (await c.req.parseBody())[name]
  return typeof value === 'string' ? value : ''
}
