/** A small recording of the main journey, from signing in to payment, made through the sandbox without a browser. */
import { createSandbox } from '../../../sandbox/create-sandbox.ts'
import { samplePassword } from '../../../sandbox/seed/residents.ts'
import { fixtureForms } from '../../../sandbox/testing/fixture-forms.ts'
import { newResident, withFee } from '../../../sandbox/testing/test-sandbox.ts'

type Named = { name: string; value: string }
export type Entry = {
  startedDateTime: string
  time: number
  request: {
    method: string
    url: string
    headers: Named[]
    bodySize: number
    postData?: { mimeType: string; text: string }
  }
  response: {
    status: number
    headers: Named[]
    content: { size: number; mimeType: string; text?: string; encoding?: string }
    [extension: string]: unknown
  }
  [extension: string]: unknown
}
export type Har = { log: { version: string; entries: Entry[] } }

const origin = 'http://portal.test'

export async function recordJourney(): Promise<Har> {
  const sandbox = await createSandbox({
    db: ':memory:',
    formsDir: fixtureForms(),
    origin,
    cardOrigin: 'http://localhost:5174',
  })
  const { email } = await newResident(sandbox)
  const { idToken } = await sandbox.signIn(email, 'minato-city')
  const entries: Entry[] = []

  async function call(method: string, path: string, body?: object, more: Record<string, string> = {}) {
    const startedAt = Date.now()
    const request = new Request(origin + path, {
      method,
      headers: {
        'X-Request-Id': crypto.randomUUID(),
        'Accept-Language': 'ja',
        ...(path.includes('/o/') ? { Authorization: `Bearer ${idToken}` } : {}),
        ...(method === 'POST' && path.includes('/o/') ? { 'Idempotency-Key': crypto.randomUUID() } : {}),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...more,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const sent = await request.clone().text()
    const response = await sandbox.fetch(request)
    const text = await response.text()
    entries.push({
      startedDateTime: new Date(startedAt).toISOString(),
      time: Date.now() - startedAt,
      request: {
        method,
        url: origin + path,
        headers: namedOf(request.headers),
        bodySize: sent.length,
        ...(sent === '' ? {} : { postData: { mimeType: 'application/json', text: sent } }),
      },
      response: {
        status: response.status,
        headers: namedOf(response.headers),
        content: { size: text.length, mimeType: response.headers.get('Content-Type') ?? '', text },
      },
    })
    return {
      tag: response.headers.get('ETag') ?? '',
      body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>,
    }
  }

  const api = '/app/web'
  await call('GET', '/config.json')
  await call('GET', `${api}/p/tenants/minato-city/info`)
  await call('POST', `${api}/p/tenants/minato-city/login`, { email, password: samplePassword })
  await call('GET', `${api}/p/tenants/minato-city/services`)
  await call('GET', `${api}/o/profile`)
  await call('GET', `${api}/o/drafts?limit=20`)
  const { expectedTotal, attachments, locale, ...draft } = withFee(2)
  const { serviceId, type, ...content } = draft
  const place = `${api}/o/drafts/${serviceId}/${type}`
  await call('GET', place)
  const first = await call('PUT', place, content)
  const answers = { copy: { copies: 2, method: 'counter' } }
  const second = await call('PUT', place, { ...content, answers }, { 'If-Match': first.tag })
  await call('GET', place)
  await call('POST', `${api}/o/orders/quote`, { serviceId, type, formVersion: content.formVersion, answers }, {})
  const order = { ...draft, answers, expectedTotal, attachments, locale }
  const sent = await call('POST', `${api}/o/orders`, order, { 'If-Match': second.tag })
  await call('GET', place)
  const { chargeId } = sent.body.charge as { chargeId: string }
  await call('GET', `${api}/o/charges/${chargeId}`)
  const paid = await call('POST', `${api}/o/charges/${chargeId}/proceed`, { repayment: false, locale })
  const session = new URL(String(paid.body.url)).searchParams.get('session') ?? ''
  await sandbox.cardFetch(
    new Request('http://localhost:5174/pay/authorise', {
      method: 'POST',
      body: new URLSearchParams({ session, number: '4242424242424242' }),
    }),
  )
  await call('GET', `${api}/o/charges/${chargeId}`)
  await call('GET', `${api}/o/orders?limit=20`)
  await call('GET', `${api}/o/orders/${String(sent.body.orderId)}`)
  const files = await call('GET', `${api}/o/files?limit=20`)
  const [file] = files.body.items as { fileId: string }[]
  await call('POST', `${api}/o/files/${file?.fileId ?? ''}/link`, undefined, {})
  sandbox.close()
  return { log: { version: '1.2', entries } }
}

function namedOf(headers: Headers): Named[] {
  return [...headers].map(([name, value]) => ({ name, value }))
}
