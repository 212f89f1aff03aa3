import { seedSpecialUsers, seededPassword, specialUsers } from '../identity/seed.ts'
import type { KeyRecord, UserRecord } from '../identity/records.ts'
import type { IdentityStore } from '../identity/store.ts'
import type { Backend } from '../rules/backend.ts'
import { register } from '../rules/residents.ts'
import { addSampleOrder, sampleOrders } from './orders.ts'
import { sampleResidentsOf } from './residents.ts'
import type { SampleResident } from './residents.ts'
import { tenantRecord } from './tenants.ts'
import type { PublishedTenant } from '../rules/form-library.ts'
import { usernameOf } from '../core/identifiers.ts'

/** The tenant that also has a user for every way of signing in. */
export const specialUsersTenant = 'minato-city'

export type Seeding = {
  /** Adds the tenants that were published since the last call, and replaces those whose files have changed. */
  follow: () => void
  /** The same for all tenants. */
  start: () => void
}

/**
 * Fills the sandbox with the published tenants, whose times are relative to the start. A tenant without users gets those
 * of its file; the first tenant also gets orders.
 */
export function createSeeding(
  backend: Backend,
  identityStore: IdentityStore,
  { special }: { special: boolean },
): Seeding {
  const known = new Map<string, string>()

  function follow(): void {
    const changed = backend.forms.tenants().filter(({ tenantId, state }) => known.get(tenantId) !== state)
    if (changed.length === 0) return
    backend.db.transaction(() => {
      const peopled = new Set(backend.residents.list().map(({ tenantId }) => tenantId))
      for (const tenant of changed) {
        backend.tenants.save(tenantRecord(tenant, backend.clock.now()))
        if (!peopled.has(tenant.tenantId)) addUsers(tenant)
        known.set(tenant.tenantId, tenant.state)
      }
    })
  }

  function addUsers(tenant: PublishedTenant): void {
    for (const sample of sampleResidentsOf(tenant)) registerSample(backend, identityStore, sample)
    if (tenant.tenantId !== specialUsersTenant) return
    if (special) addSpecialUsers(backend)
    const hanako = backend.residents.findByEmail(specialUsersTenant, 'hanako@example.jp')
    if (hanako !== null) for (const order of sampleOrders) addSampleOrder(backend, hanako, order)
  }

  return {
    follow,
    start() {
      reuseSigningKey(identityStore)
      known.clear()
      follow()
    },
  }
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

function registerSample(backend: Backend, store: IdentityStore, sample: SampleResident): void {
  const name = JSON.stringify(sample)
  const known = kept.users.get(name)
  if (known !== undefined) store.write('users', known.username, known)
  register(backend, sample)
  if (known !== undefined) return
  // Copied at once after creation: the changes of a test must not reach the next one.
  const user = store.read('users', usernameOf(sample))
  if (user !== null) kept.users.set(name, user)
}

function reuseSigningKey(store: IdentityStore): void {
  if (kept.signingKey !== null && store.read('keys', 'signing') === null)
    store.write('keys', 'signing', kept.signingKey)
}

/** The key is created when it is first needed; the next sandbox of this process can use it again. */
export function keepSigningKey(store: IdentityStore): void {
  kept.signingKey ??= store.read('keys', 'signing')
}
