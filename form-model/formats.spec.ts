import { check } from 'recheck'
import { describe, expect, it } from 'vitest'
import { formatRegExp, formats, isFormatName } from './formats.ts'
import type { FormatName } from './formats.ts'

const names = Object.keys(formats).filter(isFormatName)

const accepted: { [name in FormatName]?: string[] } = {
  email: ['hanako@example.jp', 'a..b.@docomo.ne.jp', 'x+y@a-b.co.jp'],
  time: ['09:30', '23:59:59'],
  'date-time': ['2026-04-01T09:30:00+09:00', '2026-04-01T00:30Z'],
  'http-uri': ['https://www.example.jp/', 'http://example.jp:8080/a?b#c'],
  'jp-phone': ['06012345678', '07012345678', '0312345678', '0120123456', '08001234567', '05012345678', '0570123456'],
  'jp-kana': ['ヤマダ', 'ヤマダ ハナコ', 'マリー・アン', 'ア', 'ヴァン ダイク', 'ショウゴー'],
  'jis-level-2': ['山田太郎', '〜', 'A-1', '一行\n二行'],
}

const refused: { [name in FormatName]?: string[] } = {
  email: ['hanako', 'hanako@', '@example.jp', 'a b@example.jp', 'a@example', 'a@-x.jp'],
  date: ['2026-4-1', '2026-13-01', '2026-02-32', '20260401'],
  month: ['2026-13', '2026-4'],
  time: ['24:00', '9:30', '09:60'],
  'date-time': ['2026-04-01 09:30:00', '2026-04-01T09:30:00'],
  uri: ['http://example.jp', 'javascript:alert(1)', 'https://'],
  'http-uri': ['javascript:alert(1)', 'mailto:a@example.jp', 'ftp://example.jp', 'http://', 'www.example.jp'],
  'jp-postal-code': ['100-0001', '１０００００１', '100000', ''],
  'jp-phone': ['0901234567', '090-1234-5678', '+819012345678', '1234567890', '031234567', '００１２３４５６７８９'],
  'jp-kana': ['やまだ', 'ﾔﾏﾀﾞ', '山田', 'ヤマダ ', ' ヤマダ', 'Yamada', ''],
  'jp-corporate-number': ['0000012050002', '700001205000', '70000120500021'],
  'jis-level-2': ['𠮷野'],
  'attachment-id': ['../x', 'a/b', ''],
}

describe('formats', () => {
  it.each(names)('%s accepts its example and real-world values', (name) => {
    for (const value of [formats[name].example, ...(accepted[name] ?? [])]) expect(value).toMatch(formatRegExp(name))
  })

  it.each(names.filter((name) => refused[name]))('%s refuses other texts', (name) => {
    for (const value of refused[name] ?? []) expect(value).not.toMatch(formatRegExp(name))
  })

  it('knows formats by their own names only', () => {
    for (const name of ['toString', 'unknown', ['email'], undefined]) expect(isFormatName(name)).toBe(false)
  })

  it.each(names)('%s has no slow match for a hostile value', async (name) => {
    expect((await check(formats[name].pattern, 'u')).status).toBe('safe')
  })
})
