/** By the codes of Node; others are defects of this program. */
const refusals = {
  EACCES: 'read-only',
  EPERM: 'read-only',
  EROFS: 'read-only',
  ENOSPC: 'disk-full',
  EDQUOT: 'disk-full',
  EBUSY: 'in-use',
  ETXTBSY: 'in-use',
} as const

/** Why the disk takes no file. */
export type DiskRefusal = (typeof refusals)[keyof typeof refusals]

export function isDiskRefusal(value: unknown): value is DiskRefusal {
  return Object.values(refusals).some((known) => known === value)
}

/** `null` for any other failure. */
export function diskRefusal(cause: unknown): DiskRefusal | null {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  return Object.entries(refusals).find(([known]) => known === code)?.[1] ?? null
}
