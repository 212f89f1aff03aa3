import type { Target } from './verification.ts'

export type StateRequest = { state: string; params: unknown; action: 'setup' | 'teardown' }

/** What a state returns for the requests, e.g. `token`. */
export type StateValues = Readonly<Record<string, string>>

/** Sets or reverts a provider state; rejects with the reason if that fails. */
export async function setState({ statesUrl, token }: Target, request: StateRequest): Promise<StateValues> {
  const response = await fetch(statesUrl, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(request),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.status} ${text.slice(0, 200)}`.trimEnd())
  const values: unknown = text === '' ? {} : JSON.parse(text)
  if (typeof values !== 'object' || values === null) throw new Error('the response is not an object')
  return { ...(token === undefined ? {} : { token }), ...(values as StateValues) }
}
