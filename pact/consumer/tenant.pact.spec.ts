import { Locale, ServiceAcceptanceState, ServiceFeeKind } from '../../src/api/generated/api.schemas.ts'
import { getTenantInfo } from '../../src/api/generated/tenant/tenant.ts'
import { listServices } from '../../src/api/generated/services/services.ts'
import { rejects, resolves } from '../../contract/pact/expectations.ts'
import { given, interaction } from '../../contract/pact/interaction.ts'
import { boolean, eachLike, id, matching, oneOf, text, time } from '../../contract/pact/matchers.ts'

const tenantId = 'minato-city'
const path = { tenantId }
const open = { features: { webApplication: { enabled: true } } }
/** The portal's clock follows the provider's. */
const date = {
  Date: matching(/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/, 'Sat, 21 Nov 2026 01:00:00 GMT'),
}

interaction(
  'the info of an open tenant',
  {
    operation: 'getTenantInfo',
    given: given('a tenant is open'),
    path,
    status: 200,
    answer: { headers: date, body: { tenantId, state: matching(/^(?!SUSPENDED$).*$/, 'ACTIVE'), ...open } },
  },
  resolves(() => getTenantInfo(tenantId), { tenantId, ...open }),
)

interaction(
  'the info of a tenant with branding and a maintenance window',
  {
    operation: 'getTenantInfo',
    given: given('a tenant has branding and a maintenance window'),
    path,
    status: 200,
    answer: {
      body: {
        tenantId,
        ...open,
        maintenance: {
          suspendTimerConfig: time('2026-12-01T00:00:00+09:00'),
          restartTimerConfig: time('2026-12-01T06:00:00+09:00'),
          preSuspendedMessage: text('12月1日は保守のためご利用いただけません。'),
        },
        branding: {
          displayName: text('みなと市'),
          logoUrl: text('/brand/minato-city/logo.svg'),
          primaryColor: matching(/^#[0-9A-Fa-f]{6}$/, '#0017C1'),
          contact: {
            phone: text('0312345678'),
            email: text('portal@example.jp'),
            hours: text('平日 8:30〜17:15'),
            openingHours: {
              days: oneOf({ 'every-day': 'every-day', 'working-days': 'working-days' }, 'working-days'),
              from: matching(/^(?:[01][0-9]|2[0-3]):[0-5][0-9]$/, '08:30'),
              to: matching(/^(?:[01][0-9]|2[0-3]):[0-5][0-9]$/, '17:15'),
            },
          },
          links: { terms: text('/terms'), privacy: text('/privacy'), accessibility: text('/accessibility') },
          line: { officialAccountUrl: matching(/^https:\/\/.+$/, 'https://line.me/R/ti/p/@minato-city') },
          orderNoun: oneOf({ application: 'application', subscription: 'subscription' }, 'application'),
          locales: eachLike(oneOf(Locale, 'ja')),
          texts: { ja: { 'order-display.order.NOT_STARTED.label': text('受付済み') } },
        },
      },
    },
  },
  resolves(() => getTenantInfo(tenantId), { branding: { displayName: 'みなと市' } }),
)

interaction(
  'the info of a suspended tenant',
  {
    operation: 'getTenantInfo',
    given: given('a tenant is suspended'),
    path: { tenantId: 'yume-suspended' },
    status: 200,
    answer: { body: { tenantId: 'yume-suspended', state: 'SUSPENDED' } },
  },
  resolves(() => getTenantInfo('yume-suspended'), { state: 'SUSPENDED' }),
)

interaction(
  'the info of a tenant without the web application',
  {
    operation: 'getTenantInfo',
    given: given('the web application of a tenant is disabled'),
    path: { tenantId: 'hoshi-disabled' },
    status: 200,
    answer: { body: { tenantId: 'hoshi-disabled', features: { webApplication: { enabled: false } } } },
  },
  resolves(() => getTenantInfo('hoshi-disabled'), { features: { webApplication: { enabled: false } } }),
)

interaction(
  'the info of an unknown tenant',
  {
    operation: 'getTenantInfo',
    given: given('a tenant does not exist'),
    path: { tenantId: 'no-such-tenant' },
    status: 404,
    problem: { code: 'SE_CO_0404' },
  },
  rejects(() => getTenantInfo('no-such-tenant'), { kind: 'not-found' }),
)

interaction(
  'the info of a tenant while the provider is in maintenance, with the reference of the request',
  {
    operation: 'getTenantInfo',
    given: given('an operation is in maintenance', { operationId: 'getTenantInfo' }),
    path,
    status: 503,
    answer: { headers: { 'X-Request-Id': matching(/^\S+$/, '6f1c2a34-0000-4000-8000-000000000001') } },
    problem: { code: 'SE_CO_0503' },
  },
  rejects(() => getTenantInfo(tenantId), {
    kind: 'unavailable',
    retryAfter: 30,
    requestId: '6f1c2a34-0000-4000-8000-000000000001',
  }),
)

interaction(
  'the services of a tenant',
  {
    operation: 'listServices',
    given: given('a tenant has services'),
    path,
    status: 200,
    answer: {
      body: eachLike({
        serviceId: id('residence-certificate'),
        name: text('住民票の写しの交付請求'),
        summary: text('住民票の写しを郵送でお届けします。'),
        category: text('戸籍・住民票'),
        acceptance: { state: oneOf(ServiceAcceptanceState, 'OPEN') },
        fee: { kind: oneOf(ServiceFeeKind, 'FIXED') },
        needsShipping: boolean(true),
        forms: eachLike({ type: id('individual'), title: text('個人の方'), formVersion: id('000000000001') }),
      }),
    },
  },
  resolves(() => listServices(tenantId), [{ serviceId: 'residence-certificate', forms: [{ type: 'individual' }] }]),
)

interaction(
  'the services of an unknown tenant',
  {
    operation: 'listServices',
    given: given('a tenant does not exist'),
    path: { tenantId: 'no-such-tenant' },
    status: 404,
    problem: { code: 'SE_CO_0404' },
  },
  rejects(() => listServices('no-such-tenant'), { kind: 'not-found' }),
)
