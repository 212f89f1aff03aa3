import { toHiragana } from 'wanakana'

/** `juuminhyou` → `じゅうみんひょう`. Loaded when a user searches with Latin letters. */
export function romajiToKana(text: string): string {
  return toHiragana(text)
}
