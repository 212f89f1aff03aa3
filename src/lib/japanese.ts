import { withoutInvisible } from '../../form-model/visible-text.ts'

/**
 * Conversions of input from Japanese keyboards into stored values. None of them throws. Invisible characters of a
 * pasted text make no difference.
 */

/** `０１２` → `012`; other visible characters stay. */
export function toHalfWidthDigits(text: string): string {
  return withoutInvisible(text).replace(/[０-９]/g, (digit) =>
    String.fromCodePoint((digit.codePointAt(0) ?? 0) - 0xfee0),
  )
}

/** Signs that are typed or pasted for a hyphen: dashes, minus signs, the mark of long vowels, lines of tables (`─`). */
const hyphen = String.raw`\-‐‑‒–—―−⁻⁃﹘﹣－ーｰ─━⎯⏤`
const hyphens = new RegExp(`[${hyphen}]`, 'g')
/** The full stop that a phone writes at the end of what was dictated. */
const fullStops = /[.．。]$/
const spaces = /[\s\u3000]+/g

/** `ﾔﾏﾀﾞ` → `ヤマダ`; other characters stay. */
export function toFullWidthKana(text: string): string {
  return text.replace(/[\uff61-\uff9f]+/g, (kana) => kana.normalize('NFKC'))
}

/**
 * Hiragana and half-width kana become full-width katakana, half-width spaces full-width ones, as in official registers.
 * A voiced mark that was typed on its own (`き゛`) belongs to the kana before it.
 */
export function toFullWidthKatakana(text: string): string {
  return toFullWidthKana(withoutInvisible(text))
    .replace(/(?<=[\u3040-\u30ff])\u309b/g, '\u3099')
    .replace(/(?<=[\u3040-\u30ff])\u309c/g, '\u309a')
    .normalize('NFC')
    .replace(/[\u3041-\u3096\u309d\u309e]/g, (kana) => String.fromCodePoint((kana.codePointAt(0) ?? 0) + 0x60))
    .replace(new RegExp(String.raw`(?<=[\u30a1-\u30ff])[${hyphen}]`, 'g'), 'ー')
    .replace(fullStops, '')
    .replace(spaces, '\u3000')
}

/** `〒１０５－０００１` → `1050001`. Text that is not a postal code is returned as its digits and letters. */
export function normalizePostalCode(text: string): string {
  return normalizeDigits(text).replace(/〒/g, '')
}

/** `０３（１２３４）５６７８`, `+81 3-1234-5678`, `tel:+81-3-1234-5678`, `0081 3 1234 5678` → `0312345678`. */
export function normalizePhone(text: string): string {
  return toHalfWidthDigits(text)
    .replace(/^tel:/i, '')
    .replace(/[()（）.．。]/g, '')
    .replace(hyphens, '')
    .replace(spaces, '')
    .replace(/^(?:[+＋]|00|010)81/, '0')
    .replace(/^00/, '0')
}

/**
 * A text as a pattern accepts it: as typed, with half-width letters and digits, or also without hyphens and spaces. As
 * typed if the pattern accepts none of them.
 */
export function inAcceptedWidth(text: string, isAccepted: (text: string) => boolean): string {
  const typed = withoutInvisible(text)
  const folded = typed.normalize('NFKC').trim()
  const hyphened = folded.replace(hyphens, '-')
  return [text, typed, folded, hyphened, hyphened.replace(/[-\s]/g, '')].find(isAccepted) ?? text
}

/** Digits only, for codes and numbers such as the corporate number: `１２３４-５` → `12345`. */
export function normalizeDigits(text: string): string {
  return toHalfWidthDigits(text).replace(hyphens, '').replace(spaces, '').replace(fullStops, '')
}

/** Codes have six digits, and mailed ones up to eight. A message may group them: `583 489`, `5834-8912`. */
const codes = new RegExp(String.raw`(?<![0-9])[0-9](?:[${hyphen} \u3000]?[0-9]){5,7}(?![0-9])`, 'gu')

/** The code of a typed or pasted text, e.g. `確認コード：881093`; null if there is none, or if several could be meant. */
export function codeIn(text: string): string | null {
  const found = new Set((toHalfWidthDigits(text).match(codes) ?? []).map((code) => code.replaceAll(/[^0-9]/g, '')))
  const [code] = found
  return found.size === 1 && code !== undefined ? code : null
}

/**
 * `１，２００円` → `1200`, `-1．5` → `-1.5`. Text that is not a number is returned as typed, for the message. A comma is accepted
 * only between groups of three digits: read as nothing anywhere else, it would turn `1,5` into ten times the number.
 * A Japanese keyboard types `、` for it.
 */
export function normalizeNumber(text: string): string {
  const folded = toHalfWidthDigits(text)
    .trim()
    .replace(/^[¥￥]|円$/gu, '')
    .trim()
    .replace(/^[−－ー]/u, '-')
    .replace(/[．。]/gu, '.')
    .replace(/[，、]/gu, ',')
  const plain = groupedNumber.test(folded) ? folded.replaceAll(',', '') : folded
  return isPlainNumber(plain) ? plain : withoutInvisible(text)
}

const groupedNumber = /^-?[1-9]\d{0,2}(?:,\d{3})+(?:\.\d*)?$/

/** Whether a normalised text is a number. Exponents are not accepted. */
export function isPlainNumber(text: string): boolean {
  return /^-?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text)
}

/** `２０２６－０００１０１` → `2026-000101`. Text with other characters than digits, letters and hyphens is returned as typed. */
export function normalizeReceiptNumber(text: string): string {
  const typed = withoutInvisible(text)
  const folded = typed.normalize('NFKC').replace(hyphens, '-')
  return /^[\dA-Za-z-]+$/.test(folded) ? folded : typed
}

/** `２月` → `2`: users type the unit that is printed beside the field. */
export function normalizeDatePart(text: string): string {
  return normalizeDigits(text).replace(/[月日]$/, '')
}

/**
 * Full-width letters and signs of an e-mail address become ASCII, also `。` for its dots; spaces, a full stop at its end
 * and the `mailto:` of a copied link are removed.
 */
export function normalizeEmail(text: string): string {
  return withoutInvisible(text)
    .replace(/[！-～]/g, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) - 0xfee0))
    .replace(spaces, '')
    .replace(/^mailto:/i, '')
    .replace(/^(.*[^。、.,]|)[。、.,]+$/s, '$1')
    .replaceAll('。', '.')
}

/** Whether a text has full-width letters, digits or signs, which a Japanese keyboard types unnoticed into a password. */
export function hasFullWidthAscii(text: string): boolean {
  return /[！-～\u3000]/.test(text)
}

/** Emoji, which phone keyboards offer among the conversions of a word. Letters of every script are none. */
export function hasEmoji(text: string): boolean {
  return /\p{Emoji_Presentation}|\uFE0F/u.test(text)
}

/**
 * Whether a normalised text could be an e-mail address. Looser than the format `email` of forms: a user who registered an
 * unusual address must be able to sign in with it.
 */
export function looksLikeEmail(text: string): boolean {
  return /^[!-?A-~]+@[\dA-Za-z.-]+\.[A-Za-z]{2,}$/.test(text)
}

/** `1050001` → `105-0001`; anything else unchanged. */
export function groupPostalCode(digits: string): string {
  return digits.replace(/^(\d{3})(\d{4})$/, '$1-$2')
}

/** `1050001` → `〒105-0001`; anything else unchanged. */
export function formatPostalCode(digits: string): string {
  const grouped = groupPostalCode(digits)
  return grouped === digits ? digits : `〒${grouped}`
}

type AddressParts = {
  postalCode: string
  prefecture: string
  city: string
  town?: string
  street: string
  building?: string
}

/** `〒105-0011 東京都港区芝公園4丁目2-8`, and the building in a line of its own. */
export function formatAddress({
  postalCode,
  prefecture,
  city,
  town = '',
  street,
  building = '',
}: AddressParts): string {
  return `${formatPostalCode(postalCode)} ${prefecture}${city}${town}${street}\n${building}`.trim()
}

/** Groups a phone number for reading: `09012345678` → `090-1234-5678`, `0312345678` → `03-1234-5678`. */
export function formatPhone(digits: string): string {
  if (/^0\d0\d{8}$/.test(digits)) return `${digits.slice(0, 3)}-${digits.slice(3, 7)}-${digits.slice(7)}`
  if (/^0120\d{6}$/.test(digits)) return `${digits.slice(0, 4)}-${digits.slice(4, 7)}-${digits.slice(7)}`
  if (/^0[36]\d{8}$/.test(digits)) return `${digits.slice(0, 2)}-${digits.slice(2, 6)}-${digits.slice(6)}`
  if (/^0\d{9}$/.test(digits)) return `${digits.slice(0, 3)}-${digits.slice(3, 6)}-${digits.slice(6)}`
  return digits
}
