/** The kinds of pictures in explanations: none can contain a script, as SVG can. */
export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp'] as const

/** As in `definition.schema.json`: about 100 KB. */
export const longestPicture = 140_000

const picture = /^data:(image\/(?:png|jpeg|webp));base64,([A-Za-z0-9+/]+={0,2})$/

/** The type and the content in base64 of a picture in a layout; null for anything else. */
export function pictureParts(value: unknown): { type: string; base64: string } | null {
  if (typeof value !== 'string' || value.length > longestPicture) return null
  const [, type, base64] = picture.exec(value) ?? []
  return type === undefined || base64 === undefined ? null : { type, base64 }
}
