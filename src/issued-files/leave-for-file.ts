import { leaveByLink } from '../lib/leave-by-link.ts'

/**
 * Follows a signed link to a file: the answer's `Content-Disposition` makes the browser save it and the page stays. No
 * `download` attribute and no new window, neither works in LINE. Only https or our own origin, no user name.
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
