/** Of the policy of the identity pool. Apart from the other rules, because the first screen names it. */
export const minPasswordLength = 8
