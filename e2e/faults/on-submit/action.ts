import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'
import type { Portal, Resident, SandboxClient } from '../../support/journey.ts'
import type { FaultId, Target } from './submit-faults.ts'

export type ActionSetup = { page: Page; portal: Portal; sandbox: SandboxClient; resident: Resident }

/**
 * How an action ends under a fault: `message` = an error beside the typed values, `sign-in` = the sign-in dialog over
 * the page, `checking` = the page polls the API for the result of the request, `done` = it succeeded without another
 * click.
 */
export type Outcome = 'message' | 'sign-in' | 'checking' | 'done'

/** A page that is ready for the click. */
export type PreparedAction = {
  click: () => Promise<unknown>
  /** Must be enabled again after the fault. */
  button: Locator
  /** Focused during the click and again after sign-in; the button by default. */
  focused?: Locator
  /** Shows the error. */
  message: Locator
  succeeded: () => Promise<unknown>
  /** How often the API has executed it; absent if executing it changes nothing. */
  effects?: () => Promise<number>
}

export type Action = {
  name: string
  target: Target
  prepare: (setup: ActionSetup) => Promise<PreparedAction>
  /** `message` by default. */
  outcome?: (fault: FaultId) => Outcome
  /** The message is a live region, so the focus stays where it was. */
  keepsFocus?: true
  /** The page sends the request again without a click once the cause has ended. */
  isRepeated?: (fault: FaultId) => boolean
  /** Autosave sends the request too, until it succeeds. */
  savesAutomatically?: true
  /** Request timeout for F8, if the action needs longer than others. */
  timeoutMs?: number
}

/** The outcome of an operation of the signed-in user: an ended session opens the sign-in dialog. */
export function ofUser(fault: FaultId): Outcome {
  return fault === 'F4' ? 'sign-in' : 'message'
}

export async function mailsTo(sandbox: SandboxClient, address: string): Promise<{ link?: string }[]> {
  return (await sandbox.get(`outbox?to=${encodeURIComponent(address)}`)) as { link?: string }[]
}

/** Requests a mail and returns the link in it. */
export async function mailedLink(
  { portal, sandbox }: ActionSetup,
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
