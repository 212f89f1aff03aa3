import { newId } from '../core/identifiers.ts'
import type { NewUser } from '../identity/users.ts'
import type { Backend } from '../rules/backend.ts'
import type { ResidentRecord } from '../core/records.ts'
import { register } from '../rules/residents.ts'
import { addSampleOrder, sampleOrdersOf } from '../seed/orders.ts'
import { samplePassword, samplesByKind } from '../seed/residents.ts'
import type { Input } from '../core/panel-input.ts'
import { PanelError, numberOf, objectOf, textOf } from '../core/panel-input.ts'

const states = ['CONFIRMED', 'FORCE_CHANGE_PASSWORD', 'RESET_REQUIRED', 'UNCONFIRMED'] as const

/**
 * Creates a user, so that tests do not see each other's data.
 * `{tenantId?, email?, password?, kind?: person|corporation, state?, mfa?, totpSecret?, custom?, requiredAttributes?,
 * phone?, profile?, seed?: orders | number}`
 */
export function createUser(backend: Backend, input: Input) {
  const tenantId = textOf(input, 'tenantId') ?? 'minato-city'
  if (backend.tenants.find(tenantId) === null) throw new PanelError(`There is no tenant ${tenantId}`)
  const userId = newId('user').toLowerCase()
  const state = textOf(input, 'state') ?? 'CONFIRMED'
  const known = states.find((each) => each === state)
  if (known === undefined) throw new PanelError(`state is one of ${states.join(', ')}`)
  const profile = samplesByKind[textOf(input, 'kind') === 'corporation' ? 'corporation' : 'person']
  const resident = register(backend, {
    tenantId,
    userId,
    email: textOf(input, 'email') ?? `${userId}@example.jp`,
    password: textOf(input, 'password') ?? samplePassword,
    profile: { ...profile, ...objectOf(input, 'profile') },
    identity: { state: known, ...identityOf(input) },
  })
  const orders = addOrders(backend, resident, input.seed)
  return { ...credentialsOf(resident, textOf(input, 'password')), orders }
}

export function credentialsOf({ tenantId, userId, email }: ResidentRecord, password = samplePassword) {
  return { tenantId, userId, email, password }
}

/** What the identity provider requires of the user, in the shape of its NewUser. */
function identityOf(input: Input): Partial<NewUser> {
  const mfa = objectOf(input, 'mfa') as NewUser['mfa'] | undefined
  const custom = objectOf(input, 'custom') as NewUser['custom'] | undefined
  const totpSecret = textOf(input, 'totpSecret')
  const phone = textOf(input, 'phone')
  const required = input.requiredAttributes
  return {
    ...(mfa === undefined ? {} : { mfa }),
    ...(custom === undefined ? {} : { custom }),
    ...(totpSecret === undefined ? {} : { totpSecret }),
    ...(phone === undefined ? {} : { phone }),
    ...(Array.isArray(required) ? { requiredAttributes: required.map(String) } : {}),
  }
}

/** `orders`: one in every status that the tenant's services can have, as hanako has. A number: that many, one a day. */
function addOrders(backend: Backend, resident: ResidentRecord, wanted: unknown): string[] {
  const samples = sampleOrdersOf(resident.tenantId)
  if (wanted === 'orders') {
    return samples.map((sample) => addSampleOrder(backend, resident, sample).orderId)
  }
  const count = numberOf({ wanted }, 'wanted') ?? 0
  return backend.db.transaction(() => {
    const added: string[] = []
    for (let index = count; index > 0; index -= 1) {
      const sample = samples[index % samples.length]
      // Charges and files are left out: they would make ten thousand orders slow, and no list shows them.
      if (sample === undefined) continue
      const { fee: _fee, chargeStatus: _status, ...plain } = sample
      const order = addSampleOrder(backend, resident, {
        ...plain,
        status: plain.status === 'WAITING_PAYMENT' ? 'NOT_STARTED' : plain.status,
        daysAgo: index,
        withoutFiles: true,
      })
      if (count <= 100) added.push(order.orderId)
    }
    return added
  })
}
