import type { HostAnswer, StudioHost } from '../preview/studio-host.ts'

type Question = { id: number; method: Parameters<StudioHost['request']>[0]; address: string; body: unknown }
type Reply = { kind: 'answer'; id: number; answer: HostAnswer } | { kind: 'failed'; id: number; message: string }
type Note = { kind: 'changed'; names: string[] }

const hello = 'forms-studio host'

/** Lets the frame of this page use its host. */
export function serveFrames(host: StudioHost): void {
  let stop: (() => void) | undefined
  window.addEventListener('message', ({ origin, data, ports: [port] }: MessageEvent<unknown>) => {
    if (origin !== window.location.origin || data !== hello || !port) return
    const reply = (message: Reply | Note) => port.postMessage(message)
    port.addEventListener('message', ({ data: { id, method, address, body } }: MessageEvent<Question>) => {
      host.request(method, address, body).then(
        (answer) => reply({ kind: 'answer', id, answer }),
        (cause: unknown) => reply({ kind: 'failed', id, message: String(cause) }),
      )
    })
    port.start()
    // The frame before it is gone.
    stop?.()
    stop = host.onFormsChanged((names) => reply({ kind: 'changed', names }))
  })
}

/** The host of the page around this frame. */
export function hostOfParent(): StudioHost {
  const { port1: port, port2 } = new MessageChannel()
  const waiting = new Map<number, PromiseWithResolvers<HostAnswer>>()
  const listeners = new Set<(names: string[]) => void>()
  let last = 0
  port.addEventListener('message', ({ data }: MessageEvent<Reply | Note>) => {
    if (data.kind === 'changed') {
      for (const listener of listeners) listener(data.names)
      return
    }
    const asked = waiting.get(data.id)
    waiting.delete(data.id)
    if (data.kind === 'answer') asked?.resolve(data.answer)
    else asked?.reject(new Error(data.message))
  })
  port.start()
  window.parent.postMessage(hello, window.location.origin, [port2])
  return {
    request(method, address, body) {
      last += 1
      const asked = Promise.withResolvers<HostAnswer>()
      waiting.set(last, asked)
      port.postMessage({ id: last, method, address, body } satisfies Question)
      return asked.promise
    },
    onFormsChanged(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    pageAddress: (_page, query) => `?${query}`,
    built: new URL('built', document.baseURI).href,
    storage: () => window.localStorage,
  }
}
