import { HttpResponse, http } from 'msw'
import { afterEach, describe, expect, it } from 'vitest'
import { listenAsPool, openTab, password, pool, region, server } from './testing/pool-session.ts'

listenAsPool()
afterEach(() => server.resetHandlers())

function answerNext(body: Record<string, unknown>, status = 200) {
  server.use(
    http.post(`https://cognito-idp.${region}.amazonaws.com/`, () => HttpResponse.json(body, { status }), {
      once: true,
    }),
  )
}

/**
 * Amplify throws an error for an unknown challenge; only its message contains the challenge's name:
 * https://github.com/aws-amplify/amplify-js/blob/main/packages/auth/src/providers/cognito/utils/signInHelpers.ts
 */
describe('stepOf in cognito.ts, with the message of the real Amplify', () => {
  it.each(['SOME_NEW_CHALLENGE', 'WEB_AUTHN_2'])(
    'creates an unsupported step for the unknown challenge %s',
    async (name) => {
      answerNext({ ChallengeName: name, Session: 'x'.repeat(20), ChallengeParameters: {} })
      expect(await openTab().port.signIn(pool.user(), password)).toEqual({ kind: 'unsupported', step: name })
    },
  )

  it('creates an unsupported step for an unknown challenge after a code', async () => {
    const username = pool.user({ mfa: { enabled: ['SMS_MFA'] } })
    const session = openTab().port
    expect(await session.signIn(username, password)).toMatchObject({ kind: 'code' })
    answerNext({ ChallengeName: 'SOME_NEW_CHALLENGE', Session: 'x'.repeat(20), ChallengeParameters: {} })
    expect(await session.confirm(pool.lastCode())).toEqual({ kind: 'unsupported', step: 'SOME_NEW_CHALLENGE' })
  })

  it('passes every other failure on', async () => {
    answerNext({ __type: 'NotAuthorizedException', message: 'Incorrect username or password.' }, 400)
    await expect(openTab().port.signIn(pool.user(), password)).rejects.toMatchObject({ reason: 'credentials' })
  })
})
