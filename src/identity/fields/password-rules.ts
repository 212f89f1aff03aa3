/** Of the policy of the identity pool. */
export const minPasswordLength = 8

/** The policy of the identity pool, shown before the password is sent. */
export const passwordRules = ['length', 'upper', 'lower', 'digit', 'symbol'] as const
export type PasswordRuleName = (typeof passwordRules)[number]

const met: Record<PasswordRuleName, (password: string) => boolean> = {
  length: (password) => password.length >= minPasswordLength,
  upper: (password) => /[A-Z]/.test(password),
  lower: (password) => /[a-z]/.test(password),
  digit: (password) => /[0-9]/.test(password),
  // The characters that Cognito counts as symbols. A space counts only inside the password.
  symbol: (password) => /[\^$*.[\]{}()?"!@#%&/\\,><':;|_~`=+-]|\S \S/.test(password),
}

export function brokenRules(password: string): PasswordRuleName[] {
  return passwordRules.filter((rule) => !met[rule](password))
}
