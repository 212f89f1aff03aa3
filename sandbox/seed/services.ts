import type { ServiceRecord } from '../core/records.ts'
import { day, endOfTokyoDay } from '../core/tokyo-time.ts'

const person = { type: 'individual', title: { ja: '個人の方', en: 'For residents' } }
const company = { type: 'corporate', title: { ja: '法人の方', en: 'For corporations' } }

export function minatoServices(now: number): ServiceRecord[] {
  return [
    {
      serviceId: 'residence-certificate',
      name: { ja: '住民票の写しの交付請求', en: 'Copy of the residence record' },
      summary: {
        ja: '住民票の写しを、郵送または窓口で受け取れます。手数料と、郵送の場合は郵便料金がかかります。',
        en: 'A copy of your residence record, by post or at the counter. A fee applies, and postage if it is sent.',
      },
      category: { ja: '戸籍・住民票', en: 'Family and residence records' },
      fee: { kind: 'QUOTED', amount: 300 },
      needsShipping: true,
      forms: [person],
    },
    {
      serviceId: 'bulky-waste',
      name: { ja: '粗大ごみ収集の申込み', en: 'Collection of bulky waste' },
      summary: {
        ja: '家具や布団などの粗大ごみの収集を申し込みます。品目ごとに手数料がかかります。',
        en: 'Have furniture, bedding and other large items collected. The fee depends on the items.',
      },
      category: { ja: 'ごみ・リサイクル', en: 'Waste and recycling' },
      fee: { kind: 'QUOTED' },
      needsShipping: false,
      forms: [person],
    },
    {
      serviceId: 'road-occupancy',
      name: { ja: '道路占用許可申請', en: 'Permission to occupy a road' },
      summary: {
        ja: '足場や看板などで道路を使用するときの許可を申請します。法人の方が対象です。',
        en: 'Permission to use a road for scaffolding, signs and the like. For corporations.',
      },
      category: { ja: '道路・まちづくり', en: 'Roads and town planning' },
      fee: { kind: 'NONE' },
      needsShipping: false,
      forms: [company],
    },
    {
      serviceId: 'childcare-consultation',
      name: { ja: '子育て相談の予約', en: 'Appointment for childcare advice' },
      summary: {
        ja: '保健師や保育士に子育ての悩みを相談できます。無料です。',
        en: 'Talk to a public health nurse or a nursery teacher. Free of charge.',
      },
      category: { ja: '子育て', en: 'Children and families' },
      stopAt: endOfTokyoDay(now, 6),
      fee: { kind: 'NONE' },
      needsShipping: false,
      forms: [person],
    },
    {
      serviceId: 'flu-vaccination',
      name: { ja: '高齢者インフルエンザ予防接種の予約', en: 'Influenza vaccination for the elderly' },
      summary: {
        ja: '受付開始日から予約できます。',
        en: 'Appointments can be made once acceptance opens.',
      },
      category: { ja: '健康・福祉', en: 'Health and welfare' },
      opensAt: now + 20 * day,
      closesAt: endOfTokyoDay(now, 80),
      fee: { kind: 'FIXED', amount: 2500 },
      needsShipping: false,
      forms: [],
    },
    {
      serviceId: 'summer-festival-stall',
      name: { ja: '夏まつり出店の申込み', en: 'Stall at the summer festival' },
      summary: { ja: '今年の受付は終了しました。', en: 'Acceptance for this year is over.' },
      category: { ja: '催し・文化', en: 'Events and culture' },
      opensAt: now - 120 * day,
      closesAt: endOfTokyoDay(now, -30),
      fee: { kind: 'FIXED', amount: 5000 },
      needsShipping: false,
      forms: [],
    },
  ]
}

const others: { readonly [serviceId in 'water-start' | 'library-card']: ServiceRecord } = {
  'water-start': {
    serviceId: 'water-start',
    name: { ja: '水道の使用開始', en: 'Start of water supply' },
    summary: {
      ja: '引っ越しなどで水道を使い始めるときのお手続きです。費用はかかりません。',
      en: 'When you move in and start using water. Free of charge.',
    },
    category: { ja: '使用開始・中止', en: 'Start and stop' },
    fee: { kind: 'NONE' },
    needsShipping: false,
    forms: [person],
  },
  'library-card': {
    serviceId: 'library-card',
    name: { ja: '図書館カードの申込み', en: 'Library card' },
    summary: {
      ja: '市内の図書館で使える利用カードを発行します。',
      en: 'A card for all libraries of the town.',
    },
    category: { ja: '図書館', en: 'Library' },
    fee: { kind: 'NONE' },
    needsShipping: false,
    forms: [person],
  },
}

export function otherServices(serviceId: keyof typeof others, changes: Partial<ServiceRecord> = {}): ServiceRecord[] {
  return [{ ...others[serviceId], ...changes }]
}
