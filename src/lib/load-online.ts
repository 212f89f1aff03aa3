import { ProblemError } from './problem.ts'

/**
 * Loads code that a click needs. A browser never requests a module again that once failed to load, and a reload would
 * lose typed text: so it is not requested while offline.
 */
export function loadOnline<T>(load: () => Promise<T>): Promise<T> {
  // Node.js does not report it; there a network is assumed.
  const { onLine }: { onLine?: boolean } = navigator
  return onLine === false ? Promise.reject(new ProblemError({ kind: 'offline', fields: [] })) : load()
}

/**
 * Fetches style sheets again that did not arrive. Vite's loader never requests a style sheet twice, so a page whose
 * code arrives at the second try would be shown without its styles (https://github.com/vitejs/vite/issues/13405).
 */
export async function reloadStyleSheets(page: Document = document): Promise<void> {
  const failed = [...page.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].filter(({ sheet }) => !sheet)
  await Promise.all(
    failed.map(
      (link) =>
        new Promise((resolve) => {
          const again = link.cloneNode() as HTMLLinkElement
          again.onload = resolve
          again.onerror = resolve
          link.replaceWith(again)
        }),
    ),
  )
}
