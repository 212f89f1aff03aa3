import { findDevice } from './devices.ts'
import { wrongCredentials, invalidParameter } from './identity-error.ts'
import { assertNotLocked, forgetWrongPasswords, noteWrongPassword } from './lockout.ts'
import { decoyPassword, passwordMatches } from './secrets/passwords.ts'
import type { Fields } from './request-fields.ts'
import { fieldsOf, optionalText, requiredText } from './request-fields.ts'
import type { AuthAnswer, Engine, Progress } from './sign-in-steps.ts'
import { afterPassword, askCustomQuestion, challenge } from './sign-in-steps.ts'
import { startExchange } from './secrets/srp.ts'
import { findUser } from './users.ts'

/** InitiateAuth: USER_SRP_AUTH, USER_PASSWORD_AUTH and CUSTOM_AUTH with and without SRP. */
export async function initiateAuth(engine: Engine, body: Fields): Promise<AuthAnswer> {
  const flow = requiredText(body, 'AuthFlow')
  const parameters = fieldsOf(body.AuthParameters, 'AuthParameters')
  const username = requiredText(parameters, 'USERNAME')
  if (flow === 'USER_SRP_AUTH') return startSrp(engine, username, requiredText(parameters, 'SRP_A'), 'password')
  if (flow === 'USER_PASSWORD_AUTH') return checkPassword(engine, username, parameters)
  if (flow === 'CUSTOM_AUTH') {
    if (parameters.CHALLENGE_NAME === 'SRP_A')
      return startSrp(engine, username, requiredText(parameters, 'SRP_A'), 'custom')
    const user = findUser(engine.context, username)
    const deviceKey = optionalText(parameters, 'DEVICE_KEY')
    if (deviceKey !== undefined) findDevice(engine.context, username, deviceKey)
    return askCustomQuestion(engine.context, username, user, { flow: 'custom', deviceKey })
  }
  throw invalidParameter(`Unsupported AuthFlow ${flow}`)
}

/** The same response for every name: an unknown one gets a salt and a verifier derived from it. */
function startSrp(engine: Engine, username: string, clientA: string, flow: Progress['flow']): AuthAnswer {
  const { context } = engine
  assertNotLocked(context, username)
  const { salt, verifier } = findUser(context, username)?.password ?? decoyPassword(context, username)
  const srp = startExchange(clientA, verifier)
  if (!srp) throw invalidParameter('SRP_A is not valid')
  const parameters = {
    USER_ID_FOR_SRP: username,
    USERNAME: username,
    SALT: salt,
    SRP_B: srp.serverB,
    SECRET_BLOCK: srp.secretBlock,
  }
  return challenge(context, 'PASSWORD_VERIFIER', username, { flow }, parameters, { srp })
}

async function checkPassword(engine: Engine, username: string, parameters: Fields): Promise<AuthAnswer> {
  const { context } = engine
  assertNotLocked(context, username)
  const user = findUser(context, username)
  const matches = passwordMatches(context, username, user, requiredText(parameters, 'PASSWORD'))
  if (!user || !matches) {
    noteWrongPassword(context, username)
    throw wrongCredentials()
  }
  forgetWrongPasswords(context, username)
  return afterPassword(engine, user, { flow: 'password', deviceKey: optionalText(parameters, 'DEVICE_KEY') })
}
