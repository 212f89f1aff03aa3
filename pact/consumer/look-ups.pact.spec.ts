import { lookUpAddress, lookUpCorporation } from '../../src/api/generated/lookups/lookups.ts'
import { rejects, resolves } from '../../contract/pact/expectations.ts'
import { fieldError, given, interaction } from '../../contract/pact/interaction.ts'
import { eachLike, like, text } from '../../contract/pact/matchers.ts'

const tenantId = 'minato-city'
const path = { tenantId }

interaction(
  'the addresses of a postal code',
  {
    operation: 'lookUpAddress',
    given: given('a postal code exists'),
    path,
    query: { postalCode: '1050011' },
    status: 200,
    answer: {
      body: {
        items: eachLike({
          postalCode: '1050011',
          prefecture: text('東京都'),
          city: text('港区'),
          town: like('芝公園'),
        }),
      },
    },
  },
  resolves(() => lookUpAddress(tenantId, { postalCode: '1050011' }), { items: [{ prefecture: '東京都' }] }),
)

interaction(
  'the addresses of an unknown postal code',
  {
    operation: 'lookUpAddress',
    given: given('a postal code does not exist'),
    path,
    query: { postalCode: '9999999' },
    status: 404,
    problem: { code: 'SE_CO_0404' },
  },
  rejects(() => lookUpAddress(tenantId, { postalCode: '9999999' }), { kind: 'not-found' }),
)

interaction(
  'the addresses of half a postal code',
  {
    operation: 'lookUpAddress',
    given: given('a tenant is open'),
    path,
    query: { postalCode: '105' },
    status: 422,
    problem: { code: 'SE_CO_0400', errors: [fieldError('/postalCode', 'pattern')] },
  },
  rejects(() => lookUpAddress(tenantId, { postalCode: '105' }), { kind: 'invalid', code: 'SE_CO_0400' }),
)

interaction(
  'the corporation of a number',
  {
    operation: 'lookUpCorporation',
    given: given('a corporate number is registered'),
    path: { tenantId, corporateNumber: '8000020130001' },
    status: 200,
    answer: {
      body: {
        items: eachLike({
          corporateNumber: '8000020130001',
          name: text('東京都'),
          address: { prefecture: text('東京都'), city: text('新宿区'), street: text('西新宿2丁目8-1') },
        }),
      },
    },
  },
  resolves(() => lookUpCorporation(tenantId, '8000020130001'), { items: [{ name: '東京都' }] }),
)

interaction(
  'the corporation of a number that is not registered',
  {
    operation: 'lookUpCorporation',
    given: given('a corporate number is not registered'),
    path: { tenantId, corporateNumber: '9000000000000' },
    status: 404,
    problem: { code: 'SE_CO_0404' },
  },
  rejects(() => lookUpCorporation(tenantId, '9000000000000'), { kind: 'not-found' }),
)

interaction(
  'the corporation of a number with a wrong check digit',
  {
    operation: 'lookUpCorporation',
    given: given('a tenant is open'),
    path: { tenantId, corporateNumber: '1000020130001' },
    status: 422,
    problem: { code: 'SE_CO_0400' },
  },
  rejects(() => lookUpCorporation(tenantId, '1000020130001'), { kind: 'invalid', code: 'SE_CO_0400' }),
)
