/**
 * Opens a checked address in the same tab, as if a link had been clicked. Uses a real link instead of `location`, so
 * that `noreferrer` hides our address, with its ids, from the other site.
 */
export function leaveByLink(url: URL): void {
  const link = document.createElement('a')
  link.href = url.href
  link.rel = 'noreferrer'
  link.hidden = true
  document.body.append(link)
  link.click()
  link.remove()
}
