import type { LoaderFunctionArgs, RouterContextProvider } from 'react-router-dom'
import { getListServicesQueryOptions } from '../../api/generated/services/services.ts'
import { queryClientContext, staleTimes } from '../../api/queries.ts'
import { mailedLinkLoader } from '../../identity/fields/MailedLink.tsx'
import type { MailedLink } from '../../identity/fields/MailedLink.tsx'
import { problemOf } from '../../lib/problem.ts'
import { parseServiceId, parseTenantId, parseType, paths } from '../../paths.ts'
import type { Path } from '../../paths.ts'

export { Component } from './RegistrationPage.tsx'
export { revalidatesNoSearch as shouldRevalidate } from '../../lib/revalidation.ts'

type Args = LoaderFunctionArgs<RouterContextProvider>
type RegistrationLink = MailedLink & { chosenForm: Promise<Path | null> }

const loadLink = mailedLinkLoader('registration')

/** The page does not wait for the chosen form, which is needed at its end. */
export async function loader(args: Args): Promise<RegistrationLink> {
  const link = await loadLink(args)
  return { ...link, chosenForm: link.state === 'valid' ? chosenForm(args, link) : Promise.resolve(null) }
}

/** The form that was chosen before the registration, if the tenant offers it. Without it, the list opens. */
async function chosenForm({ params, context }: Args, { chosen }: MailedLink): Promise<Path | null> {
  const tenantId = parseTenantId(params.tenantId)
  const serviceId = parseServiceId(chosen?.serviceId)
  const type = parseType(chosen?.formType)
  if (tenantId === null || serviceId === null || type === null) return null
  const options = { ...getListServicesQueryOptions(tenantId), staleTime: staleTimes.services }
  try {
    const service = (await context.get(queryClientContext).query(options)).find((one) => one.serviceId === serviceId)
    return service?.forms.some((form) => form.type === type) === true
      ? paths.application(tenantId, serviceId, type)
      : null
  } catch (error) {
    if (problemOf(error) === null) throw error
    return null
  }
}
