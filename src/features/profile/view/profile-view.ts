/** The views of the profile, each with an address of its own: `?view=…`. */
export const profileViews = [
  'edit',
  'email',
  'security',
  'password',
  'phone',
  'verify-phone',
  'verify-email',
  'totp',
  'devices',
  'delete',
] as const

export type ProfileView = (typeof profileViews)[number]

/** The view named in the address; null, the overview, for none and for any other name. */
export function parseProfileView(search: URLSearchParams): ProfileView | null {
  const named = search.getAll('view')
  return named.length === 1 ? (profileViews.find((view) => view === named[0]) ?? null) : null
}
