import { isRecord } from '../../form-model/record.ts'
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
  const answer = `${response.status} ${text.slice(0, 200)}`.trimEnd()
  if (!response.ok) throw new Error(answer)
  const values = text === '' ? {} : objectIn(text)
  if (values === null) throw new Error(`the answer is no JSON object: ${answer}`)
  return { ...(token === undefined ? {} : { token }), ...values }
}

function objectIn(text: string): StateValues | null {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? (value as StateValues) : null
  } catch {
    return null
  }
}
