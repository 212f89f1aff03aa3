import plainEn from '../../locales/plain/en.json' with { type: 'json' }
import plainJa from '../../locales/plain/ja.json' with { type: 'json' }
import type { TenantRecord } from '../core/records.ts'
import { day, hour } from '../core/tokyo-time.ts'

/**
 * The sample tenants. Times are relative to `now`, so that the maintenance of kaze-maintenance is always three days
 * ahead; their services are those of the published manifests.
 */
export function sampleTenants(now: number): TenantRecord[] {
  return tenants(now).map((tenant) => ({ ...tenant, since: now, serviceChanges: {} }))
}

const office = {
  hours: { ja: '平日 8:30〜17:15', en: 'Working days, 8:30 to 17:15' },
  openingHours: { days: 'working-days', from: '08:30', to: '17:15' },
} as const
const everyDay = {
  hours: { ja: '毎日 9:00〜20:00', en: 'Every day, 9:00 to 20:00' },
  openingHours: { days: 'every-day', from: '09:00', to: '20:00' },
} as const

function tenants(now: number): Omit<TenantRecord, 'since' | 'serviceChanges'>[] {
  const suspendAt = Math.floor((now + 3 * day) / hour) * hour
  return [
    {
      tenantId: 'minato-city',
      state: 'ACTIVE',
      webApplication: true,
      displayName: { ja: 'みなと市', en: 'Minato City' },
      revealsRegistered: true,
      branding: {
        logoUrl: '/_sandbox/brand/minato-city.svg',
        primaryColor: '#0017C1',
        contact: { phone: '0312345678', email: 'portal@minato-city.example.jp', ...office },
        links: linksOf('minato-city'),
        line: { officialAccountUrl: 'https://line.me/R/ti/p/@minato-city' },
        orderNoun: 'application',
        locales: ['ja', 'ja-simple', 'en'],
      },
    },
    {
      tenantId: 'aozora-water',
      state: 'ACTIVE',
      webApplication: true,
      displayName: { ja: 'あおぞら水道', en: 'Aozora Water' },
      revealsRegistered: false,
      branding: {
        logoUrl: '/_sandbox/brand/aozora-water.svg',
        primaryColor: '#00736B',
        contact: { phone: '0120123456', email: 'support@aozora-water.example.jp', ...everyDay },
        links: linksOf('aozora-water'),
        line: { officialAccountUrl: 'https://line.me/R/ti/p/@aozora-water' },
        orderNoun: 'subscription',
        locales: ['ja', 'ja-simple', 'en'],
        texts: {
          ja: { ...plainJa, 'login.login.lead': 'お客さまの登録内容でログインしてください。' },
          en: { ...plainEn, 'login.login.lead': 'Log in with your customer account.' },
        },
      },
    },
    {
      tenantId: 'yume-suspended',
      state: 'SUSPENDED',
      webApplication: true,
      displayName: { ja: 'ゆめ町', en: 'Yume Town' },
      revealsRegistered: true,
      branding: {
        primaryColor: '#8A2BE2',
        contact: { phone: '0355550001', ...office },
        orderNoun: 'application',
        locales: ['ja', 'ja-simple', 'en'],
      },
    },
    {
      tenantId: 'hoshi-disabled',
      state: 'ACTIVE',
      webApplication: false,
      displayName: { ja: 'ほし村', en: 'Hoshi Village' },
      revealsRegistered: true,
      branding: {
        primaryColor: '#B35900',
        contact: { phone: '0355550002', ...office },
        orderNoun: 'application',
        locales: ['ja'],
      },
    },
    {
      tenantId: 'kaze-maintenance',
      state: 'ACTIVE',
      webApplication: true,
      suspendAt,
      restartAt: suspendAt + 6 * hour,
      displayName: { ja: 'かぜ市', en: 'Kaze City' },
      revealsRegistered: true,
      branding: {
        logoUrl: '/_sandbox/brand/kaze-maintenance.svg',
        primaryColor: '#197A4B',
        contact: { phone: '0355550003', email: 'portal@kaze.example.jp', ...office },
        links: linksOf('kaze-maintenance'),
        orderNoun: 'application',
        locales: ['ja', 'ja-simple', 'en'],
      },
    },
  ]
}

/** Pages of the tenant; the sandbox serves plain ones. */
function linksOf(tenantId: string) {
  const page = (name: string) => `/_sandbox/pages/${tenantId}/${name}`
  return { terms: page('terms'), privacy: page('privacy'), accessibility: page('accessibility') }
}
