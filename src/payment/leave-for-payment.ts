import { leaveByLink } from '../lib/leave-by-link.ts'

/**
 * The only way from the portal to the card provider. A hand-off comes from the API, is checked against the hosts of
 * config.json and leaves in the same tab: `window.open` is blocked in the chat apps that many visitors come from.
 */

/** What `proceed` (or a 409 SE_CH_0003) hands over: an address, and fields if it is to be posted. */
export type PaymentHandOff = {
  method: string
  url: string
  fields?: Readonly<Record<string, string>> | null | undefined
}

/**
 * The parsed address if the browser may be sent there, otherwise null. https, or http on this machine (the sandbox);
 * exactly a host of the list, with its port; no user name, which could dress up another host as the provider.
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
 * Leaves for the card provider and returns true, or returns false without leaving when the address or the method is
 * not allowed. Call it only in answer to a press, never from an effect: a payment nobody asked for must not start.
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

/** Without a response of the card provider within this time the page offers to try again. */
const leavingLimitMs = 30_000

/**
 * Calls `onStayed` if the browser has not left: the page's policy blocked a redirect of the posted form to a host that
 * is not listed (`form-action` covers redirects), or no response came. Returns how to stop watching.
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
  // By the prototype: a field called `submit` or `requestSubmit` would hide the form's own method.
  HTMLFormElement.prototype.requestSubmit.call(form)
  form.remove()
}
