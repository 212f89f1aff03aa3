import { localHost } from '../lib/config.ts'

/**
 * The parsed address if it is allowed, otherwise null. Allowed is https (http on localhost, for the sandbox) with
 * exactly a configured host and port, without a user name, which could make another host look like the provider.
 */
export function checkedPaymentUrl(url: string, allowedHosts: readonly string[]): URL | null {
  if (!URL.canParse(url)) return null
  const parsed = new URL(url)
  if (parsed.protocol !== 'https:' && !(parsed.protocol === 'http:' && localHost.test(parsed.hostname))) return null
  if (parsed.username !== '' || parsed.password !== '') return null
  return allowedHosts.includes(parsed.host) ? parsed : null
}
