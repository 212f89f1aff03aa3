import { seedSpecialUsers, seededPassword, specialUsers } from '../identity/seed.ts'
import type { KeyRecord, UserRecord } from '../identity/records.ts'
import type { IdentityStore } from '../identity/store.ts'
import type { Backend } from '../rules/backend.ts'
import { register } from '../rules/residents.ts'
import { addSampleOrder, sampleOrders } from './orders.ts'
import { sampleResidents } from './residents.ts'
import { sampleTenants } from './tenants.ts'
import { usernameOf } from '../core/identifiers.ts'

/** The tenant that also has a user for every way of signing in. */
export const specialUsersTenant = 'minato-city'

/**
 * Fills an empty sandbox with the sample data; in an existing one only the tenants are reset, because their times are
 * relative to the start.
 */
export function seed(backend: Backend, identityStore: IdentityStore, { special }: { special: boolean }): void {
  backend.db.transaction(() => {
    for (const tenant of sampleTenants(backend.clock.now())) backend.tenants.save(tenant)
    if (backend.residents.list().length > 0) return
    reuseIdentities(identityStore)
    for (const sample of sampleResidents) register(backend, sample)
    keepSampleUsers(identityStore)
    if (special) addSpecialUsers(backend)
    const hanako = backend.residents.findByEmail('minato-city', 'hanako@example.jp')
    if (hanako !== null) for (const order of sampleOrders) addSampleOrder(backend, hanako, order)
  })
}

function addSpecialUsers(backend: Pick<Backend, 'clock' | 'db' | 'identity' | 'residents'>): void {
  seedSpecialUsers(backend.identity, specialUsersTenant, backend.clock.now())
  for (const { userId, email, name } of specialUsers) {
    const [familyName = '', givenName = ''] = name.split(' ')
    register(backend, {
      tenantId: specialUsersTenant,
      userId,
      email,
      password: seededPassword,
      profile: {
        kind: 'person',
        familyName: familyName || '未登録',
        givenName: givenName || '未登録',
        familyNameKana: 'ミトウロク',
        givenNameKana: 'ミトウロク',
        locale: 'ja',
      },
    })
  }
}

/**
 * Computing verifiers and signing keys takes some hundred milliseconds. Tests create many sandboxes, so the sample
 * users' records and the key are computed once per process; users of a database file are never kept here.
 */
const kept: { users: Map<string, UserRecord>; signingKey: KeyRecord | null } = { users: new Map(), signingKey: null }

function reuseIdentities(store: IdentityStore): void {
  for (const user of kept.users.values()) store.write('users', user.username, user)
  if (kept.signingKey !== null && store.read('keys', 'signing') === null)
    store.write('keys', 'signing', kept.signingKey)
}

/** Copy at once after creation: the changes of a test must not reach the next one. */
function keepSampleUsers(store: IdentityStore): void {
  for (const { tenantId, userId } of sampleResidents) {
    const user = store.read('users', usernameOf({ tenantId, userId }))
    if (user !== null && !kept.users.has(user.username)) kept.users.set(user.username, user)
  }
}

/** The key is created when it is first needed; the next sandbox of this process can use it again. */
export function keepSigningKey(store: IdentityStore): void {
  kept.signingKey ??= store.read('keys', 'signing')
}
