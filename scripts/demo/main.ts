/** The portal in a browser without an API: its requests are answered in the page, and nothing leaves it. */
import { demoAnswer } from './demo-api.ts'
import { tokenEntries } from './demo-identity.ts'
import { demoTenant } from './demo-tenant.ts'

const clientId = 'demo'
const config = {
  stage: 'demo',
  apiBase: '/app/web',
  formsBase: '/forms',
  auth: { region: 'ap-northeast-1', poolId: 'demo', clientId, endpoint: '/_identity/' },
  paymentHosts: [location.host],
  limits: { idleMinutes: 30, absoluteHours: 12 },
  defaultTenant: demoTenant,
  demo: true,
}

const fromServer = globalThis.fetch.bind(globalThis)
globalThis.fetch = async (...sent) => {
  const request = new Request(...sent)
  if (new URL(request.url).pathname === '/config.json') return Response.json(config)
  return (await demoAnswer(request)) ?? fromServer(request)
}
// Axios then uses fetch: https://axios-http.com/docs/fetch_adapter
Reflect.deleteProperty(globalThis, 'XMLHttpRequest')

// `npm run dev -- --mocks` begins with a session.
if (import.meta.env.DEV && sessionStorage.length === 0)
  for (const [key, value] of tokenEntries(clientId, `${demoTenant}__user-1001`)) sessionStorage.setItem(key, value)

// A file server adds a slash to the address of a page, whose file is in a folder.
const { pathname, search } = location
if (pathname !== '/' && pathname.endsWith('/')) history.replaceState(null, '', pathname.slice(0, -1) + search)

// The card page returns to the document, because a file server has no file for the address of the callback.
const back = new URLSearchParams(location.search).get('back')
if (back?.startsWith('/callbacks/') === true) history.replaceState(null, '', back)

await import('../../src/main.tsx')
