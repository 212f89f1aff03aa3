import type { PublishedService } from '../../form-model/definition.ts'
import { resolveRelativeDate, startOfTokyoDay } from '../../form-model/tokyo-date.ts'
import type { ServiceChanges, ServiceRecord, TenantRecord } from '../core/records.ts'
import { endOfTokyoDay } from '../core/tokyo-time.ts'
import type { Backend } from './backend.ts'

export type ServiceDeps = Pick<Backend, 'forms'>

/** The services of a tenant's manifest, in its order, with the changes of the control panel. */
export function servicesOf({ forms }: ServiceDeps, tenant: TenantRecord): ServiceRecord[] {
  return Object.entries(forms.services(tenant.tenantId))
    .toSorted(([id, a], [otherId, b]) => (a.position ?? Infinity) - (b.position ?? Infinity) || (id < otherId ? -1 : 1))
    .flatMap(([serviceId, service]) => {
      const changes = tenant.serviceChanges[serviceId] ?? {}
      return changes.hidden === true ? [] : [changed(recordOf(serviceId, service, tenant.since), changes)]
    })
}

export function serviceOf(deps: ServiceDeps, tenant: TenantRecord, serviceId: string): ServiceRecord | null {
  return servicesOf(deps, tenant).find((service) => service.serviceId === serviceId) ?? null
}

function recordOf(serviceId: string, service: PublishedService, since: number): ServiceRecord {
  const { opensOn, closesOn, stopsOn, onePerUser, orderNoun } = service
  const words = Object.values(service.words ?? {}).flat()
  const opensAt = dayOf(opensOn, since, startOfTokyoDay)
  const closesAt = dayOf(closesOn, since, endOfDay)
  const stopAt = dayOf(stopsOn, since, endOfDay)
  return {
    serviceId,
    name: service.name,
    summary: service.summary,
    category: service.category,
    fee: service.fee,
    needsShipping: service.needsShipping ?? false,
    forms: Object.entries(service.types).map(([type, title]) => ({ type, title })),
    ...(words.length === 0 ? {} : { words }),
    ...(opensAt === undefined ? {} : { opensAt }),
    ...(closesAt === undefined ? {} : { closesAt }),
    ...(stopAt === undefined ? {} : { stopAt }),
    ...(onePerUser === undefined ? {} : { onePerUser }),
    ...(orderNoun === undefined ? {} : { orderNoun }),
  }
}

function dayOf(date: string | undefined, since: number, moment: (day: string) => number): number | undefined {
  const day = date === undefined ? null : resolveRelativeDate(date, since)
  return day === null ? undefined : moment(day)
}

function endOfDay(day: string): number {
  return endOfTokyoDay(startOfTokyoDay(day))
}

function changed(service: ServiceRecord, { hidden: _hidden, stopAt, opensAt, closesAt, ...rest }: ServiceChanges) {
  const record: ServiceRecord = { ...service, ...rest }
  for (const [name, moment] of Object.entries({ stopAt, opensAt, closesAt })) {
    if (moment === null) delete record[name as 'stopAt' | 'opensAt' | 'closesAt']
    else if (moment !== undefined) record[name as 'stopAt' | 'opensAt' | 'closesAt'] = moment
  }
  return record
}
