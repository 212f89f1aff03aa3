import { ChangeEmail } from './ChangeEmail.tsx'
import { ChangePassword } from './ChangePassword.tsx'
import { ChangePhone } from './ChangePhone.tsx'
import { DeleteAccount } from './DeleteAccount.tsx'
import { Devices } from './Devices.tsx'
import { Security } from './Security.tsx'
import { SetUpTotp } from './SetUpTotp.tsx'
import { VerifyEmail, VerifyPhone } from './VerifyAttribute.tsx'

/** The views of the profile that change how a user signs in, by their name in the address. */
export const securityViews = {
  email: ChangeEmail,
  security: Security,
  password: ChangePassword,
  phone: ChangePhone,
  'verify-phone': VerifyPhone,
  'verify-email': VerifyEmail,
  totp: SetUpTotp,
  devices: Devices,
  delete: DeleteAccount,
} as const
