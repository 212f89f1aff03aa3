import type { ConfirmationType } from '../../src/api/generated/api.schemas.ts'
import type { Backend } from '../rules/backend.ts'
import type { ConfirmationRecord, TenantRecord } from '../core/records.ts'
import { deleteResident, register } from '../rules/residents.ts'
import { servicesOf } from '../rules/services.ts'
import { corporations } from '../rules/corporations.ts'
import { hanako } from '../seed/residents.ts'
import { day, hour } from '../core/tokyo-time.ts'
import type { Input } from '../core/panel-input.ts'
import { PanelError, neededText, textOf } from '../core/panel-input.ts'
import { usernameOf } from '../core/identifiers.ts'
import type { Setter } from './state-setup.ts'
import { changeService, freshUser, removeUser } from './state-setup.ts'

const nothing: Setter = () => ({})

/** A fault of one operation, until the next state; `token` for operations that need one. */
function failing(kind: 'unavailable' | 'too-many'): Setter {
  return async (backend, params) => {
    const { token } = await freshUser(backend, params)
    backend.faults.add({ kind, operation: neededText(params, 'operationId') })
    return { token }
  }
}

function changeTenant(
  backend: Pick<Backend, 'tenants'>,
  params: Input,
  changes: Partial<TenantRecord> | ((tenant: TenantRecord) => Partial<TenantRecord>),
): void {
  const tenant = backend.tenants.find(neededText(params, 'tenantId'))
  if (tenant === null) throw new PanelError('There is no such tenant')
  backend.tenants.save({ ...tenant, ...(typeof changes === 'function' ? changes(tenant) : changes) })
}

/** A user who is registered with this address. */
function takeAddress(
  backend: Pick<Backend, 'clock' | 'db' | 'identity' | 'residents'>,
  params: Input,
  password = 'Portal-2026!',
): void {
  const tenantId = neededText(params, 'tenantId')
  const email = neededText(params, 'email')
  const present = backend.residents.findByEmail(tenantId, email)
  if (present !== null) removeUser(backend, tenantId, present.userId)
  register(backend, { tenantId, email, password, profile: hanako })
}

function freeAddress(backend: Pick<Backend, 'db' | 'identity' | 'residents'>, params: Input): void {
  const tenantId = neededText(params, 'tenantId')
  const present = backend.residents.findByEmail(tenantId, neededText(params, 'email'))
  if (present !== null) removeUser(backend, tenantId, present.userId)
}

function confirmed(
  type: ConfirmationType | 'as given',
  { isFree = true, ...changes }: Partial<Pick<ConfirmationRecord, 'usedAt' | 'expiresAt'>> & { isFree?: boolean } = {},
): Setter {
  return async (backend, params) => {
    const { user, token } = await freshUser(backend, params)
    const given = type === 'as given' ? ((textOf(params, 'type') ?? 'registration') as ConfirmationType) : type
    if (isFree) freeAddress(backend, params)
    else takeAddress(backend, params)
    if (given === 'password_reset') backend.residents.save({ ...user, email: neededText(params, 'email') })
    const now = backend.clock.now()
    backend.confirmations.save({
      confirmationId: neededText(params, 'confirmationId'),
      tenantId: user.tenantId,
      type: given,
      email: neededText(params, 'email'),
      expiresAt: now + (changes.expiresAt ?? day),
      ...(given === 'registration' ? {} : { userId: user.userId }),
      ...(changes.usedAt === undefined ? {} : { usedAt: now + changes.usedAt }),
    })
    return { token }
  }
}

export const tenantStates: { readonly [state: string]: Setter } = {
  'a tenant is open': nothing,
  'a tenant has branding and a maintenance window': (backend, params) => {
    const now = backend.clock.now()
    changeTenant(backend, params, ({ branding }) => ({
      branding: { ...branding, texts: { ja: { 'order-display.order.NOT_STARTED.label': '受付済み' } } },
      suspendAt: now + 10 * day,
      restartAt: now + 10 * day + 6 * hour,
      preSuspendedMessage: {
        ja: 'システムの保守のため、しばらくご利用いただけません。',
        en: 'The portal will be unavailable for maintenance.',
      },
    }))
    return {}
  },
  'a tenant does not exist': nothing,
  'a tenant is suspended': nothing,
  'the web application of a tenant is disabled': nothing,
  'an operation is in maintenance': failing('unavailable'),
  'an operation was called too often': failing('too-many'),
  'a tenant has services': (backend, params) => {
    const now = backend.clock.now()
    const tenant = backend.tenants.find(neededText(params, 'tenantId'))
    const withoutForms = tenant === null ? [] : servicesOf(backend, tenant).filter(({ forms }) => forms.length === 0)
    const serviceChanges = Object.fromEntries(withoutForms.map(({ serviceId }) => [serviceId, { hidden: true }]))
    changeTenant(backend, params, { serviceChanges })
    changeService(backend, params, {
      fee: { kind: 'FIXED', amount: 300 },
      opensAt: now - day,
      closesAt: now + 30 * day,
      stopAt: now + 60 * day,
    })
    return {}
  },

  'a user is registered': async (backend, params) => {
    await freshUser(backend, params)
    removeUser(backend, neededText(params, 'tenantId'), neededText(params, 'userId'))
    freeAddress(backend, params)
    register(backend, {
      tenantId: neededText(params, 'tenantId'),
      userId: neededText(params, 'userId'),
      email: neededText(params, 'email'),
      password: neededText(params, 'password'),
      profile: hanako,
    })
    return {}
  },
  'no user has this address': (backend, params) => {
    freeAddress(backend, params)
    return {}
  },
  'the tenant reveals registered addresses': async (backend, params) => {
    const { token } = await freshUser(backend, params)
    changeTenant(backend, params, { revealsRegistered: true })
    takeAddress(backend, params)
    return { token }
  },
  'a registration is confirmed': confirmed('registration'),
  'a password reset is confirmed': confirmed('password_reset'),
  'an e-mail change is confirmed': confirmed('email_change'),
  'a confirmation has expired': confirmed('as given', { expiresAt: -hour }),
  'a confirmation has been used': confirmed('as given', { usedAt: -hour }),
  'a confirmed address was registered by another user': confirmed('as given', { isFree: false }),
  'a confirmation does not exist': async (backend, params) => {
    const { token } = await freshUser(backend, params)
    backend.db.run('DELETE FROM confirmations WHERE confirmation_id = ?', neededText(params, 'confirmationId'))
    return { token }
  },

  'a postal code exists': nothing,
  'a postal code does not exist': nothing,
  'a corporate number is registered': (_provider, params) => {
    const number = neededText(params, 'corporateNumber')
    if (!corporations.some(({ corporateNumber }) => corporateNumber === number))
      throw new PanelError(`The register of the sandbox does not contain ${number}`)
    return {}
  },
  'a corporate number is not registered': nothing,

  'a user is signed in': async (backend, params) => ({ token: (await freshUser(backend, params)).token }),
  'a session has expired': async (backend, params) => {
    await freshUser(backend, params)
    return {}
  },
  'a token is invalid': async (backend, params) => {
    const { user } = await freshUser(backend, params)
    return { token: await invalidToken(backend, usernameOf(user), neededText(params, 'because')) }
  },
  'an account was deleted': async (backend, params) => {
    const { user, token } = await freshUser(backend, params)
    deleteResident(backend, user)
    return { token }
  },
  'a person has a profile': withProfile,
  'a corporation has a profile': withProfile,
}

async function withProfile(backend: Pick<Backend, 'clock' | 'db' | 'identity' | 'residents'>, params: Input) {
  const { user, token } = await freshUser(backend, params)
  return { token, etag: `"${user.profileVersion}"` }
}

async function invalidToken({ identity }: Pick<Backend, 'identity'>, username: string, because: string) {
  switch (because) {
    case 'expired':
      return (await identity.issueTokens(username, { ageMs: day })).idToken
    case 'another client':
      return (await identity.issueTokens(username, { clientId: 'another-client' })).idToken
    case 'an access token':
      return (await identity.issueTokens(username)).accessToken
    default:
      throw new PanelError(`The sandbox has no token that is invalid because of "${because}"`)
  }
}
