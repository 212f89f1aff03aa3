/** How long a text may be that replaces one of the portal's: the layout allows some more characters. */
export function longestText(original: string): number {
  return 2 * original.length + 10
}

/**
 * Whether a text can be shown instead of the portal's. Texts are shown as plain text, so markup would be visible, and
 * `$t(` would include another text.
 */
export function isShowable(original: string, text: string): boolean {
  return text.trim() !== '' && !/[<>]|\$t\(|\p{Cc}/u.test(text) && text.length <= longestText(original)
}

/** The placeholders of a text of which the page has no value: they would stay visible. */
export function unknownPlaceholders(original: string, text: string): string[] {
  const known = placeholders(original)
  return placeholders(text).filter((name) => !known.includes(name))
}

/** The names between `{{` and `}}`. */
export function placeholders(text: string): string[] {
  return [...text.matchAll(/\{\{([^}]*)\}?\}?/g)].map(([, name = '']) => name.trim())
}
