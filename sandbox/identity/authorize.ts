import { grantOf } from './grants.ts'
import { IdentityError } from './identity-error.ts'
import type { GrantRecord, UserRecord } from './records.ts'
import type { Fields } from './request-fields.ts'
import { requiredText } from './request-fields.ts'
import type { Engine } from './sign-in-steps.ts'
import { findUser } from './users.ts'

/** The user of an access token. Revoked sign-ins and deleted users are refused, as are ID tokens. */
export async function authorize(engine: Engine, body: Fields): Promise<{ user: UserRecord; grant: GrantRecord }> {
  const claims = await engine.tokens.verify(requiredText(body, 'AccessToken'), 'access')
  if (!claims) throw new IdentityError('NotAuthorizedException', 'Invalid Access Token')
  const grant = grantOf(engine.context, String(claims.origin_jti))
  const user = grant && findUser(engine.context, grant.username)
  if (!grant || !user) throw new IdentityError('NotAuthorizedException', 'Access Token has been revoked')
  return { user, grant }
}
