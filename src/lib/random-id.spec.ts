import { describe, expect, it, vi } from 'vitest'
import { randomId } from './random-id.ts'

describe('a random id', () => {
  it('a random id is a UUID of version 4, and no two are the same, also on a page that is not secure', () => {
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
    const ids = Array.from({ length: 500 }, randomId)
    vi.unstubAllGlobals()
    expect(new Set(ids).size).toBe(500)
    for (const id of ids) expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
  })
})
