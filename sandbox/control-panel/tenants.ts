import type { Backend } from '../rules/backend.ts'
import type { ServiceDeps } from '../rules/services.ts'
import { serviceOf } from '../rules/services.ts'
import type { ServiceChanges, TenantRecord } from '../core/records.ts'
import type { Input } from '../core/panel-input.ts'
import { PanelError, momentOf, objectOf, textOf } from '../core/panel-input.ts'

/**
 * Changes a tenant until the sandbox restarts: `{state?, webApplication?, suspendAt?, restartAt?, preSuspendedMessage?,
 * revealsRegistered?, branding?, services?: {[serviceId]: {stopAt?, opensAt?, closesAt?, onePerUser?,
 * needsShipping?}}}`. Times are ms or RFC 3339; null removes one.
 */
export function changeTenant(
  backend: ServiceDeps & Pick<Backend, 'tenants'>,
  tenantId: string,
  input: Input,
): TenantRecord {
  const tenant = backend.tenants.find(tenantId)
  if (tenant === null) throw new PanelError(`There is no tenant ${tenantId}`)
  const message = textOf(input, 'preSuspendedMessage')
  const state = textOf(input, 'state')
  const changed: TenantRecord = {
    ...withTimes(tenant, input, ['suspendAt', 'restartAt']),
    ...(state === undefined ? {} : { state }),
    ...flag(input, 'webApplication'),
    ...flag(input, 'revealsRegistered'),
    ...(message === undefined ? {} : { preSuspendedMessage: { ja: message, en: message } }),
    branding: { ...tenant.branding, ...objectOf(input, 'branding') },
    serviceChanges: changedServices(backend, tenant, objectOf(input, 'services') ?? {}),
  }
  backend.tenants.save(changed)
  return changed
}

function changedServices(backend: ServiceDeps, tenant: TenantRecord, changes: Input): TenantRecord['serviceChanges'] {
  const changed = Object.keys(changes).map((serviceId) => {
    if (serviceOf(backend, tenant, serviceId) === null)
      throw new PanelError(`${tenant.tenantId} has no service ${serviceId}`)
    const given = objectOf(changes, serviceId) ?? {}
    const service = {
      ...tenant.serviceChanges[serviceId],
      ...serviceTimes(given),
      ...flag(given, 'onePerUser'),
      ...flag(given, 'needsShipping'),
    }
    return [serviceId, service] as const
  })
  return { ...tenant.serviceChanges, ...Object.fromEntries(changed) }
}

function serviceTimes(given: Input): ServiceChanges {
  const times: ServiceChanges = {}
  for (const name of ['stopAt', 'opensAt', 'closesAt'] as const) {
    const moment = given[name] === null ? null : momentOf(given, name)
    if (moment !== undefined) times[name] = moment
  }
  return times
}

function withTimes<T extends object>(record: T, input: Input, names: readonly (keyof T & string)[]): T {
  const changed = { ...record }
  for (const name of names) {
    if (input[name] === null) delete changed[name]
    const moment = input[name] === null ? undefined : momentOf(input, name)
    if (moment !== undefined) Object.assign(changed, { [name]: moment })
  }
  return changed
}

function flag<Name extends string>(input: Input, name: Name): { [name in Name]?: boolean } {
  const value = input[name]
  if (value === undefined) return {}
  if (typeof value !== 'boolean' && value !== 'true' && value !== 'false')
    throw new PanelError(`${name} is true or false`)
  return { [name]: value === true || value === 'true' } as { [name in Name]?: boolean }
}
