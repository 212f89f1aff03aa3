import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, expectTypeOf, it } from 'vitest'
import loginJa from '../../locales/ja/login.json'
import plainEn from '../../locales/plain/en.json'
import plainJa from '../../locales/plain/ja.json'
import type { TextOverrideKey } from './catalogue.ts'
import { applyTextOverrides, isSuitable } from './text-overrides.ts'
import { changeLanguage, loadTexts, texts } from './texts.ts'

beforeEach(() => changeLanguage('ja'))
afterEach(() => applyTextOverrides())

const identity = 'ログイン情報に誤りがあります。'
const ownIdentity = 'メールアドレスかパスワードが違います。'

describe("a tenant's own texts", () => {
  it("a tenant's own texts replace texts that are loaded and texts that are loaded later, in each language", async () => {
    applyTextOverrides({
      ja: { 'login.login.identity': ownIdentity, 'tenant-state.notSupported.body': 'お使いいただけません。' },
      en: { 'tenant-state.notSupported.body': 'Not online.' },
    })
    expect(texts.getFixedT('ja', 'login')('login.identity')).toBe(ownIdentity)
    expect(texts.getFixedT('ja', 'login')('login.title')).toBe('ログイン')
    await Promise.all([loadTexts('ja', 'tenant-state'), loadTexts('en', 'tenant-state')])
    expect(texts.getFixedT('ja', 'tenant-state')('notSupported.body')).toBe('お使いいただけません。')
    expect(texts.getFixedT('en', 'tenant-state')('notSupported.body')).toBe('Not online.')
  })
  it("a tenant's Japanese texts are those of easy Japanese too, except where it has its own", async () => {
    await Promise.all([loadTexts('ja-simple', 'login'), loadTexts('ja-simple', 'tenant-state')])
    applyTextOverrides({
      ja: { 'login.login.identity': ownIdentity, 'tenant-state.notSupported.body': 'お使いいただけません。' },
      'ja-simple': { 'tenant-state.notSupported.body': '使えません。' },
    })
    expect(texts.getFixedT('ja-simple', 'login')('login.identity')).toBe(ownIdentity)
    expect(texts.getFixedT('ja-simple', 'tenant-state')('notSupported.body')).toBe('使えません。')
    applyTextOverrides()
    expect(texts.getFixedT('ja-simple', 'login')('login.identity')).not.toBe(ownIdentity)
  })
  it("the portal's texts replace the texts of another tenant for a tenant without its own", async () => {
    await loadTexts('ja', 'common')
    applyTextOverrides({ ja: { 'login.login.identity': ownIdentity, 'common.button.toTop': '一覧に戻る' } })
    applyTextOverrides({ ja: { 'common.button.toTop': '手続きに戻る' } })
    expect(texts.getFixedT('ja', 'login')('login.identity')).toBe(identity)
    expect(texts.getFixedT('ja', 'common')('button.toTop')).toBe('手続きに戻る')
    applyTextOverrides()
    expect(texts.getFixedT('ja', 'common')('button.toTop')).toBe('トップ画面に戻る')
  })
  it('stay, and the other texts change, if a changed file is loaded', () => {
    applyTextOverrides({ ja: { 'login.login.identity': ownIdentity } })
    texts.addResourceBundle('ja', 'login', { ...loginJa, help: { changed: '変更' } })
    const t = texts.getFixedT('ja', 'login')
    expect([t('login.identity'), t('help.changed')]).toEqual([ownIdentity, '変更'])
    applyTextOverrides()
    expect([t('login.identity'), t('help.changed')]).toEqual([identity, '変更'])
    texts.addResourceBundle('ja', 'login', loginJa)
  })
  it.each([
    ['an unknown key', { 'login.login.nothing': 'なし' }],
    ['a group of texts', { 'login.login': 'なし' }],
    ['a part of the prototype', { 'login.__proto__.polluted': 'なし', 'login.constructor': 'なし' }],
    ['markup', { 'login.login.identity': '<b>違います</b>' }],
    ['another text', { 'login.login.identity': '$t(login.title)' }],
    ['an unknown value', { 'login.login.identity': '{{password}}が違います。' }],
    ['too many characters', { 'login.login.identity': '違います。'.repeat(30) }],
    ['nothing', { 'login.login.identity': ' ' }],
  ])("a tenant's own texts are ignored if they contain %s", (_name, ja) => {
    applyTextOverrides({ ja })
    expect(texts.getFixedT('ja', 'login')('login.identity')).toBe(identity)
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })
  it("a tenant's own text may use the values of the text that it replaces", async () => {
    await loadTexts('ja', 'charges')
    applyTextOverrides({ ja: { 'charges.result.orderBody': '受付番号は{{receiptNumber}}です。' } })
    expect(texts.getFixedT('ja', 'charges')('result.orderBody', { receiptNumber: '<1>' })).toBe('受付番号は<1>です。')
  })
})

describe.each([
  ['ja', plainJa],
  ['en', plainEn],
] as const)('the set of plain texts in %s', (language, plain) => {
  it.each(Object.entries(plain))('the plain text for %s is suitable', (key, text) => {
    expect(isSuitable(originalOf(language, key), text)).toBe(true)
    expect(text).not.toBe(originalOf(language, key))
  })
})

it('every plain text replaces a key of the catalogue', () => {
  expectTypeOf<Exclude<keyof typeof plainJa, TextOverrideKey>>().toBeNever()
  expectTypeOf<Exclude<keyof typeof plainEn, TextOverrideKey>>().toBeNever()
  expect(Object.keys(plainEn).filter((key) => !Object.hasOwn(plainJa, key))).toEqual([])
})

function originalOf(language: string, key: string): string {
  const [namespace = '', ...path] = key.split('.')
  const file = new URL(`../../locales/${language}/${namespace}.json`, import.meta.url)
  let texts: unknown = JSON.parse(readFileSync(file, 'utf8'))
  for (const part of path) texts = (texts as Record<string, unknown>)[part]
  if (typeof texts !== 'string') throw new Error(`No text ${key}`)
  return texts
}
