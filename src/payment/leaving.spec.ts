// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { checkedPaymentUrl } from './payment-url.ts'
import { leaveForPayment, watchLeaving } from './use-proceed.ts'

const hosts = ['pay.example.jp', 'localhost:5174', '[::1]:5174']

describe('checkedPaymentUrl', () => {
  it.each([
    'https://pay.example.jp/checkout?id=1',
    'https://PAY.example.jp/checkout',
    'https://pay.example.jp:443/checkout',
    'http://localhost:5174/checkout',
    'http://[::1]:5174/checkout',
  ])('accepts %s', (url) => {
    expect(checkedPaymentUrl(url, hosts)?.host).toMatch(/^(pay\.example\.jp|localhost:5174|\[::1\]:5174)$/)
  })

  it.each([
    ['another host', 'https://evil.test/checkout'],
    ['a host that ends alike', 'https://notpay.example.jp/'],
    ['a sub-domain', 'https://a.pay.example.jp/'],
    ['a trailing dot', 'https://pay.example.jp./checkout'],
    ['another port', 'https://pay.example.jp:8443/'],
    ['plain http', 'http://pay.example.jp/'],
    ['a user name', 'https://pay.example.jp@evil.test/'],
    ['a user name on the right host', 'https://someone@pay.example.jp/'],
    ['a backslash', 'https://evil.test\\@pay.example.jp/'],
    ['javascript:', 'javascript:alert(1)//pay.example.jp'],
    ['data:', 'data:text/html,pay.example.jp'],
    ['a path', '/checkout'],
    ['no scheme', '//pay.example.jp/checkout'],
    ['nothing', ''],
    ['another local port', 'http://localhost:9999/'],
  ])('refuses %s', (_name, url) => {
    expect(checkedPaymentUrl(url, hosts)).toBeNull()
  })

  it('refuses every address if no host is configured', () => {
    expect(checkedPaymentUrl('https://pay.example.jp/', [])).toBeNull()
  })
})

describe('leaveForPayment (S-24)', () => {
  const left: { by: string; to: string; fields: Record<string, string>; rel?: string }[] = []

  const onClick = (event: MouseEvent) => {
    if (!(event.target instanceof HTMLAnchorElement)) return
    event.preventDefault()
    left.push({ by: 'GET', to: event.target.href, fields: {}, rel: event.target.rel })
  }
  const onSubmit = (event: SubmitEvent) => {
    if (!(event.target instanceof HTMLFormElement)) return
    event.preventDefault()
    const fields = Object.fromEntries(
      [...new FormData(event.target)].map(([name, value]) => [name, typeof value === 'string' ? value : '']),
    )
    const action = event.target.getAttribute('action')
    left.push({ by: event.target.getAttribute('method') ?? '', to: action ?? '', fields })
  }

  beforeEach(() => {
    left.length = 0
    document.addEventListener('click', onClick)
    document.addEventListener('submit', onSubmit)
  })
  afterEach(() => {
    document.removeEventListener('click', onClick)
    document.removeEventListener('submit', onSubmit)
  })

  it('leaves once by a link without a referrer', () => {
    expect(leaveForPayment({ method: 'GET', url: 'https://pay.example.jp/c/1' }, hosts)).toBe(true)
    expect(left).toEqual([{ by: 'GET', to: 'https://pay.example.jp/c/1', fields: {}, rel: 'noreferrer' }])
  })

  it('posts the fields with any name', () => {
    const fields = { token: 'a"<b>', submit: '1', action: 'https://evil.test/', requestSubmit: '2' }
    expect(leaveForPayment({ method: 'POST', url: 'https://pay.example.jp/c', fields }, hosts)).toBe(true)
    expect(left).toEqual([{ by: 'post', to: 'https://pay.example.jp/c', fields }])
  })

  it('removes its elements from the page', () => {
    leaveForPayment({ method: 'POST', url: 'https://pay.example.jp/c', fields: { token: 'secret' } }, hosts)
    expect(document.body.innerHTML).toBe('')
  })

  it.each([
    ['a host that is not allowed', { method: 'GET', url: 'https://evil.test/' }],
    ['a host that is not allowed, posted', { method: 'POST', url: 'https://evil.test/', fields: { a: '1' } }],
    ['an unknown method', { method: 'DELETE', url: 'https://pay.example.jp/' }],
  ])('stays on the page for %s', (_name, handOff) => {
    expect(leaveForPayment(handOff, hosts)).toBe(false)
    expect(left).toEqual([])
  })
})

describe('watchLeaving', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('reports once that the card provider has not responded within 30 seconds', () => {
    const onStayed = vi.fn()
    watchLeaving(onStayed)
    vi.advanceTimersByTime(29_999)
    expect(onStayed).not.toHaveBeenCalled()
    vi.advanceTimersByTime(60_000)
    expect(onStayed).toHaveBeenCalledTimes(1)
  })

  it('reports nothing after it was stopped', () => {
    const onStayed = vi.fn()
    watchLeaving(onStayed)()
    vi.advanceTimersByTime(60_000)
    expect(onStayed).not.toHaveBeenCalled()
  })
})
