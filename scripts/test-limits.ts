/**
 * How long a test waits for a state before it fails. Only a failing test reaches it, so it is the same for every wait
 * and long enough for a busy machine.
 */
export const waitLimitMs = 20_000
