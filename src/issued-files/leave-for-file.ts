import { leaveByLink } from '../lib/leave-by-link.ts'

/**
 * Follows a signed link to a file. `Content-Disposition` of the response makes the browser save it, and the page stays.
 * It uses neither the `download` attribute nor a new window, since LINE supports neither. Only https or the portal's
 * own origin, without a user name.
 * @returns false, without leaving, for any other address
 */
export function leaveForFile(url: string): boolean {
  const checked = checkedFileUrl(url, window.location.origin)
  if (checked === null) return false
  leaveByLink(checked)
  return true
}

export function checkedFileUrl(url: string, origin: string): URL | null {
  if (!URL.canParse(url, origin)) return null
  const parsed = new URL(url, origin)
  if (parsed.username !== '' || parsed.password !== '') return null
  return parsed.protocol === 'https:' || (parsed.origin === origin && parsed.protocol === 'http:') ? parsed : null
}
