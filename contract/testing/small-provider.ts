/**
 * A second provider, as an API team would write one: separate code that shares nothing with the sandbox, with a few
 * operations. It tests the verification itself, which must pass if all is correct and name the field if one is wrong.
 */
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const smallProviderOperations = ['declineCharge', 'getCharge', 'getTenantInfo']

type Charge = {
  chargeId: string
  status: string
  carriedOver?: number
  lastAttempt?: { attemptId: string; state: string; at: string }
}
export type Answer = { status: number; body: Record<string, unknown> }

const at = '2026-11-21T10:00:00+09:00'

/** @param spoil changes responses so that the verification must fail */
export async function startSmallProvider(spoil: (operation: string, answer: Answer) => Answer = (_, answer) => answer) {
  const world: { charge: Charge | null; tenants: Map<string, object>; down: boolean } = {
    charge: null,
    tenants: new Map(),
    down: false,
  }

  function setState(state: string): Record<string, string> {
    const attempt = (result: string) => ({ attemptId: 'PA-1', state: result, at })
    const open = { state: 'ACTIVE', features: { webApplication: { enabled: true } } }
    world.down = state === 'an operation is in maintenance'
    world.tenants = new Map<string, object>([
      ['minato-city', { ...open, maintenance, branding }],
      ['yume-suspended', { ...open, state: 'SUSPENDED' }],
      ['hoshi-disabled', { ...open, features: { webApplication: { enabled: false } } }],
    ])
    const charges: Record<string, Charge> = {
      'a charge is waiting': { chargeId: 'CH-1001', status: 'WAITING' },
      'a charge of a corrected application is waiting': { chargeId: 'CH-1001', status: 'WAITING', carriedOver: 110 },
      'a charge is paid': { chargeId: 'CH-1001', status: 'PAID', lastAttempt: attempt('SUCCEEDED') },
      'a charge is cancelled': { chargeId: 'CH-1001', status: 'CANCELLED' },
      'a payment is being processed': { chargeId: 'CH-1001', status: 'WAITING', lastAttempt: attempt('PROCESSING') },
      'a payment attempt is open': { chargeId: 'CH-1001', status: 'WAITING', lastAttempt: attempt('STARTED') },
    }
    world.charge = charges[state] ?? null
    return { token: 'small-token' }
  }

  function answer(method: string, path: string, token: string | undefined): [operation: string, Answer] {
    const info = /^\/app\/web\/p\/tenants\/([^/]+)\/info$/.exec(path)?.[1]
    if (method === 'GET' && info !== undefined) {
      const tenant = world.tenants.get(info)
      if (world.down) return ['getTenantInfo', problem(503, 'SE_CO_0503')]
      return [
        'getTenantInfo',
        tenant ? { status: 200, body: { tenantId: info, ...tenant } } : problem(404, 'SE_CO_0404'),
      ]
    }
    const [, id, decline] = /^\/app\/web\/o\/charges\/([^/]+)(\/decline)?$/.exec(path) ?? []
    const operation = decline === undefined ? 'getCharge' : 'declineCharge'
    if (token !== 'Bearer small-token') return [operation, problem(401, 'SE_CO_0401')]
    if (world.charge?.chargeId !== id) return [operation, problem(404, 'SE_CO_0404')]
    if (decline !== undefined && world.charge?.status === 'PAID') return [operation, problem(409, 'SE_CH_0001')]
    if (decline !== undefined && world.charge?.lastAttempt?.state === 'PROCESSING')
      return [operation, problem(409, 'SE_CH_0003')]
    if (decline !== undefined && world.charge) {
      const { chargeId, lastAttempt } = world.charge
      const ended = lastAttempt?.state === 'STARTED' ? { lastAttempt: { ...lastAttempt, state: 'CANCELLED' } } : {}
      world.charge = { chargeId, status: 'CANCELLED', ...ended }
    }
    return [operation, { status: 200, body: view(world.charge) }]
  }

  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0] ?? ''
    const reply = ({ status, body }: Answer) => write(request, response, status, body)
    if (path === '/states') {
      void read(request).then((body) => reply({ status: 200, body: setState(stateIn(body)) }))
      return
    }
    const [operation, result] = answer(request.method ?? '', path, request.headers.authorization)
    reply(spoil(operation, result))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, statesUrl: `${url}/states`, stop: () => new Promise((resolve) => server.close(resolve)) }
}

const maintenance = {
  suspendTimerConfig: '2027-01-01T00:00:00+09:00',
  restartTimerConfig: '2027-01-01T06:00:00+09:00',
  preSuspendedMessage: '保守のお知らせ',
}
const branding = {
  displayName: 'ちいさな市',
  logoUrl: '/logo.svg',
  primaryColor: '#123456',
  contact: {
    phone: '0311112222',
    email: 'a@example.jp',
    hours: '平日',
    openingHours: { days: 'every-day', from: '09:00', to: '17:00' },
  },
  links: { terms: '/t', privacy: '/p', accessibility: '/a' },
  line: { officialAccountUrl: 'https://line.example.jp/small' },
  orderNoun: 'application',
  locales: ['ja'],
  texts: { ja: { 'order-display.order.NOT_STARTED.label': '受け付けました' } },
}

function view(charge: Charge | null): Record<string, unknown> {
  const status = charge?.status ?? ''
  return {
    ...charge,
    orderId: 'OR-1001',
    receiptNumber: 'S-1',
    title: '手数料',
    amount: { total: 100, tax: 0, currency: 'JPY' },
    lines: [{ label: '手数料', amount: 100 }],
    createdAt: at,
    dueAt: at,
    ...(status === 'PAID' ? { paidAt: at, receipt: { number: 'R-1', issuedAt: at, fileId: 'FI-1' } } : {}),
    ...(status === 'CANCELLED' ? { cancelledAt: at } : {}),
    allowedActions: status === 'WAITING' ? ['proceed', 'decline'] : [],
  }
}

function problem(status: number, code: string): Answer {
  return { status, body: { title: code, status, code } }
}

function write(request: IncomingMessage, response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, {
    'Content-Type': status >= 400 ? 'application/problem+json' : 'application/json',
    'Cache-Control': 'no-store',
    'X-Request-Id': String(request.headers['x-request-id'] ?? 'none'),
    ...(status === 503 ? { 'Retry-After': '30' } : {}),
  })
  response.end(JSON.stringify(body))
}

async function read(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString())
}

function stateIn(body: unknown): string {
  return typeof body === 'object' && body !== null && 'state' in body ? String(body.state) : ''
}
