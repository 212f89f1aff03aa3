import { createListeners } from '../../src/lib/signal.ts'
import type { FormHost } from '../preview/form-host.ts'

type Asked = 'form' | 'tenant' | 'addresses'
type Call = { [Name in Asked]: { name: Name; args: Parameters<FormHost[Name]> } }[Asked]
type Question = { id: number; call: Call }
type Reply = { kind: 'answer'; id: number; answer: unknown } | { kind: 'failed'; id: number; message: string }
type Note = { kind: 'changed'; names: string[] }

const hello = 'forms-studio host'

/** Lets the frame of this page use its forms. */
export function serveFrames(host: FormHost): void {
  let stop: (() => void) | undefined
  window.addEventListener('message', ({ origin, data, ports: [port] }: MessageEvent<unknown>) => {
    if (origin !== window.location.origin || data !== hello || !port) return
    const reply = (message: Reply | Note) => port.postMessage(message)
    port.addEventListener('message', ({ data: { id, call } }: MessageEvent<Question>) => {
      answerOf(host, call).then(
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

function answerOf(host: FormHost, call: Call): Promise<unknown> {
  switch (call.name) {
    case 'form':
      return host.form(...call.args)
    case 'tenant':
      return host.tenant(...call.args)
    case 'addresses':
      return host.addresses(...call.args)
  }
}

/** The forms of the page around this frame. */
export function hostOfParent(): FormHost {
  const { port1: port, port2 } = new MessageChannel()
  const waiting = new Map<number, (data: Reply) => void>()
  const listeners = createListeners<[names: string[]]>()
  let last = 0
  port.addEventListener('message', ({ data }: MessageEvent<Reply | Note>) => {
    if (data.kind === 'changed') return listeners.notify(data.names)
    waiting.get(data.id)?.(data)
    waiting.delete(data.id)
  })
  port.start()
  window.parent.postMessage(hello, window.location.origin, [port2])
  const ask = <Answer>(call: Call) => {
    last += 1
    const id = last
    return new Promise<Answer>((resolve, reject) => {
      waiting.set(id, (data) =>
        data.kind === 'answer' ? resolve(data.answer as Answer) : reject(new Error(data.message)),
      )
      port.postMessage({ id, call } satisfies Question)
    })
  }
  return {
    form: (...args) => ask({ name: 'form', args }),
    tenant: (...args) => ask({ name: 'tenant', args }),
    addresses: (...args) => ask({ name: 'addresses', args }),
    onFormsChanged: listeners.subscribe,
    built: new URL('built', document.baseURI).href,
  }
}
