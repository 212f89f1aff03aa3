/** The tag and its shorter forms, as in the lookup of RFC 4647: `ja-simple` → `ja-simple`, `ja`. */
export function lookupTags(tag: string): string[] {
  const end = tag.lastIndexOf('-')
  return end < 0 ? [tag] : [tag, ...lookupTags(tag.slice(0, end))]
}

/** The languages in which a text may be shown, best first. Every text exists in Japanese. */
export function textLanguages(language: string): string[] {
  return [...new Set([...lookupTags(language), 'ja'])]
}

/** What exists in the best of these languages. */
export function inLanguage<Value>(
  values: { readonly [language: string]: Value | undefined; ja: Value },
  language: string,
): Value {
  return (
    textLanguages(language)
      .map((tag) => values[tag])
      .find((value) => value !== undefined) ?? values.ja
  )
}

/** The language without its variant, as screen readers and `Intl` know it. */
export function spokenLanguage(language: string): string {
  return language.split('-')[0] ?? language
}

/** Whether dates, amounts and sentences are written as in Japanese. */
export function isJapanese(language: string): boolean {
  return spokenLanguage(language) === 'ja'
}
