/** How old an answer may be, in milliseconds, before it is asked for again. What people pay or decide by is always asked for. */
export const staleTimes = {
  tenant: 60_000,
  services: 60_000,
  profile: 0,
  charges: 0,
  orders: 0,
  confirmations: 0,
  drafts: 0,
  files: 0,
} as const
