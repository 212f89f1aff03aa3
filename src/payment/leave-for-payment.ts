import { leaveByLink } from '../lib/leave-by-link.ts'

/**
 * The only redirect from the portal to the card provider. The address comes from the API, is checked against the hosts
 * of config.json and opens in the same tab: chat apps block `window.open`.
 */

/** The payment page that `proceed` (or a 409 SE_CH_0003) returns: an address, and fields if it has to be posted. */
export type PaymentHandOff = {
  method: string
  url: string
  fields?: Readonly<Record<string, string>> | null | undefined
}

/**
 * The parsed address if it is allowed, otherwise null. Allowed is https (http on localhost, for the sandbox) with
 * exactly a configured host and port, without a user name, which could make another host look like the provider.
 */
export function checkedPaymentUrl(url: string, allowedHosts: readonly string[]): URL | null {
  if (!URL.canParse(url)) return null
  const parsed = new URL(url)
  const local = parsed.hostname === 'localhost' || parsed.hostname === '127.0.0.1'
  if (parsed.protocol !== 'https:' && !(parsed.protocol === 'http:' && local)) return null
  if (parsed.username !== '' || parsed.password !== '') return null
  return allowedHosts.includes(parsed.host) ? parsed : null
}

/**
 * Leaves for the card provider and returns true, or returns false if the address or the method is not allowed. Call it
 * only from a click, never from an effect: a payment must not start by itself.
 */
export function leaveForPayment(handOff: PaymentHandOff, allowedHosts: readonly string[]): boolean {
  const url = checkedPaymentUrl(handOff.url, allowedHosts)
  if (url === null) return false
  if (handOff.method === 'GET') {
    leaveByLink(url)
    return true
  }
  if (handOff.method === 'POST') {
    post(url, handOff.fields ?? {})
    return true
  }
  return false
}

/** If the card provider does not respond within this time, the page offers a retry. */
const leavingLimitMs = 30_000

/**
 * Calls `onStayed` if the browser has not left: the content policy blocked a redirect of the posted form (`form-action`
 * covers redirects), or there was no response. Returns a function that stops the watch.
 */
export function watchLeaving(onStayed: () => void): () => void {
  const stop = () => {
    clearTimeout(timer)
    document.removeEventListener('securitypolicyviolation', onViolation)
  }
  const stayed = () => {
    stop()
    onStayed()
  }
  const onViolation = ({ effectiveDirective }: SecurityPolicyViolationEvent) => {
    if (effectiveDirective === 'form-action') stayed()
  }
  const timer = setTimeout(stayed, leavingLimitMs)
  document.addEventListener('securitypolicyviolation', onViolation)
  return stop
}

function post(url: URL, fields: Readonly<Record<string, string>>): void {
  const form = document.createElement('form')
  form.method = 'post'
  form.action = url.href
  form.acceptCharset = 'utf-8'
  form.hidden = true
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input')
    input.type = 'hidden'
    input.name = name
    input.value = value
    form.append(input)
  }
  document.body.append(form)
  // A field named `submit` or `requestSubmit` would hide the method of the form itself.
  HTMLFormElement.prototype.requestSubmit.call(form)
  form.remove()
}
