/**
 * Runs pact's verifier in a process of its own, because it prints pages of output natively; the report contains the
 * same in single lines. One process runs any number of verifications, one after the other.
 */
import { Verifier } from '@pact-foundation/pact'
import type { Exchange } from '../report/check.ts'
import { recordInto } from './record-exchanges.ts'
import type { VerifierRequest, VerifierResult } from './verification.ts'

process.on('message', (request: VerifierRequest) => {
  void verify(request).then((result) => process.send?.(result))
})

async function verify({ url, statesUrl, token, file, states }: VerifierRequest): Promise<VerifierResult> {
  const unset = new Map<string, string>()
  const exchanges = new Map<string, Exchange>()
  const setUp = (state: string) => ({
    setup: async (params?: unknown) => {
      const answer = await post(statesUrl, { state, params: params ?? {}, action: 'setup' }).catch((error: unknown) => {
        unset.set(state, error instanceof Error ? error.message : String(error))
        return {}
      })
      return { ...(token === undefined ? {} : { token }), ...answer }
    },
    teardown: async (params?: unknown) => {
      await post(statesUrl, { state, params: params ?? {}, action: 'teardown' }).catch((error: unknown) => {
        const reason = error instanceof Error ? error.message : String(error)
        unset.set(state, unset.get(state) ?? `reverting it: ${reason}`)
      })
    },
  })
  try {
    await new Verifier({
      provider: 'user-web-api',
      providerBaseUrl: url,
      pactUrls: [file],
      logLevel: 'error',
      timeout: 15_000,
      requestFilter: recordInto(exchanges),
      stateHandlers: Object.fromEntries(states.map((state) => [state, setUp(state)])),
    }).verifyProvider()
    return { report: null, unset: [...unset], exchanges: [...exchanges] }
  } catch (error) {
    const report = error instanceof Error ? error.message : String(error)
    return { report, unset: [...unset], exchanges: [...exchanges] }
  }
}

async function post(url: string, body: unknown): Promise<Record<string, string>> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.status} ${text.slice(0, 200)}`)
  if (text === '') return {}
  const values: unknown = JSON.parse(text)
  if (typeof values !== 'object' || values === null) throw new Error('the response is not an object')
  return values as Record<string, string>
}
