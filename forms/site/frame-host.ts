import type { FormHost } from '../preview/form-host.ts'

declare global {
  interface Window {
    /** A frame has the origin of the page around it, so that it may call this. */
    formsForFrame?: FormHost
  }
}

/** Lets the frame of this page use its forms. */
export function serveFrames(host: FormHost): void {
  window.formsForFrame = host
}

/** The forms of the page around this frame. */
export function hostOfParent(): FormHost {
  const host = window.parent.formsForFrame
  if (!host) throw new Error('The page around the frame has no forms')
  return {
    ...host,
    onFormsChanged(listener) {
      const stop = host.onFormsChanged(listener)
      // The page outlives this frame.
      window.addEventListener('pagehide', ({ persisted }) => {
        if (!persisted) stop()
      })
      return stop
    },
  }
}
