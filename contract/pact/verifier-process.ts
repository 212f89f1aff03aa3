/**
 * Runs pact's verifier in a process of its own, because it prints pages of output natively; the report contains the
 * same in single lines. One process runs any number of verifications, one after the other.
 */
import { Verifier } from '@pact-foundation/pact'
import type { Exchange } from '../report/check.ts'
import { recordInto } from './record-exchanges.ts'
import { reasonOf } from './reachable.ts'
import { setState } from './set-state.ts'
import type { VerifierRequest, VerifierResult } from './verification.ts'

process.on('message', (request: VerifierRequest) => {
  void verify(request).then((result) => process.send?.(result))
})

async function verify({ file, states, ...target }: VerifierRequest): Promise<VerifierResult> {
  const unset = new Map<string, string>()
  const exchanges = new Map<string, Exchange>()
  const setUp = (state: string) => ({
    setup: async (params?: unknown) => {
      try {
        return await setState(target, { state, params: params ?? {}, action: 'setup' })
      } catch (error) {
        unset.set(state, reasonOf(error))
        return target.token === undefined ? {} : { token: target.token }
      }
    },
    teardown: async (params?: unknown) => {
      await setState(target, { state, params: params ?? {}, action: 'teardown' }).catch((error: unknown) => {
        unset.set(state, unset.get(state) ?? `reverting it: ${reasonOf(error)}`)
      })
    },
  })
  try {
    await new Verifier({
      provider: 'user-web-api',
      providerBaseUrl: target.url,
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
