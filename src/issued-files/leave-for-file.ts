import { wired } from '../api/wiring.ts'
import { leaveByLink } from '../lib/leave-by-link.ts'
import { allowedFileUrl } from './file-url.ts'

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

/** The parsed address of a signed link, or null if it is neither on the API's origin nor on that of the stage's files. */
export function checkedFileUrl(url: string): URL | null {
  const { baseUrl, filesOrigin } = wired()
  const api = new URL(baseUrl, window.location.href)
  return allowedFileUrl(url, api, filesOrigin === undefined ? [] : [filesOrigin])
}
