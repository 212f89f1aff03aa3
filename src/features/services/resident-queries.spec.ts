import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { toHiragana } from 'wanakana'
import { expect, it } from 'vitest'
import type { ServiceSource } from '../../../form-model/definition.ts'
import { findServices } from './find-services.ts'

/** Every service of the repository together, as a tenant could offer them. */
const services = globSync(['schemas/*/*/service.json', 'forms/templates/*/service.json'])
  .filter((file) => !file.includes('library-card'))
  .map((file) => {
    const { name, summary, category, words = {} } = JSON.parse(readFileSync(file, 'utf8')) as ServiceSource
    return {
      id: dirname(file).split('/').at(-1) ?? '',
      tenant: file.startsWith('schemas/') ? file.split('/')[1] : undefined,
      name: name.ja,
      summary: summary.ja,
      category: category.ja,
      words: [...(words.ja ?? []), ...(words.en ?? [])],
      forms: [{ type: 'individual', title: '個人の方', formVersion: 'v1' }],
    }
  })

/** Queries of residents: readings, everyday names, romaji, typing errors and sentences. */
const queries: { [query: string]: string } = {
  住民票: 'residence-certificate',
  じゅうみんひょう: 'residence-certificate',
  ジュウミンヒョウ: 'residence-certificate',
  ｼﾞｭｳﾐﾝﾋｮｳ: 'residence-certificate',
  じゅうみんひよう: 'residence-certificate',
  juminhyo: 'residence-certificate',
  転居: 'residence-certificate',
  juuminhyou: 'residence-certificate',
  '住民票 コピー': 'residence-certificate',
  住民票がほしい: 'residence-certificate',
  住民表: 'residence-certificate',
  粗大ゴミ: 'bulky-waste',
  そだいごみ: 'bulky-waste',
  'sodai gomi': 'bulky-waste',
  ソファーを捨てたい: 'bulky-waste',
  ベット: 'bulky-waste',
  自転車の処分: 'bulky-waste',
  家具: 'bulky-waste',
  ふとん: 'bulky-waste',
  子育て: 'childcare-consultation',
  'こそだて　相談': 'childcare-consultation',
  夜泣き: 'childcare-consultation',
  育児の相談: 'childcare-consultation',
  インフルエンザ: 'flu-vaccination',
  いんふるえんざ: 'flu-vaccination',
  予防接種: 'flu-vaccination',
  ワクチン: 'flu-vaccination',
  ワクチソ: 'flu-vaccination',
  足場: 'road-occupancy',
  道路使用: 'road-occupancy',
  看板を出す: 'road-occupancy',
  夏祭り: 'summer-festival-stall',
  屋台: 'event-stall',
  キッチンカー: 'event-stall',
  水道: 'water-start',
  すいどう: 'water-start',
  水道の使用開始: 'water-start',
  水を出してほしい: 'water-start',
  介護: 'care-need',
  ようかいご: 'care-need',
  kaigo: 'care-need',
  親の介護のこと: 'care-need',
  児童手当: 'child-allowance',
  こども手当: 'child-allowance',
  赤ちゃんが生まれた: 'child-allowance',
  罹災証明: 'disaster-certificate',
  り災証明書: 'disaster-certificate',
  台風の被害: 'disaster-certificate',
  犬: 'dog-registration',
  いぬ: 'dog-registration',
  狂犬病注射: 'dog-registration',
  体育館: 'facility-reservation',
  会議室の予約: 'facility-reservation',
  限度額認定: 'medical-limit',
  入院したとき: 'medical-limit',
  引っ越し: 'moving-out',
  引越し: 'moving-out',
  転出届: 'moving-out',
  hikkoshi: 'moving-out',
  保育園: 'nursery-admission',
  ほいくえん: 'nursery-admission',
  hoikuen: 'nursery-admission',
  印鑑証明: 'seal-certificate',
  ハンコ: 'seal-certificate',
  inkan: 'seal-certificate',
  太陽光: 'solar-subsidy',
  ソーラーパネル: 'solar-subsidy',
  課税証明書: 'tax-certificate',
  所得証明: 'tax-certificate',
  'tax certificate': 'tax-certificate',
}

it('the search finds the service meant by a resident among the first three, for 95 of 100 queries', () => {
  const missed = Object.entries(queries).filter(([query, id]) => {
    const found = findServices(services, query, '', toHiragana)
    return !found.services.slice(0, 3).some((service) => service.id === id)
  })
  expect(Object.keys(queries).length).toBeGreaterThanOrEqual(60)
  expect(services.length).toBeGreaterThanOrEqual(19)
  const share = 1 - missed.length / Object.keys(queries).length
  expect(share, missed.map(([query]) => query).join(', ')).toBeGreaterThanOrEqual(0.95)
})

/** The city offers fewer services than the whole repository: each word leads to the service that comes closest. */
it.each([
  ['転入', 'residence-certificate'],
  ['てんにゅう', 'residence-certificate'],
  ['てんきょ', 'residence-certificate'],
  ['ふとん', 'bulky-waste'],
  ['保育園', 'childcare-consultation'],
  ['ほいくえん', 'childcare-consultation'],
  ['幼稚園', 'childcare-consultation'],
  ['子供', 'childcare-consultation'],
  ['こども', 'childcare-consultation'],
  ['冷蔵庫', 'bulky-waste'],
  ['テレビ', 'bulky-waste'],
  ['ベビー', 'childcare-consultation'],
  ['moving', 'residence-certificate'],
  ['I moved', 'residence-certificate'],
  ['new address', 'residence-certificate'],
  ['sofa', 'bulky-waste'],
  ['fridge', 'bulky-waste'],
  ['throw away a bed', 'bulky-waste'],
  ['nursery', 'childcare-consultation'],
  ['newborn', 'childcare-consultation'],
  ['influenza', 'flu-vaccination'],
  ['food truck', 'summer-festival-stall'],
  ['bulky', 'bulky-waste'],
  ['たたみ', 'bulky-waste'],
  ['consultation', 'childcare-consultation'],
  ['child care', 'childcare-consultation'],
  ['かんばん', 'road-occupancy'],
  ['転出', 'residence-certificate'],
])('the search finds a service of Minato City for %s: %s', (query, id) => {
  const offered = services.filter(({ tenant }) => tenant === 'minato-city')
  expect(offered).toHaveLength(6)
  expect(findServices(offered, query, '', toHiragana).services[0]?.id).toBe(id)
})
