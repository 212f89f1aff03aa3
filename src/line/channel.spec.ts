import { describe, expect, it } from 'vitest'
import {
  detectChannel,
  externalBrowserUrl,
  isInsideLine,
  lineAccountUrl,
  linkBeside,
  hasLineParameter,
} from './channel.ts'

const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148'

describe('detectChannel', () => {
  it.each([
    ['Safari', `${safari} Safari/604.1`, 'external'],
    ['Chrome', 'Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 Chrome/156.0 Mobile Safari/537.36', 'external'],
    ['the LINE chat on iOS', `${safari} Safari Line/26.1.0`, 'line-inapp'],
    ['the LINE chat on Android', 'Mozilla/5.0 (Linux; Android 16; wv) Chrome/156.0 Line/26.1.0/IAB', 'line-inapp'],
    ['a LIFF window', `${safari} Safari Line/26.1.0 LIFF`, 'liff'],
    ['a browser whose name contains line', 'Mozilla/5.0 OnLine/ Offline/2 Browser/1', 'external'],
    ['no user agent', '', 'external'],
  ])('maps %s', (_name, userAgent, channel) => {
    expect(detectChannel(userAgent)).toBe(channel)
  })

  it('counts both LINE channels as inside LINE', () => {
    expect([isInsideLine('liff'), isInsideLine('line-inapp'), isInsideLine('external')]).toEqual([true, true, false])
  })
})

describe('hasLineParameter', () => {
  it.each([
    ['?from=line', true],
    ['?step=2&from=line', true],
    ['?from=LINE', false],
    ['?from=line&from=mail', false],
    ['', false],
  ])('reads %j as %s', (search, expected) => {
    expect(hasLineParameter(search)).toBe(expected)
  })
})

describe('externalBrowserUrl', () => {
  it('adds the parameter once and keeps the rest of the address', () => {
    const url = 'https://portal.example.jp/acme/download?q=a#top'
    const once = 'https://portal.example.jp/acme/download?q=a&openExternalBrowser=1#top'
    expect(externalBrowserUrl(url)).toBe(once)
    expect(externalBrowserUrl(once)).toBe(once)
  })
})

it('opens a page beside the portal in the ordinary browser, which LINE starts for it', () => {
  const terms = 'https://city.example.jp/terms'
  expect(linkBeside(terms, `${safari} Safari Line/26.1.0`)).toEqual({ href: `${terms}?openExternalBrowser=1` })
  expect(linkBeside(terms, `${safari} Safari/604.1`)).toEqual({ href: terms, target: '_blank' })
})

describe('lineAccountUrl', () => {
  it.each([
    ['https://line.me/R/ti/p/@minato', 'https://line.me/R/ti/p/@minato'],
    ['https://page.line.me/minato', 'https://page.line.me/minato'],
    ['https://lin.ee/abc', 'https://lin.ee/abc'],
    ['http://line.me/R/', null],
    ['line://ti/p/@minato', null],
    ['javascript:alert(1)', null],
    ['https://line.me.evil.test/', null],
    ['https://evil.test/?line.me', null],
    ['https://line.me@evil.test/', null],
    ['not a link', null],
    [undefined, null],
  ])('maps %j to %j', (given, link) => {
    expect(lineAccountUrl(given)).toBe(link)
  })
})
