import { describe, expect, it } from 'vitest'
import { parseProfileView, profileViews } from './ProfileView.tsx'

function view(query: string) {
  return parseProfileView(new URLSearchParams(query))
}

describe('parseProfileView', () => {
  it.each(profileViews)('accepts %s', (name) => {
    expect(view(`view=${name}`)).toBe(name)
  })
  it.each(['', 'view=', 'view=Edit', 'view=constructor', 'view=__proto__', 'view=edit&view=delete', 'other=edit'])(
    'shows the overview for %j (S-08)',
    (query) => {
      expect(view(query)).toBeNull()
    },
  )
})
