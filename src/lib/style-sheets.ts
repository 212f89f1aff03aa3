/** Those of the document that did not arrive. */
const missing = new Set<HTMLLinkElement>()

if ('document' in globalThis) {
  // Scripts wait for the style sheets of the document: one without rules has failed.
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]'))
    if (!hasRules(link)) missing.add(link)
  const note = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missing.add(target)
  }
  // The event does not bubble.
  window.addEventListener('error', note, true)
}

/** Chromium gives a sheet that has failed an empty list of rules, or refuses to show it. */
function hasRules({ sheet }: HTMLLinkElement): boolean {
  try {
    return sheet !== null && sheet.cssRules.length > 0
  } catch {
    return false
  }
}

/**
 * Loads a module with its style sheets. The bundler requests each sheet once, and a second attempt gives the module
 * without one that did not arrive: it is requested again.
 * @throws TypeError if a file does not arrive
 */
export async function withStyleSheets<T>(load: () => Promise<T>): Promise<T> {
  const module = await load()
  // Vite returns nothing while the app is about to be reloaded.
  if (!module) throw new TypeError('error loading dynamically imported module')
  await restoreStyleSheets()
  return module
}

/**
 * Requests the style sheets again that did not arrive.
 * @throws TypeError if one does not arrive again
 */
export async function restoreStyleSheets(): Promise<void> {
  await Promise.all([...missing].map(requestAgain))
}

function requestAgain(link: HTMLLinkElement): Promise<void> {
  missing.delete(link)
  const next = document.createElement('link')
  next.rel = 'stylesheet'
  next.crossOrigin = link.crossOrigin
  next.href = link.href
  return new Promise((resolve, reject) => {
    next.addEventListener('load', () => resolve())
    next.addEventListener('error', () => reject(new TypeError('error loading a style sheet')))
    link.replaceWith(next)
  })
}
