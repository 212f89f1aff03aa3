import type { SessionPort } from '../../auth/session-port.ts'

type Parts = {
  session: Pick<SessionPort, 'hasSession'>
  /** Whether the open page is shown to signed-in users only. */
  isPersonal: () => boolean
  reload: () => void
}

/**
 * Loads a personal page again that comes out of the browser's back/forward cache after the log-out. Not in an effect,
 * and not by a change of the page: if WebKit has put a page into the cache in the middle of a rendering, its effects
 * have not run and the sign-in page does not appear, so that the personal page would stay on the screen.
 */
export function watchForCachedPage({ session, isPersonal, reload }: Parts): void {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted && isPersonal() && !session.hasSession()) reload()
  })
}
