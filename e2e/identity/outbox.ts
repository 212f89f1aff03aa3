import { expect } from '@playwright/test'
import type { Portal, Resident, SandboxClient } from '../support/journey.ts'
import { tokensOf } from '../support/signed-in.ts'

type Mail = { to: string; subject: string; link?: string; code?: string }

async function newest(sandbox: SandboxClient, to: string): Promise<Mail | undefined> {
  return ((await sandbox.get(`outbox?to=${encodeURIComponent(to)}`)) as Mail[])[0]
}

/** The link of the newest mail to an address; waits until there is one other than `not`. */
export async function linkTo(sandbox: SandboxClient, to: string, not?: string): Promise<string> {
  return found(async () => (await newest(sandbox, to))?.link, not)
}

/** The code of the newest message to an address or a phone number; waits until there is one other than `not`. */
export async function codeTo(sandbox: SandboxClient, to: string, not?: string): Promise<string> {
  return found(async () => (await newest(sandbox, to))?.code, not)
}

/** A code that is different from this one. */
export function otherThan(code: string): string {
  return String((Number(code) + 1) % 1_000_000).padStart(6, '0')
}

async function found(ask: () => Promise<string | undefined>, not: string | undefined): Promise<string> {
  let value: string | undefined
  await expect
    .poll(async () => {
      value = await ask()
      return value !== undefined && value !== not
    })
    .toBe(true)
  if (value === undefined) throw new Error('The message is gone')
  return value
}

export type LinkKind = 'registration' | 'password_reset' | 'email_change'

/** Mails a link without the pages before it. `to` is the address of the recipient. */
export async function mailLink(
  { portal, sandbox }: { portal: Portal; sandbox: SandboxClient },
  kind: LinkKind,
  resident: Resident,
  to: string,
): Promise<string> {
  const ofTenant = `/app/web/p/tenants/${resident.tenantId}`
  if (kind === 'registration') await post(portal, `${ofTenant}/registration-request`, { email: to })
  else if (kind === 'password_reset') await post(portal, `${ofTenant}/password-reset-request`, { email: to })
  else {
    const { idToken } = await tokensOf(portal, resident)
    await post(portal, '/app/web/o/email-change-request', { newEmail: to }, idToken)
  }
  return linkTo(sandbox, to)
}

async function post(portal: Portal, path: string, body: object, token?: string): Promise<void> {
  const response = await fetch(portal.url + path, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'idempotency-key': crypto.randomUUID(),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  })
  if (response.status !== 202) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
}
