import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import type { Portal, Resident, SandboxClient } from '../../support/journey.ts'
import type { FaultId, Target } from './submit-faults.ts'

export type Ground = { page: Page; portal: Portal; sandbox: SandboxClient; resident: Resident }

/**
 * What a fault comes to: `told` = a message beside what was typed, `sign-in` = the dialog over the page, `asking` = the
 * provider is asked what became of it, `done` = it turns out to be done without another press.
 */
export type Outcome = 'told' | 'sign-in' | 'asking' | 'done'

/** A page on which only the press is missing. */
export type Stage = {
  press: () => Promise<unknown>
  /** Usable again afterwards. */
  button: Locator
  /** What has the focus while it is pressed, and again after signing in: the button, if it is not said. */
  focused?: Locator
  /** Where it is said what went wrong. */
  message: Locator
  succeeded: () => Promise<unknown>
  /** How often the provider has done it; absent where doing it changes nothing. */
  effects?: () => Promise<number>
}

export type Action = {
  name: string
  target: Target
  prepare: (ground: Ground) => Promise<Stage>
  /** `told` unless said otherwise. */
  outcome?: (fault: FaultId) => Outcome
  /** The message is read out where it is, and the focus stays on what the person was doing. */
  keepsFocus?: true
  /** Sent by itself too, until it is saved: not only by a press. */
  repeatsItself?: true
  /** Milliseconds for F8, where the action waits longer than others. */
  patience?: number
}

/** For what belongs to the user: an ended session opens the dialog. */
export function ofUser(fault: FaultId): Outcome {
  return fault === 'F4' ? 'sign-in' : 'told'
}

export async function mailsTo(sandbox: SandboxClient, address: string): Promise<{ link?: string }[]> {
  return (await sandbox.get(`outbox?to=${encodeURIComponent(address)}`)) as { link?: string }[]
}

/** The link that a mail brings after a request to the API. */
export async function mailedLink(
  { portal, sandbox }: Ground,
  request: 'password-reset-request' | 'registration-request',
  email: string,
): Promise<string> {
  const response = await fetch(`${portal.url}/app/web/p/tenants/minato-city/${request}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() },
    body: JSON.stringify({ email }),
  })
  expect(response.status).toBe(202)
  const [mail] = await mailsTo(sandbox, email)
  if (mail?.link === undefined) throw new Error(`No link was mailed to ${email}`)
  return mail.link
}
