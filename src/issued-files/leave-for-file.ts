import { wired } from '../api/wiring.ts'
import { leaveByLink } from '../lib/leave-by-link.ts'

/**
 * Follows a signed link to a file. `Content-Disposition` of the response makes the browser save it, and the page stays.
 * It uses neither the `download` attribute nor a new window, since LINE supports neither.
 * @returns false, without leaving, for any other address
 */
export function leaveForFile(url: string): boolean {
  const checked = checkedFileUrl(url)
  if (checked === null) return false
  leaveByLink(checked)
  return true
}

/**
 * The parsed address of a signed link; one without a host is the API's. Only the origins of the API and of the stage's
 * files, without a user name.
 */
export function checkedFileUrl(url: string): URL | null {
  const { baseUrl, filesOrigin } = wired()
  const api = new URL(baseUrl, window.location.href)
  if (!URL.canParse(url, api)) return null
  const parsed = new URL(url, api)
  // The origin of a blob: address is that of the page.
  if (!/^https?:$/.test(parsed.protocol) || parsed.username !== '' || parsed.password !== '') return null
  return [api.origin, filesOrigin].includes(parsed.origin) ? parsed : null
}
