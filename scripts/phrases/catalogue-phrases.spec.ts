import { readdirSync, readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { addCataloguePhrases, addPhrases } from '../../src/ui/add-phrases.tsx'
import { inPhrases, knownPhrases } from '../../src/ui/phrases.ts'
import { headingsWithNouns, phraseLengths } from './catalogue-phrases.ts'

describe('the phrases of a file of texts', () => {
  it('writes the phrases of the headings as their lengths', () => {
    expect(phraseLengths({ a: { title: '書類を選ぶ', lead: '書類を選ぶ' }, heading: '入力した内容', b: '選ぶ' })).toBe(
      '32,,42',
    )
    expect(phraseLengths({ title: '書類' })).toBe('')
  })

  it('makes the phrases of a file known to the headings', () => {
    const texts = { other: { title: '書類' }, title: '届いた書類を選ぶ' }
    addCataloguePhrases(texts, phraseLengths(texts))
    expect(knownPhrases.get('届いた書類を選ぶ')).toHaveLength(3)
    expect(inPhrases('書類')).toBe('書類')
    addPhrases(['選んだ\u200B書類'])
    expect(knownPhrases.get('選んだ書類')).toHaveLength(2)
  })

  it('the phrases of a heading that names an application include each noun', () => {
    const texts = { title: 'この{{noun}}を取り下げますか', lead: '{{noun}}を取り下げますか' }
    addPhrases(headingsWithNouns(texts))
    expect(knownPhrases.get('この申請を取り下げますか')).toHaveLength(3)
    expect(knownPhrases.get('この予約を取り下げますか')).toHaveLength(3)
    expect(headingsWithNouns({ title: '{{noun}}の受付番号は{{receiptNumber}}です' })).toEqual([])
  })

  it.each([
    ['ja', 'お支払いの結果を確認できませんでした'],
    ['ja-simple', '登録（とうろく）が終わりました'],
  ])('add up to the text, in each file of %s', (language, known) => {
    const folder = new URL(`../../locales/${language}/`, import.meta.url)
    for (const name of readdirSync(folder)) {
      const texts = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Parameters<typeof addCataloguePhrases>[0]
      addCataloguePhrases(texts, phraseLengths(texts))
      addPhrases(headingsWithNouns(texts, language))
    }
    expect([...knownPhrases.keys()]).toContain(known)
    expect([...knownPhrases.keys()].filter((text) => text.includes('\u200B'))).toEqual([])
  })

  it('allow no break between a word, its reading and what follows', () => {
    addPhrases(['登録（とうろく）が\u200B終わりました'])
    expect(renderToStaticMarkup(inPhrases('登録（とうろく）が終わりました'))).toBe(
      '<span><span>登</span><span>録（</span><span>とうろく</span><span>）が</span><span></span></span><wbr/><span>終わりました</span>',
    )
  })
})
