import type { Manifest, PlannedVersion, PublishedForm } from './definition.ts'

/**
 * The version for new applications at a moment in ms since the epoch; `null` if there is none yet. A planned version is
 * used from its beginning on; after its end, the one before it is used again.
 */
export function versionAt({ current, planned = [] }: PublishedForm, now: number): string | null {
  return plannedAt(planned, now)?.formVersion ?? current
}

/** The services at a moment: those of planned versions replace others of the same id. */
export function servicesAt({ services, forms }: Manifest, now: number): Manifest['services'] {
  const replaced = Object.entries(forms).flatMap(([serviceId, types]) =>
    Object.values(types).flatMap(({ planned = [] }) => {
      const { from = '', service } = plannedAt(planned, now) ?? {}
      return service === undefined ? [] : [{ serviceId, service, begin: Date.parse(from) }]
    }),
  )
  const inOrder = replaced.toSorted((one, other) => one.begin - other.begin)
  return { ...services, ...Object.fromEntries(inOrder.map(({ serviceId, service }) => [serviceId, service])) }
}

function plannedAt(planned: readonly PlannedVersion[], now: number): PlannedVersion | undefined {
  return planned.findLast(
    ({ from, until }) => Date.parse(from) <= now && (until === undefined || now < Date.parse(until)),
  )
}
