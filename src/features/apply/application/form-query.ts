import { unreachable } from '../../../form-engine/definition/about-texts.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Service } from '../../../api/generated/api.schemas.ts'
import { wired } from '../../../api/wiring.ts'
import { FormLoadError, loadForm } from '../../../form-engine/definition/load-form.ts'
import type { FormLoadReason, LoadedForm } from '../../../form-engine/definition/load-form.ts'
import type { FormAddress } from '../../../form-engine/definition/version-url.ts'
import type { Language } from '../../../lib/language.ts'
import { answerInTime } from '../../../lib/problem.ts'

/** A form that did not arrive is a problem instead. */
export type FormResult = { kind: 'form'; form: LoadedForm } | { kind: Exclude<FormLoadReason, 'unreachable'> }

export const formsKey = ['form'] as const

/**
 * Published versions never change, so they are read once. If the texts of another language do not arrive, the form
 * stays open in the language in which it was shown, and is read again later.
 */
export function formQuery(address: FormAddress, language: Language) {
  const { tenantId, serviceId, type, formVersion } = address
  const version = [...formsKey, tenantId, serviceId, type, formVersion] as const
  return queryOptions({
    queryKey: [...version, language],
    queryFn: async ({ client }): Promise<FormResult> => {
      try {
        return await answerInTime(loadResult(address, language), wired().timeoutMs)
      } catch (problem) {
        const onScreen = client.getQueriesData<FormResult>({ queryKey: version, type: 'active' })
        const cached = client.getQueriesData<FormResult>({ queryKey: version })
        const shown = [...onScreen, ...cached].find(([, data]) => data?.kind === 'form')?.[1]
        if (shown === undefined) throw problem
        return shown
      }
    },
    staleTime: ({ state: { data } }) => (data?.kind === 'form' && data.form.language !== language ? 0 : Infinity),
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

export function publishedIn(
  services: readonly Service[],
  { serviceId, type }: Pick<FormAddress, 'serviceId' | 'type'>,
): string | null {
  const service = services.find((one) => one.serviceId === serviceId)
  return service?.forms.find((one) => one.type === type)?.formVersion ?? null
}
