/** Ways to break the answers of a provider, or its requests before they arrive. */
import type { Tampering } from '../pact/sandbox.ts'

export type Body = Record<string, unknown>

export function json(change: (body: Body) => Body): Tampering {
  return async (request, answer) => {
    const response = await answer(request)
    const { status: code, headers } = response
    if (!(headers.get('content-type') ?? '').includes('json')) return response
    return new Response(JSON.stringify(change((await response.json()) as Body)), { status: code, headers })
  }
}

export function status(from: number, to: number): Tampering {
  return async (request, answer) => {
    const response = await answer(request)
    if (response.status !== from) return response
    return new Response(await response.arrayBuffer(), { status: to, headers: response.headers })
  }
}

export function header(
  name: string,
  value: string | null,
  when: (response: Response) => boolean = () => true,
): Tampering {
  return async (request, answer) => {
    const response = await answer(request)
    if (!when(response)) return response
    const headers = new Headers(response.headers)
    if (value === null) headers.delete(name)
    else headers.set(name, value)
    const bytes = await response.arrayBuffer()
    return new Response(bytes.byteLength === 0 ? null : bytes, { status: response.status, headers })
  }
}

export function query(...names: string[]): Tampering {
  return (request, answer) => {
    const url = new URL(request.url)
    for (const name of names) url.searchParams.delete(name)
    return answer(new Request(url, request))
  }
}

/** As if the API did not know the application. */
export async function ofAnotherApplication(request: Request, answer: (request: Request) => Promise<Response>) {
  const sent = (await request.clone().json()) as Body
  return answer(withBody(request, { ...sent, applicationId: crypto.randomUUID() }))
}

export function withHeader(request: Request, name: string, value: string): Request {
  const headers = new Headers(request.headers)
  headers.set(name, value)
  return new Request(request, { headers })
}

export function withBody(request: Request, body: Body): Request {
  const headers = new Headers(request.headers)
  headers.delete('content-length')
  return new Request(request.url, { method: request.method, headers, body: JSON.stringify(body) })
}

export function without(body: Body, name: string): Body {
  return Object.fromEntries(Object.entries(body).filter(([key]) => key !== name))
}
