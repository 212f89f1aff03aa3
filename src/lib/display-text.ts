import { isJapanese } from '../../form-model/language-tag.ts'
import { cleanText } from '../../form-model/visible-text.ts'
import type { Language } from './language.ts'

/** Integer yen for display: `1,200円` / `¥1,200`. Not by Intl, whose first format of numbers takes a phone 100 ms. */
export function formatYen(yen: number, language: Language): string {
  const digits = String(Math.round(Math.abs(yen)))
  const first = digits.length % 3
  const amount = [digits.slice(0, first), ...(digits.slice(first).match(/.../g) ?? [])].filter(Boolean).join(',')
  const sign = yen < 0 ? '-' : ''
  return isJapanese(language) ? `${sign}${amount}円` : `${sign}¥${amount}`
}

/** Whether a text contains an amount of yen, as somebody may write it: `400円`, `¥400`, `2,000 yen`. */
export function namesYen(text: string, yen: number): boolean {
  const parts = text.normalize('NFKC').split(/([\d.,]+)/)
  return parts.some(
    (part, at) =>
      part.replaceAll(',', '') === String(yen) &&
      (/¥ ?$/.test(parts[at - 1] ?? '') || /^ ?(?:円|yen)/.test(parts[at + 1] ?? '')),
  )
}

/** A number for display, with all its decimals: `1,234.5`. */
export function formatNumber(number: number): string {
  return number.toLocaleString('en-US', { maximumFractionDigits: 20 })
}

/** A number with its unit, if it has one: `2.5時間` / `2.5 hours`. */
export function formatQuantity(number: number, unit: string | undefined, language: Language): string {
  const text = formatNumber(number)
  if (unit === undefined) return text
  return isJapanese(language) ? `${text}${unit}` : `${text} ${unit}`
}

/**
 * The size of a file, or the largest one allowed, for display: `812 B`, `20 KB`, `1.4 MB`, `8 MB` (1 KB = 1,024 bytes,
 * as phones show it). The number and its unit are always on one line.
 */
export function formatFileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes}\u00A0B`
  const kilobytes = Math.round(bytes / 1024)
  if (kilobytes < 1024) return `${kilobytes}\u00A0KB`
  return `${Number((bytes / 1024 / 1024).toFixed(1))}\u00A0MB`
}

/**
 * A file's name for display: on one line, and without the invisible characters that change the text direction, by which
 * `fdp.exe` can look like `exe.pdf`. The API makes the name of a saved file safe.
 */
export function shownFileName(name: string): string {
  return cleanText(name).replaceAll('\n', ' ')
}

/** Names of one list of files for display: equal ones are numbered, because a phone's camera names every photo `image.jpg`. */
export function numberedNames(names: readonly string[], language: Language): string[] {
  return names.map((name, index) => {
    const number = names.slice(0, index + 1).filter((other) => other === name).length
    if (number === 1 && names.lastIndexOf(name) === index) return name
    return isJapanese(language) ? `${name}（${number}）` : `${name} (${number})`
  })
}

/** `氏名、住所` / `name and address`. */
export function formatList(texts: readonly string[], language: Language): string {
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(texts)
}
