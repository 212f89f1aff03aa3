import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { releaseOf, reportFailure, reportProblem, startErrorReports } from './error-report.ts'

const reference = '341e6e22-7a1b-4c58-9f0e-2b6d1c3a4f55'
let stop = () => {}
const posted = vi.fn<typeof fetch>(async () => new Response(null, { status: 204 }))
function bodies(): unknown[] {
  return posted.mock.calls.map(([, init]) => JSON.parse(init?.body as string) as unknown)
}

const asset = `${window.location.origin}/assets/session-AbC_12-9.js`

function throwUncaught(error: unknown): void {
  window.dispatchEvent(new ErrorEvent('error', { error }))
}

beforeEach(() => {
  vi.stubGlobal('fetch', posted)
  window.history.replaceState(null, '', '/minato-city/history-details/A-1')
})
afterEach(() => {
  stop()
  posted.mockClear()
  vi.unstubAllGlobals()
  document.head.replaceChildren()
})

describe('error reports', () => {
  it('a report contains kind, code, route, tenant, stage, release and reference, and nothing else', () => {
    const script = document.createElement('script')
    script.type = 'module'
    script.src = '/assets/index-AbC_12-9.js'
    document.head.append(script)
    stop = startErrorReports({ stage: 'production', reportTo: 'https://reports.example.jp/portal' })
    reportFailure({ kind: 'api', code: 'SE_CO_0500', reference })
    expect(bodies()).toEqual([
      {
        kind: 'api',
        code: 'SE_CO_0500',
        route: 'historyDetails',
        tenant: 'minato-city',
        stage: 'production',
        release: 'AbC_12-9',
        reference,
      },
    ])
    const [address, init] = posted.mock.calls[0] ?? []
    expect(address).toBe('https://reports.example.jp/portal')
    expect(init).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer' })
  })

  it('the portal sends no error report unless the stage enables reports', () => {
    stop = startErrorReports({ stage: 'production' })
    reportFailure({ kind: 'api', code: 'SE_CO_0500' })
    expect(posted).not.toHaveBeenCalled()
  })

  it('the reports include failures before the configuration was read', () => {
    reportFailure({ kind: 'sign-in-step', code: 'SELECT_CHALLENGE' })
    expect(posted).not.toHaveBeenCalled()
    stop = startErrorReports({ stage: 'test', reportTo: '/reports' })
    expect(bodies()).toMatchObject([{ kind: 'sign-in-step', code: 'SELECT_CHALLENGE' }])
  })

  it('a failure is reported for each tenant, and without one on a page of none', () => {
    stop = startErrorReports({ stage: 'test', reportTo: '/reports' })
    for (const path of ['/minato-city/download', '/aozora-water/download', '/aozora-water/download', '/error']) {
      window.history.replaceState(null, '', path)
      reportFailure({ kind: 'api', code: 'SE_CO_0500' })
    }
    expect(bodies()).toEqual([
      { kind: 'api', code: 'SE_CO_0500', route: 'download', tenant: 'minato-city', stage: 'test' },
      { kind: 'api', code: 'SE_CO_0500', route: 'download', tenant: 'aozora-water', stage: 'test' },
      { kind: 'api', code: 'SE_CO_0500', route: 'error', stage: 'test' },
    ])
  })

  it.each([
    '港 花子',
    'hanako@example.jp',
    '090-1234-5678 自宅',
    '東京都港区芝公園4-2-8',
    'Yamada Hanako',
    'hanako',
    'Yamada',
    '0901234567',
    'eyJhbGciOiJub25lIn0.eyJlbWFpbCI6ImEifQ.x',
    '/minato-city/history/A-1',
  ])('a report leaves out %j, whichever function receives it', (personal) => {
    stop = startErrorReports({ stage: 'test', reportTo: '/reports' })
    reportFailure({ kind: 'api', code: personal, reference: personal })
    window.history.replaceState(null, '', `/minato-city/history?q=${encodeURIComponent(personal)}`)
    window.dispatchEvent(new ErrorEvent('error', { error: new TypeError(personal), message: personal }))
    expect(bodies()).toHaveLength(2)
    const sent = posted.mock.calls.map(([address, init]) => JSON.stringify([address, init])).join()
    expect(sent).not.toContain(personal)
    expect(sent).not.toContain(encodeURIComponent(personal))
  })

  it('the reports distinguish problems that an operator can solve from everyday problems', () => {
    stop = startErrorReports({ stage: 'test', reportTo: '/reports' })
    reportProblem({ kind: 'offline', fields: [] })
    reportProblem({ kind: 'conflict', status: 409, code: 'SE_AP_0011', fields: [] })
    expect(bodies()).toEqual([])
    reportProblem({ kind: 'unavailable', status: 503, code: 'SE_CO_0503', requestId: reference, fields: [] })
    reportProblem({ kind: 'timeout', fields: [] })
    expect(bodies()).toMatchObject([{ kind: 'api', code: 'SE_CO_0503', reference }, { code: 'timeout' }])
  })

  it('a report names a bug by the class of its error', () => {
    stop = startErrorReports({ stage: 'test', reportTo: '/reports' })
    window.dispatchEvent(new ErrorEvent('error', { error: new RangeError('hanako') }))
    const rejection = Object.assign(new Event('unhandledrejection'), { reason: new SyntaxError('hanako') })
    window.dispatchEvent(rejection)
    expect(bodies()).toMatchObject([
      { kind: 'script', code: 'RangeError' },
      { kind: 'script', code: 'SyntaxError' },
    ])
  })

  it.each([
    ['Chromium', `TypeError: hanako\n    at f (${asset}:2:345)\n    at async g (${asset}:1:9)`],
    ['Chromium, without a function', `TypeError: hanako\n    at async ${asset}:2:345\n    at ${asset}:1:9`],
    ['Firefox', `f@${asset}:2:345\nasync*g@${asset}:1:9\n`],
    ['Safari', `map@[native code]\nf@${asset}:2:345\nmodule code@${asset}:1:9`],
    [
      'below an extension',
      `TypeError: hanako\n    at x (chrome-extension://a/b-12345678.js:1:1)\n    at f (${asset}:2:345)`,
    ],
  ])('a report contains the place of a bug: %s', (_name, stack) => {
    stop = startErrorReports({ stage: 'test', reportTo: '/reports' })
    throwUncaught(Object.assign(new TypeError('hanako'), { stack }))
    expect(bodies()).toMatchObject([{ kind: 'script', code: 'TypeError', place: 'session-AbC_12-9.js:2:345' }])
  })

  it.each([
    ['another origin', 'f@https://other.example/assets/session-AbC_12-9.js:2:345'],
    ['a file without a hash', `f@${window.location.origin}/assets/hanako.js:2:345`],
    ['an address of a page', `f@${window.location.origin}/minato-city/history?q=hanako:2:345`],
    ['an address with a query', `f@${asset}?q=hanako:2:345`],
    ['a stack that does not contain the message', `TypeError: hanako\n    at f (${asset}:2:345)`],
    ['an error without a stack', undefined],
  ])('a report contains no place for %s', (_name, stack) => {
    stop = startErrorReports({ stage: 'test', reportTo: '/reports' })
    throwUncaught(Object.assign(new TypeError('another'), { stack }))
    expect(bodies()).toHaveLength(1)
    expect(bodies()[0]).not.toHaveProperty('place')
  })

  it('a report contains the place of the first frame if the message looks like frames', () => {
    const frame = fc.constantFrom(`\n    at hanako (${asset}:7:7)`, `\nhanako@${asset}:7:7`, '\n    at ')
    const message = fc.array(fc.oneof(frame, fc.string({ unit: 'grapheme' }))).map((parts) => parts.join(''))
    fc.assert(
      fc.property(message, (text) => {
        posted.mockClear()
        stop = startErrorReports({ stage: 'test', reportTo: '/reports' })
        throwUncaught(Object.assign(new TypeError(text), { stack: `TypeError: ${text}\n    at f (${asset}:2:345)` }))
        stop()
        expect(bodies()).toMatchObject([{ place: 'session-AbC_12-9.js:2:345' }])
      }),
    )
  })

  it('a page reports two bugs of one class at two places', () => {
    stop = startErrorReports({ stage: 'test', reportTo: '/reports' })
    for (const line of [1, 2, 2])
      throwUncaught(Object.assign(new TypeError('hanako'), { stack: `f@${asset}:${line}:3` }))
    expect(bodies()).toMatchObject([{ place: 'session-AbC_12-9.js:1:3' }, { place: 'session-AbC_12-9.js:2:3' }])
  })

  it('a page reports the same failure once, and at most twenty failures', () => {
    stop = startErrorReports({ stage: 'test', reportTo: '/reports' })
    for (let time = 0; time < 3; time++) reportFailure({ kind: 'api', code: 'timeout' })
    expect(posted).toHaveBeenCalledOnce()
    for (let time = 0; time < 50; time++) reportFailure({ kind: 'api', code: `SE_CO_00${10 + time}` })
    expect(posted).toHaveBeenCalledTimes(20)
  })

  it('a report does not fail if the receiver fails', async () => {
    posted.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    stop = startErrorReports({ stage: 'test', reportTo: '/reports' })
    reportFailure({ kind: 'api', code: 'timeout' })
    await Promise.resolve()
    expect(posted).toHaveBeenCalledOnce()
  })

  it('a report names no release in development, where scripts have no hash', () => {
    const script = document.createElement('script')
    script.type = 'module'
    script.src = '/src/main.tsx'
    document.head.append(script)
    expect(releaseOf(document)).toBeUndefined()
  })
})
