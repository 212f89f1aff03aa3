/**
 * A file's name as it may be shown: on one line, and without the invisible characters that turn the direction of what
 * is read, by which `fdp.exe` can look like `exe.pdf`. The name a file is saved under is the provider's to make safe.
 */
export function shownFileName(name: string): string {
  return name
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '')
}
