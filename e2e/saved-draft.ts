import type { DraftContent, Service } from '../src/api/generated/api.schemas.ts'
import type { Portal, Resident } from './journey.ts'
import { tokensOf } from './signed-in.ts'

export type DraftOf = { serviceId: string; type: string; answers: DraftContent['answers']; step?: string }

/** A draft at the provider, as another device of the resident would have saved it. */
export async function saveDraft(
  portal: Portal,
  { tenantId, userId, password }: Resident,
  { serviceId, type, answers, step }: DraftOf,
): Promise<void> {
  const { idToken } = await tokensOf(portal, `${tenantId}__${userId}`, password)
  const address = `${portal.url}/app/web/o/drafts/${serviceId}/${type}`
  const headers = { Authorization: `Bearer ${idToken}`, 'Content-Type': 'application/json' }
  const present = await fetch(address, { headers })
  const etag = present.headers.get('ETag')
  const body: DraftContent = {
    formVersion: await currentVersion(portal, tenantId, serviceId, type),
    answers,
    saveId: crypto.randomUUID(),
    ...(step === undefined ? {} : { step }),
  }
  const saved = await fetch(address, {
    method: 'PUT',
    headers: { ...headers, ...(present.ok && etag !== null ? { 'If-Match': etag } : {}) },
    body: JSON.stringify(body),
  })
  if (!saved.ok) throw new Error(`The draft was refused: ${saved.status} ${await saved.text()}`)
}

async function currentVersion(portal: Portal, tenantId: string, serviceId: string, type: string): Promise<string> {
  const services = (await (await fetch(`${portal.url}/app/web/p/tenants/${tenantId}/services`)).json()) as Service[]
  const form = services
    .find((service) => service.serviceId === serviceId)
    ?.forms.find((published) => published.type === type)
  if (form === undefined) throw new Error(`${tenantId} offers no ${serviceId}/${type}`)
  return form.formVersion
}
