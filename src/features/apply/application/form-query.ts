import { unreachable } from '../../../form-engine/definition/about-texts.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Service } from '../../../api/generated/api.schemas.ts'
import { wired } from '../../../api/wiring.ts'
import { FormLoadError, loadForm } from '../../../form-engine/definition/load-form.ts'
import type { FormLoadReason, LoadedForm } from '../../../form-engine/definition/load-form.ts'
import type { FormAddress } from '../../../form-engine/definition/version-url.ts'
import type { Language } from '../../../lib/language.ts'
import { answerInTime } from '../../../lib/problem.ts'

/**
 * A version of a form, or the reason why the application cannot continue with it. A form that did not arrive is a
 * problem instead.
 */
export type FormResult = { kind: 'form'; form: LoadedForm } | { kind: Exclude<FormLoadReason, 'unreachable'> }

/** Published versions never change, so they are read once. */
export function formQuery(address: FormAddress, language: Language) {
  const { tenantId, serviceId, type, formVersion } = address
  return queryOptions({
    queryKey: ['form', tenantId, serviceId, type, formVersion, language],
    queryFn: () => answerInTime(loadResult(address, language), wired().timeoutMs),
    staleTime: Infinity,
    structuralSharing: false,
  })
}

async function loadResult(address: FormAddress, language: Language): Promise<FormResult> {
  try {
    return { kind: 'form', form: await loadForm({ ...address, language }) }
  } catch (error) {
    if (!(error instanceof FormLoadError)) throw error
    if (error.reason !== 'unreachable') return { kind: error.reason }
    throw await unreachable(error)
  }
}

/** The version of the form that is published; null without one. */
export function publishedIn(
  services: readonly Service[],
  { serviceId, type }: Pick<FormAddress, 'serviceId' | 'type'>,
): string | null {
  const service = services.find((one) => one.serviceId === serviceId)
  return service?.forms.find((one) => one.type === type)?.formVersion ?? null
}
