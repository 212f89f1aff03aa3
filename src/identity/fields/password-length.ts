/**
 * The smallest length by the policy of the identity pool. It has a file of its own, because the first screen names it.
 */
export const minPasswordLength = 8
