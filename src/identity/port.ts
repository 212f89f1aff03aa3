/**
 * What pages use of the identity. They import it from here, so that the parts behind it can change; of the folders they
 * use only the fields, and of `security/` the views and what the views of the profile share.
 */
export { greatestOf } from './session-end/log-out-outcome.ts'
export type { LogOutLoss, LogOutOutcome } from './session-end/log-out-outcome.ts'
export { useIsSessionOver } from './session-end/session-end-context.ts'
export { useOptionalSession, useSession, useSessionPort } from './session/session-context.tsx'
export type { SessionPort } from './session/session-port.ts'
export { isSameUser, tokenSession } from './session/token-session.ts'
export type { Session } from './session/token-session.ts'
export { useAfterSignIn, useFirstSignIn } from './sign-in/after-sign-in.ts'
export type { LoginState } from './sign-in/login-state.ts'
export { saveRedirectPath, wantedPage } from './sign-in/redirect-path.ts'
