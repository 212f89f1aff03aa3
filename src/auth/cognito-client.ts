import { Amplify } from 'aws-amplify'
import { ConsoleLogger } from 'aws-amplify/utils'
import type { PortalConfig } from '../lib/config.ts'

type Pool = Pick<PortalConfig['auth'], 'poolId' | 'clientId' | 'endpoint'>

/** Points Amplify, which is one per page, at the pool. It then has its default store of tokens again. */
export function configureAmplify({ poolId, clientId, endpoint }: Pool): void {
  // Amplify warns of a custom endpoint at every start; config.json sets it on purpose.
  if (endpoint !== undefined) ConsoleLogger.LOG_LEVEL = 'ERROR'
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId: poolId,
        userPoolClientId: clientId,
        ...(endpoint === undefined ? {} : { userPoolEndpoint: absoluteUrl(endpoint) }),
      },
    },
  })
}

/** Amplify accepts no relative endpoint. */
function absoluteUrl(endpoint: string): string {
  return new URL(endpoint, globalThis.location?.href).href
}
