declare global {
  interface Window {
    /** Milliseconds for validating valid answers to what the page shows. */
    checkAnswers?: () => number
    bench: {
      /** When the field could be used for the first time. */
      ready: number | null
      /** The time for each key until its letter was painted. */
      keys: number[]
      isShown: (selector: string) => boolean
      /** Milliseconds from `start` to the paint after which `holds` is true. Rejects after 60 seconds. */
      until: (start: number, holds: () => boolean) => Promise<number>
    }
  }
}

/** Runs in every measured page before its own scripts; must not refer to anything outside itself. */
export function watchPage(field: string): void {
  const afterPaint = (then: (now: number) => void) =>
    requestAnimationFrame(() => {
      const channel = new MessageChannel()
      channel.port1.addEventListener('message', () => then(performance.now()))
      channel.port1.start()
      channel.port2.postMessage(0)
    })
  const isShown = (selector: string) => (document.querySelector(selector)?.getClientRects().length ?? 0) > 0
  const until = (start: number, holds: () => boolean) =>
    new Promise<number>((resolve, reject) => {
      const look = () => {
        if (holds()) afterPaint((now) => resolve(now - start))
        else if (performance.now() - start > 60_000) reject(new Error('Nothing happened in 60 seconds'))
        else requestAnimationFrame(look)
      }
      look()
    })
  window.bench = { ready: null, keys: [], isShown, until }
  const look = () => {
    if (isShown(field)) afterPaint((now) => (window.bench.ready = now))
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
  let pressed = 0
  window.addEventListener('keydown', ({ timeStamp }) => (pressed = timeStamp), true)
  window.addEventListener(
    'input',
    () => {
      const start = pressed
      if (start > 0) afterPaint((now) => window.bench.keys.push(now - start))
    },
    true,
  )
}
