import { createElement, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import type { SessionPort } from '../identity/session/session-port.ts'

type Parts = {
  session: Pick<SessionPort, 'hasSession'>
  /** Whether the open page is shown to signed-in users only. */
  isPersonal: () => boolean
  reload: () => void
  /** Resolves once React has rendered something new. Replaced in tests. */
  rendering?: () => Promise<void>
}

/** The limit of the first render after `pageshow`, which takes a quarter of a second on a busy machine. */
const limitMs = 2_000

/**
 * Loads a page again that comes out of the browser's back/forward cache, if it is personal and the user has logged out,
 * or if React does not render any more. WebKit can lose the message with which React's scheduler continues, if it puts
 * a page into the cache at that moment. The scheduler waits for it for ever: clicks have their effect, but no other
 * page appears. An effect cannot do this, because effects depend on that message, too.
 */
export function watchForCachedPage({ session, isPersonal, reload, rendering = renderSomething }: Parts): void {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    if (isPersonal() && !session.hasSession()) {
      // The document stays hidden until the server responds.
      document.documentElement.hidden = true
      reload()
      return
    }
    const timer = setTimeout(reload, limitMs)
    void rendering().then(() => clearTimeout(timer))
  })
}

/** Renders in a separate root: the portal's root may be rendering for other reasons, or waiting for data. */
function renderSomething(): Promise<void> {
  const root = createRoot(document.createElement('div'))
  return new Promise<void>((resolve) => root.render(createElement(Rendered, { onRendered: resolve }))).then(() =>
    root.unmount(),
  )
}

function Rendered({ onRendered }: { onRendered: () => void }) {
  useEffect(onRendered, [onRendered])
  return null
}
