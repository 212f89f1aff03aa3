import type { Backend } from '../rules/backend.ts'
import type { ServiceRecord, TenantRecord } from '../core/records.ts'
import type { Input } from '../core/panel-input.ts'
import { SwitchError, momentOf, objectOf, textOf } from '../core/panel-input.ts'

/**
 * Changes a tenant until the sandbox starts anew:
 * `{state?, webApplication?, suspendAt?, restartAt?, preSuspendedMessage?, revealsRegistered?, branding?, services?: {[serviceId]: {stopAt?, opensAt?, closesAt?, onePerUser?, needsShipping?}}}`.
 * Times are ms or RFC 3339; null removes one.
 */
export function changeTenant(backend: Pick<Backend, 'tenants'>, tenantId: string, input: Input): TenantRecord {
  const tenant = backend.tenants.find(tenantId)
  if (tenant === null) throw new SwitchError(`There is no tenant ${tenantId}`)
  const message = textOf(input, 'preSuspendedMessage')
  const state = textOf(input, 'state')
  const changed: TenantRecord = {
    ...withTimes(tenant, input, ['suspendAt', 'restartAt']),
    ...(state === undefined ? {} : { state }),
    ...flag(input, 'webApplication'),
    ...flag(input, 'revealsRegistered'),
    ...(message === undefined ? {} : { preSuspendedMessage: { ja: message, en: message } }),
    branding: { ...tenant.branding, ...objectOf(input, 'branding') },
    services: changedServices(tenant, objectOf(input, 'services') ?? {}),
  }
  backend.tenants.save(changed)
  return changed
}

function changedServices(tenant: TenantRecord, changes: Input): ServiceRecord[] {
  for (const serviceId of Object.keys(changes))
    if (!tenant.services.some((service) => service.serviceId === serviceId))
      throw new SwitchError(`${tenant.tenantId} has no service ${serviceId}`)
  return tenant.services.map((service) => {
    const given = objectOf(changes, service.serviceId)
    if (given === undefined) return service
    return {
      ...withTimes(service, given, ['stopAt', 'opensAt', 'closesAt']),
      ...flag(given, 'onePerUser'),
      ...flag(given, 'needsShipping'),
    }
  })
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
    throw new SwitchError(`${name} is true or false`)
  return { [name]: value === true || value === 'true' } as { [name in Name]?: boolean }
}
