import { describe, expect, it } from 'vitest'
import { categoriesOf, findServices, searchExamples } from './find-services.ts'
import { searchKey } from './search-key.ts'

function service(name: string, category: string, summary = '', titles: string[] = ['個人']) {
  return {
    name,
    category,
    summary,
    forms: titles.map((title) => ({ type: 'individual', title, formVersion: 'v1' })),
  }
}
const services = [
  service('住民票の写しの交付請求', '証明書', '住民票の写しを郵送します。'),
  service('粗大ごみ収集の申し込み', 'くらし', '家具や自転車の収集を申し込みます。'),
  service('道路占用許可申請', '事業者', '看板や足場を設けるとき', ['法人', 'コーポレート変更']),
]
function names(query: string, category = '') {
  return findServices(services, query, category).services.map(({ name }) => name)
}

describe('findServices', () => {
  it('lists everything without a query', () => {
    expect(names('')).toHaveLength(3)
    expect(names('  　')).toHaveLength(3)
    expect(names('\u200b')).toHaveLength(3)
  })

  it('finds nothing by punctuation and symbols alone', () => {
    for (const query of ['＠', '🎉', '％ ・']) expect(names(query), query).toEqual([])
  })

  it('finds by name, summary, category and kind of form', () => {
    expect(names('住民票')).toEqual(['住民票の写しの交付請求'])
    expect(names('\u202a住\u200b民票\u202c')).toEqual(['住民票の写しの交付請求'])
    expect(names('自転車')).toEqual(['粗大ごみ収集の申し込み'])
    expect(names('事業者')).toEqual(['道路占用許可申請'])
    expect(names('法人')).toEqual(['道路占用許可申請'])
  })

  it('requires every word, with any kind of space between them', () => {
    expect(names('道路　許可')).toEqual(['道路占用許可申請'])
    expect(findServices(services, '道路 住民票', '').similar).toBe(true)
  })

  it('ignores width, case and the kind of kana', () => {
    expect(names('ゴミ')).toEqual(['粗大ごみ収集の申し込み'])
    expect(names('ｺﾞﾐ')).toEqual(['粗大ごみ収集の申し込み'])
    expect(names('こーぽれーと')).toEqual(['道路占用許可申請'])
    expect(searchKey('ＡＢＣ')).toBe('abc')
    expect(searchKey('じゅうみんひょう')).toBe(searchKey('ジユーミンヒョー'))
  })

  it('lists the services with the word in their name first', () => {
    const both = [service('印鑑登録', '', '住民票の方が対象です。'), service('住民票の写し', '')]
    expect(findServices(both, '住民票', '').services.map(({ name }) => name)).toEqual(['住民票の写し', '印鑑登録'])
  })

  it('finds by the words of the tenant', () => {
    const seal = { ...service('印鑑登録', ''), words: ['ハンコ', 'いんかん'] }
    expect(findServices([seal], 'はんこ', '')).toEqual({ services: [seal], similar: false })
  })

  it('offers similar services if none has every word, with a note', () => {
    expect(findServices(services, '粗大こみ収集', '')).toEqual({ services: [services[1]], similar: true })
    expect(findServices(services, '税金の還付', '')).toEqual({ services: [], similar: true })
  })

  it('finds by romaji as soon as it can read them', () => {
    const toKana = (text: string) => text.replace('gomi', 'ごみ')
    expect(names('gomi')).toEqual([])
    expect(findServices(services, 'GOMI', '', toKana).services).toEqual([services[1]])
  })

  it('filters by the chosen category', () => {
    expect(names('', 'くらし')).toEqual(['粗大ごみ収集の申し込み'])
    expect(names('住民票', 'くらし')).toEqual([])
  })
})

describe('categoriesOf', () => {
  it('leaves out an empty category, which would be a second link to all services', () => {
    expect(categoriesOf([service('印鑑', ''), service('税', '税金')])).toEqual(['税金'])
  })

  it('lists each category once, in the order of the API', () => {
    expect(categoriesOf([...services, service('印鑑', '証明書')])).toEqual(['証明書', 'くらし', '事業者'])
  })
})

describe('searchExamples', () => {
  it('searchExamples returns the two shortest names, each of which the search finds', () => {
    expect(searchExamples(services)).toEqual(['道路占用許可申請', '住民票の写しの交付請求'])
    for (const example of searchExamples(services)) expect(names(example)).toContain(example)
  })

  it('searchExamples returns no more examples than there are services', () => {
    expect(searchExamples(services.slice(0, 1))).toEqual(['住民票の写しの交付請求'])
  })
})
