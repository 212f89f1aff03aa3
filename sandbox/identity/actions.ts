import * as account from './account.ts'
import { answerChallenge } from './answer-challenge.ts'
import * as deviceActions from './device-actions.ts'
import * as factors from './factors.ts'
import { revoke, rotate } from './grants.ts'
import { IdentityError } from './identity-error.ts'
import { initiateAuth } from './initiate-auth.ts'
import type { Fields } from './request-fields.ts'
import { optionalText, requiredText } from './request-fields.ts'
import type { Engine } from './sign-in-steps.ts'

type Action = (engine: Engine, body: Fields) => Promise<object> | object

/** Every action that a client of the portal may request, by its name in `x-amz-target`. */
export const actions: Record<string, Action> = {
  InitiateAuth: forClient(initiateAuth),
  RespondToAuthChallenge: forClient(answerChallenge),
  GetTokensFromRefreshToken: forClient(getTokensFromRefreshToken),
  RevokeToken: forClient(revokeToken),
  ForgotPassword: forClient(account.forgotPassword),
  ConfirmForgotPassword: forClient(account.confirmForgotPassword),
  GlobalSignOut: account.globalSignOut,
  GetUser: account.getUser,
  ChangePassword: account.changePassword,
  UpdateUserAttributes: account.updateUserAttributes,
  DeleteUserAttributes: account.deleteUserAttributes,
  GetUserAttributeVerificationCode: account.getUserAttributeVerificationCode,
  VerifyUserAttribute: account.verifyUserAttribute,
  DeleteUser: account.deleteUser,
  AssociateSoftwareToken: factors.associateSoftwareToken,
  VerifySoftwareToken: factors.verifySoftwareToken,
  SetUserMFAPreference: factors.setUserMfaPreference,
  ConfirmDevice: deviceActions.confirmDeviceAction,
  UpdateDeviceStatus: deviceActions.updateDeviceStatus,
  ForgetDevice: deviceActions.forgetDevice,
  ListDevices: deviceActions.listDevices,
}

/** Actions without an access token name the app client instead. */
function forClient(action: Action): Action {
  return (engine, body) => {
    const clientId = requiredText(body, 'ClientId')
    if (clientId !== engine.context.clientId)
      throw new IdentityError('ResourceNotFoundException', `User pool client ${clientId} does not exist.`)
    return action(engine, body)
  }
}

async function getTokensFromRefreshToken({ context, tokens }: Engine, body: Fields) {
  const { user, grant, refreshToken } = rotate(
    context,
    requiredText(body, 'RefreshToken'),
    optionalText(body, 'DeviceKey'),
  )
  return { AuthenticationResult: { ...(await tokens.issue(user, grant)), RefreshToken: refreshToken } }
}

function revokeToken({ context }: Engine, body: Fields) {
  revoke(context, requiredText(body, 'Token'))
  return {}
}
